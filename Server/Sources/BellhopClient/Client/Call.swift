import BellhopModel

/// One call of an endpoint, before it is sent.
struct Call: Sendable {
    var method: Endpoint.Method
    /// The path with its query.
    var target: String
    var body: [UInt8] = []
    /// 128 random bits in hex unless the caller has one, the same for all attempts; only POST has one by itself.
    var idempotencyKey: String?
    /// Whether it may be sent again when the first attempt may have been done. Not where the reply shows a secret once:
    /// a repeated reply would leave it out.
    var repeatsWhenInDoubt = true

    /// - Parameters:
    ///   - identifiers: one for each variable part of the path, in order.
    ///   - query: those without a value are left out.
    init(_ endpoint: Endpoint, _ identifiers: String..., query: [(String, String?)] = []) {
        method = endpoint.method
        let pairs = query.compactMap { name, value in value.map { "\(name)=\(PercentEncoding.segment($0))" } }
        target = endpoint.path(identifiers) + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        if endpoint.method == .post { idempotencyKey = Hex.random(bytes: 16) }
    }

    func sending(_ body: some Encodable) throws -> Call {
        var call = self
        call.body = try CanonicalJSON.encode(body)
        return call
    }

    func keyed(_ key: String?) -> Call {
        var call = self
        if let key { call.idempotencyKey = key }
        return call
    }

    func onlyOnceWhenInDoubt() -> Call {
        var call = self
        call.repeatsWhenInDoubt = false
        return call
    }
}
