public import BellhopModel

/// An original push of some sender, byte for byte: every kind of notification, in every supported dialect.
///
/// ```swift
/// @Test("Recorded pushes of every sender are handled", arguments: RecordedPayload.all)
/// func push(_ recorded: RecordedPayload) async throws {
///     _ = await phone.bellhop.pushArrived(try recorded.payload)
/// }
/// ```
public struct RecordedPayload: Hashable, Sendable, CustomStringConvertible {
    /// Dialect and kind, such as `agent-approval`.
    public let name: String
    /// The expected meaning.
    public let kind: NotificationKind
    /// The received JSON.
    public let json: String

    init(_ name: String, _ kind: NotificationKind, _ json: String) {
        self.name = name
        self.kind = kind
        self.json = json
    }

    public var description: String { name }

    public var bytes: [UInt8] { Array(json.utf8) }

    /// - Throws: an error only if the kit cannot decode a supported payload.
    public var payload: PushPayload { get throws { try PushPayload(bytes: bytes) } }

    public static let all = agent + rich + content + pattern + apple + bellhop
}

extension RecordedPayload {
    /// The payload as `userInfo`, in the types of Apple's documentation.
    public static let apple = [
        RecordedPayload(
            "apple-activity-start", .liveActivity,
            #"""
            {
              "aps": {
                "timestamp": 1700000000,
                "event": "start",
                "content-state": {
                  "score": 1
                },
                "attributes-type": "GameAttributes",
                "attributes": {
                  "name": "Final"
                },
                "input-push-token": 1,
                "relevance-score": 75,
                "dismissal-date": 1700003600,
                "alert": {
                  "title": {
                    "loc-key": "%@ is on",
                    "loc-args": [
                      "Final"
                    ]
                  },
                  "body": {
                    "loc-key": "Now",
                    "loc-args": []
                  },
                  "sound": "chime.aiff"
                }
              }
            }
            """#),
        RecordedPayload(
            "apple-localised", .unknown,
            #"""
            {
              "aps": {
                "alert": {
                  "title-loc-key": "GAME_TITLE",
                  "title-loc-args": [
                    "Jo"
                  ],
                  "loc-key": "GAME_BODY",
                  "loc-args": [
                    "Jo",
                    "Ann"
                  ],
                  "subtitle-loc-key": "GAME_SUB",
                  "launch-image": "Game.png"
                },
                "sound": {
                  "critical": 1,
                  "name": "bell.aiff",
                  "volume": 0.5
                },
                "target-content-id": "window-1",
                "filter-criteria": "work",
                "interruption-level": "passive",
                "relevance-score": 0.25
              }
            }
            """#),
    ]
}
