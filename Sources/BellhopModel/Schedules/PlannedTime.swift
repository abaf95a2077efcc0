/// When something is to happen, as it is planned.
public enum PlannedTime: Hashable, Sendable {
    /// The same moment everywhere.
    case moment(Timestamp)
    /// When the clocks of a place show this.
    case local(LocalTime)
}

extension PlannedTime: LosslessStringConvertible {
    public var description: String {
        switch self {
        case .moment(let moment): moment.description
        case .local(let time): time.description
        }
    }

    /// Reads RFC 3339, whose offset makes it a moment, or a ``LocalTime``.
    public init?(_ description: String) {
        if let moment = Timestamp(description) {
            self = .moment(moment)
        } else if let time = LocalTime(description) {
            self = .local(time)
        } else {
            return nil
        }
    }
}

extension PlannedTime: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: """
                        \(text.debugDescription) is no time; expected RFC 3339 such as 2026-11-22T09:00:00+01:00, or a \
                        date and a time of day that exist, such as 2026-11-22T09:00, with a time_zone
                        """))
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
