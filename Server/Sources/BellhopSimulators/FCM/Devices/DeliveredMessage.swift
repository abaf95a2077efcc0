public import BellhopModel

/// A message as it reaches a device.
public struct DeliveredMessage: Sendable, Hashable {
    public var token: DeviceToken
    /// `{id}` of the answer's `projects/*/messages/{id}`.
    public var id: String
    /// For the app.
    public var data: [String: String]
    /// For the system: `AndroidNotification` over `Notification`; `nil` when there is neither.
    public var notification: [String: JSONValue]?
    /// Whether it may wake the device.
    public var isHigh: Bool
    /// For so long it is kept while the device is away.
    public var lifetime: Duration
    /// `nil` when it replaces no other. A message with a notification always may be replaced: its key is then the app's.
    public var collapseKey: String?
    /// When FCM took it, not when the device got it.
    public var receivedAt: Timestamp

    /// What Bellhop's ``BellhopModel/AndroidMessage`` writes, so that both can be compared.
    public var content: JSONValue {
        var object: [String: JSONValue] = [:]
        if !data.isEmpty { object["data"] = .object(data.mapValues(JSONValue.string)) }
        if let notification { object["notification"] = .object(notification) }
        return .object(object)
    }
}
