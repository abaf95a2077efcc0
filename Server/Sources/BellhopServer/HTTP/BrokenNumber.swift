import BellhopModel

/// A number that is no integer of 64 bits, in JSON that is valid.
///
/// Foundation calls `1.5` for an integer "not valid JSON", without a word about where (Swift 6.3, November 2026).
enum BrokenNumber {
    /// Where such numbers stand, as in `expires_in or options.relevance_score`; `nil` when there is none, or `json` is not
    /// JSON.
    static func places(in json: [UInt8]) -> String? {
        guard let value = try? CanonicalJSON.decode(JSONValue.self, from: json) else { return nil }
        let places = places(in: value, [])
        return places.isEmpty ? nil : places.prefix(4).map { $0.joined(separator: ".") }.joined(separator: " or ")
    }

    private static func places(in value: JSONValue, _ path: [String]) -> [[String]] {
        switch value {
        case .number: value.integer == nil ? [path] : []
        case .array(let items): items.enumerated().flatMap { places(in: $1, path + [String($0)]) }
        case .object(let members): members.sorted { $0.key < $1.key }.flatMap { places(in: $1, path + [$0]) }
        default: []
        }
    }
}
