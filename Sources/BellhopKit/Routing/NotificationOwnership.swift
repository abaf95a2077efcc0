extension DeliveredNotification {
    /// Returns `true` for a notification that Bellhop handles. An app may have its own notifications and a delegate for
    /// them.
    package var isBellhops: Bool {
        if LocalID(id) != nil { return true }
        if case .unknown = IncomingNotification(payload) { return false }
        return true
    }
}
