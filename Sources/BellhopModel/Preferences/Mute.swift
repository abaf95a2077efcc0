/// A muted session, topic or thread, for a time or without end.
public struct Mute: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        case session(SessionID)
        case topic(TopicID)
        /// Notifications with this thread identifier.
        case thread(String)
    }

    public var subject: Subject
    /// The end of the mute; `nil` for no end.
    public var until: Timestamp?

    public init(_ subject: Subject, until: Timestamp? = nil) {
        self.subject = subject
        self.until = until
    }

    public func isOver(at moment: Timestamp) -> Bool { until.map { $0 <= moment } ?? false }
}

extension Mute.Subject: CustomStringConvertible {
    /// A description such as `session run-1`.
    public var description: String {
        switch self {
        case .session(let id): "session \(id)"
        case .topic(let id): "topic \(id)"
        case .thread(let name): "thread \(name)"
        }
    }
}

extension Mute: Codable {
    enum CodingKeys: String, CodingKey { case session, topic, thread, until }

    /// Reads `{"session": "run-1", "until": "2026-11-22T09:00:00Z"}`, or `topic` or `thread` in place of `session`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let subjects: [Subject] = [
            try container.decodeIfPresent(SessionID.self, forKey: .session).map(Subject.session),
            try container.decodeIfPresent(TopicID.self, forKey: .topic).map(Subject.topic),
            try container.decodeIfPresent(String.self, forKey: .thread).map(Subject.thread),
        ].compactMap { $0 }
        guard subjects.count == 1, let subject = subjects.first else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "exactly one of session, topic and thread expected"
                ))
        }
        self.init(subject, until: try container.decodeIfPresent(Timestamp.self, forKey: .until))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch subject {
        case .session(let id): try container.encode(id, forKey: .session)
        case .topic(let id): try container.encode(id, forKey: .topic)
        case .thread(let name): try container.encode(name, forKey: .thread)
        }
        try container.encodeIfPresent(until, forKey: .until)
    }
}
