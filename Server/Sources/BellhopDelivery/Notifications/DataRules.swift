import BellhopModel

/// What a notification's `data` must keep to: it stands at the top level of the payload, beside Bellhop's own keys.
enum DataRules {
    static func check(_ data: [String: JSONValue]) throws {
        guard data.count <= APILimits.dataKeys else {
            throw APIError(
                .invalidRequest, "options.data: \(data.count) keys; at most \(APILimits.dataKeys) are taken")
        }
        for (key, value) in data.sorted(by: { $0.key < $1.key }) {
            try FieldRules.identifier(key, "options.data, a key", atMost: 64)
            if let reason = PushPayload.reservation(of: key) {
                throw APIError(.invalidRequest, "options.data.\(key): \(reason); choose another key")
            }
            guard depth(of: value) <= APILimits.dataDepth else {
                throw APIError(
                    .invalidRequest, "options.data.\(key): is nested deeper than \(APILimits.dataDepth) levels")
            }
        }
    }

    /// 1 for a value that holds no other.
    private static func depth(of value: JSONValue) -> Int {
        switch value {
        case .object(let fields): 1 + (fields.values.map(depth).max() ?? 0)
        case .array(let values): 1 + (values.map(depth).max() ?? 0)
        default: 1
        }
    }
}
