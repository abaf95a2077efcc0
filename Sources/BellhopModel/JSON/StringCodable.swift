/// A value that is its ``description`` in JSON.
public protocol StringCodable: LosslessStringConvertible, Codable {
    /// The message of the decoding error for a text that is not a value of this type.
    static func decodingProblem(with text: String) -> String
}

extension StringCodable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: Self.decodingProblem(with: text)))
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
