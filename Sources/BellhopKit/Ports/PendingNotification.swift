public import BellhopModel

/// A notification that the system will show later (`UNNotificationRequest`).
public struct PendingNotification: Hashable, Sendable, Identifiable {
    public let id: String
    public let payload: PushPayload
    /// `nil` for a trigger of another kind, such as a place.
    public let trigger: LocalTrigger?
    /// When it is shown next, as the system says; `nil` when it does not.
    public let next: Timestamp?

    public init(id: String, payload: PushPayload, trigger: LocalTrigger?, next: Timestamp?) {
        self.id = id
        self.payload = payload
        self.trigger = trigger
        self.next = next
    }
}
