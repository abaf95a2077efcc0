import BellhopModel

/// A number that no field takes, in JSON that is valid otherwise.
///
/// Foundation calls `1.5` for an integer "not valid JSON", without a word about where (Swift 6.3, November 2026).
enum BrokenNumber {
    /// Where the first one stands, such as `expires_in`: one that is no integer of 64 bits; `nil` when there is none, or
    /// `json` is not JSON.
    static func place(in json: [UInt8]) -> String? {
        guard let value = try? CanonicalJSON.decode(JSONValue.self, from: json) else { return nil }
        return place(in: value, []).map { $0.joined(separator: ".") }
    }

    private static func place(in value: JSONValue, _ path: [String]) -> [String]? {
        switch value {
        case .number: value.integer == nil ? path : nil
        case .array(let items):
            items.enumerated().lazy.compactMap { place(in: $1, path + [String($0)]) }.first
        case .object(let members):
            members.sorted { $0.key < $1.key }.lazy.compactMap { place(in: $1, path + [$0]) }.first
        default: nil
        }
    }
}
