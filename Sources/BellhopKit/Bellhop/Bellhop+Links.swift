extension Bellhop {
    /// Lets the device's owner authenticate.
    ///
    /// - Parameter reason: what for, to follow "… wants to", in the person's language.
    /// - Returns: whether they did; `false` where it cannot be done.
    public nonisolated func confirmsOwner(_ reason: String) async -> Bool { await ports.confirmOwner?(reason) ?? false }

    /// The app was opened by one of Bellhop's links (``Route/init(link:)``).
    public func opened(_ route: Route) { lead(to: route) }
}
