/// An identifier that people or other programs choose, typed by `Kind`.
///
/// 1 to 128 bytes of UTF-8 without control characters. A session's id comes from its agent, a user's id from the
/// operator. Bellhop's own identifiers are of type ``Identifier``.
public struct ExternalID<Kind>: Hashable, Sendable, LosslessStringConvertible {
    public let description: String

    public init?(_ description: String) {
        guard (1...128).contains(description.utf8.count),
            description.unicodeScalars.allSatisfy({
                $0.value >= 0x20 && $0.value != 0x7F && !(0x80...0x9F).contains($0.value)
            })
        else { return nil }
        self.description = description
    }
}

extension ExternalID: ExpressibleByStringLiteral {
    /// For literals in code. An invalid literal is a programming error and traps.
    public init(stringLiteral value: String) {
        guard let name = Self(value) else { preconditionFailure("\(value.debugDescription) is not a valid name") }
        self = name
    }
}

extension ExternalID: Comparable {
    public static func < (a: Self, b: Self) -> Bool { a.description < b.description }
}

extension ExternalID: StringCodable {
    public static func decodingProblem(with text: String) -> String {
        "expected 1 to 128 bytes without control characters"
    }
}

/// A user.
public enum UserTag {}
/// A session: one run of an agent.
public enum SessionTag {}
/// A topic, which users subscribe to. An application's item is a topic under its own id.
public enum TopicTag {}
/// A conversation, which groups messages.
public enum ConversationTag {}

public typealias UserID = ExternalID<UserTag>
public typealias SessionID = ExternalID<SessionTag>
public typealias TopicID = ExternalID<TopicTag>
public typealias ConversationID = ExternalID<ConversationTag>
