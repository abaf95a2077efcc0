/// Keeps something that is its user's, and forgets it when the device changes hands.
protocol Forgetful: Sendable {
    /// Removes what was the former user's, from memory and from the journal.
    ///
    /// - Throws: when the journal still has some of it; then it is called again.
    func forget() async throws
}
