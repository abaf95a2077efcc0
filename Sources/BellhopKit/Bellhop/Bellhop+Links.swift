extension Bellhop {
    /// The app was opened by one of Bellhop's links (``Route/init(link:)``).
    public func opened(_ route: Route) { lead(to: route) }
}
