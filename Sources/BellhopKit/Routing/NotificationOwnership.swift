extension DeliveredNotification {
    /// Whether Bellhop knows what to do with it. An app may have notifications of its own besides, and a delegate of
    /// its own for them.
    package var isBellhops: Bool {
        if LocalID(id) != nil { return true }
        if case .unknown = IncomingNotification(payload) { return false }
        return true
    }
}
