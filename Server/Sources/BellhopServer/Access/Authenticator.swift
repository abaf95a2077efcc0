public import BellhopModel
public import BellhopStore

/// Who is calling: finds the key's record and holds it against what the endpoint allows.
///
/// Where the call comes from does not matter: loopback has no rights of its own, so an agent on the server's machine
/// can do no more than its key says.
public struct Authenticator: Sendable {
    private let store: any KeyStore

    public init(store: any KeyStore) { self.store = store }

    /// - Parameter authorization: the `Authorization` header's value.
    /// - Returns: the caller's key; `nil` only where `access` asks for none and none was sent.
    /// - Throws: ``APIError`` `unauthorized` without a valid key, `forbidden` for a key of another role.
    public func authenticate(_ authorization: String?, for access: Endpoint.Access) async throws -> KeyRecord? {
        guard let authorization else {
            guard case .everyone = access else {
                throw APIError(.unauthorized, "This route needs a key: send `Authorization: Bearer KEY`.")
            }
            return nil
        }
        guard let key = Self.bearerToken(in: authorization) else {
            throw APIError(.unauthorized, "The `Authorization` header is not of the form `Bearer KEY`.")
        }
        guard let record = try await store.key(hash: APIKey.hash(key)) else {
            throw APIError(.unauthorized, "This key is not known here.")
        }
        guard record.revokedAt == nil else { throw APIError(.unauthorized, "This key has been revoked.") }
        if case .roles(let roles) = access, !roles.contains(record.role) {
            let allowed = roles.map(\.rawValue).sorted().joined(separator: " or ")
            throw APIError(.forbidden, "This route is for \(allowed) keys; yours is an \(record.role.rawValue) key.")
        }
        return record
    }

    /// RFC 6750 §2.1; the scheme's case does not matter (RFC 9110 §11.1).
    private static func bearerToken(in header: String) -> Secret? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return Secret(String(parts[1]))
    }
}
