public import BellhopModel

/// A push as some sender wrote it, byte for byte: every kind of notification, in every dialect that is read.
///
/// ```swift
/// @Test("No push of any sender ends the app", arguments: RecordedPayload.all)
/// func push(_ recorded: RecordedPayload) async throws {
///     _ = await phone.bellhop.pushArrived(try recorded.payload)
/// }
/// ```
public struct RecordedPayload: Hashable, Sendable, CustomStringConvertible {
    /// Dialect and kind, such as `agent-approval`.
    public let name: String
    /// The expected meaning.
    public let kind: NotificationKind
    /// As it was received.
    public let json: String

    init(_ name: String, _ kind: NotificationKind, _ json: String) {
        self.name = name
        self.kind = kind
        self.json = json
    }

    public var description: String { name }

    public var bytes: [UInt8] { Array(json.utf8) }

    /// - Throws: never, as long as the kit reads what it should.
    public var payload: PushPayload { get throws { try PushPayload(bytes: bytes) } }

    public static let all = agent + rich + content + pattern + apple + bellhop
}
