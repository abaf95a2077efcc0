/// The requirements of one push type.
///
/// Source: Apple, "Sending notification requests to APNs", the rows of `apns-push-type`.
struct PushType: Sendable, Hashable {
    var name: String
    /// The suffix of the topic after the bundle identifier.
    var topicSuffix = ""
    /// The maximum payload size, in bytes.
    var payloadLimit = 4096
    /// True if the payload must contain an `aps` dictionary. MDM's contains `{"mdm": "…"}` instead.
    var needsAPS = true
    /// True if priority 10 is an error.
    var forbidsImmediate = false

    static let table: [String: PushType] = Dictionary(
        uniqueKeysWithValues: [
            PushType(name: "alert"),
            PushType(name: "background", forbidsImmediate: true),
            PushType(name: "liveactivity", topicSuffix: ".push-type.liveactivity"),
            PushType(name: "widgets", topicSuffix: ".push-type.widgets"),
            PushType(name: "controls", topicSuffix: ".push-type.controls"),
            PushType(name: "voip", topicSuffix: ".voip", payloadLimit: 5120),
            PushType(name: "complication", topicSuffix: ".complication"),
            PushType(name: "fileprovider", topicSuffix: ".pushkit.fileprovider"),
            PushType(name: "location", topicSuffix: ".location-query"),
            PushType(name: "pushtotalk", topicSuffix: ".voip-ptt"),
            PushType(name: "mdm", needsAPS: false),
        ].map { ($0.name, $0) })

    /// The largest payload limit of any type, in bytes. Longer payloads are not read to the end.
    static let largestPayload = 5120

    private static let suffixes = table.values.map(\.topicSuffix)

    /// True if `topic` matches this type: a bundle identifier followed by this type's suffix and no longer one.
    func matches(topic: String) -> Bool {
        guard Self.ends(topic, with: topicSuffix), topic.utf8.count > topicSuffix.utf8.count else { return false }
        return !Self.suffixes.contains { $0.utf8.count > topicSuffix.utf8.count && Self.ends(topic, with: $0) }
    }

    private static func ends(_ topic: String, with suffix: String) -> Bool {
        topic.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
