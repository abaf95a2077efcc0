public import BellhopModel

extension JSONValue {
    /// What foreign bytes say.
    ///
    /// - Returns: `nil` for what is no JSON, and for what is nested deeper than ``NestingDepth/limit``.
    public init?(bounded bytes: [UInt8]) {
        guard NestingDepth.of(bytes) <= NestingDepth.limit,
            let value = try? CanonicalJSON.decode(JSONValue.self, from: bytes)
        else { return nil }
        self = value
    }
}
