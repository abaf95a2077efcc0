/// What Bellhop tells an Android device: the part of a message that all devices of a user share, in the terms of FCM's
/// `AndroidConfig` (FCM HTTP v1, *projects.messages*).
///
/// To whom it goes, how soon and until when is for the gateway to add.
public struct AndroidMessage: Hashable, Sendable {
    /// For the app: the payload's own keys, and those of `aps` that it needs. Texts all, because FCM takes nothing else.
    public var data: [String: String]
    /// Shown by the system, also when the app does not run; `nil` leaves it to the app to show what there is to show.
    public var notification: AndroidNotification?

    public init(data: [String: String] = [:], notification: AndroidNotification? = nil) {
        self.data = data
        self.notification = notification
    }

    /// Whether ``data`` must not have this key (FCM, *About FCM messages*; *projects.messages*, `data`).
    public static func isReserved(_ key: String) -> Bool {
        ["from", "message_type", "collapse_key"].contains(key) || key.hasPrefix("google.") || key.hasPrefix("gcm.")
    }
}

extension AndroidMessage {
    /// As an `AndroidConfig` with `data` and `notification`; what is empty is left out.
    public var json: JSONValue {
        var object: [String: JSONValue] = [:]
        if !data.isEmpty { object["data"] = .object(data.mapValues(JSONValue.string)) }
        if let notification { object["notification"] = notification.json }
        return .object(object)
    }

    /// The bytes to hand to a gateway: ``json`` as canonical JSON.
    ///
    /// - Throws: what `JSONEncoder` throws; texts give it no reason to.
    public func encoded() throws -> [UInt8] { try CanonicalJSON.encode(json) }
}
