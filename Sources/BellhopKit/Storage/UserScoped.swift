/// Keeps data that belongs to a user.
protocol UserScoped: Sendable {
    /// Removes the user's data from memory and from the journal.
    ///
    /// - Throws: when some of it is still in the journal; then it is called again.
    func erase() async throws
}
