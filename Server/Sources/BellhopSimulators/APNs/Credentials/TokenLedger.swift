import BellhopModel

/// What one connection remembers of the provider tokens that came over it.
///
/// It carries three rules of Apple's "Establishing a token-based connection to APNs": the first push ties the
/// connection to a key, a key's token may change once in 20 minutes, and a token once verified need not be
/// verified again, which is also what makes a long-lived connection fast.
struct TokenLedger: Sendable {
    static let updateInterval: Duration = .seconds(20 * 60)

    /// The key of the first push.
    private(set) var firstKey: ProviderKey?
    /// By the whole text of the `authorization` field.
    private var verified: [String: ProviderToken] = [:]
    /// By key id: when a token that was new to the connection last came.
    private var lastUpdate: [String: Timestamp] = [:]

    func token(for authorization: String?) -> ProviderToken? { authorization.flatMap { verified[$0] } }

    /// Whether taking `token` would be one change too many. A token that was taken before is no change, so requests
    /// that overtake each other around a renewal do no harm.
    func isTooSoon(_ token: ProviderToken, authorization: String?, now: Timestamp) -> Bool {
        guard self.token(for: authorization) == nil, let last = lastUpdate[token.key.keyID] else { return false }
        return now - last < Self.updateInterval
    }

    /// Takes a token that passed every check.
    mutating func note(_ token: ProviderToken, authorization: String, now: Timestamp) {
        if firstKey == nil { firstKey = token.key }
        guard verified[authorization] == nil else { return }
        verified = verified.filter { now - $0.value.issuedAt <= ProviderToken.validity }
        verified[authorization] = token
        lastUpdate[token.key.keyID] = now
    }

    /// Makes the next new token of the key count as the first.
    mutating func allowUpdate(of key: ProviderKey) { lastUpdate[key.keyID] = nil }
}
