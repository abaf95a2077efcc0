import BellhopCore
public import BellhopModel
public import BellhopStore
import Crypto

/// Finds the caller's key, and checks that it may call the route.
///
/// The caller's address does not matter. Loopback has no special rights, so an agent on the server's machine can do no
/// more than its key allows.
public struct Authenticator: Sendable {
    private let store: Store
    private let acceptsFileKeys: Bool

    /// - Parameter acceptsFileKeys: `true` to treat devices with a signing key in a file like others.
    public init(store: Store, acceptsFileKeys: Bool) {
        self.store = store
        self.acceptsFileKeys = acceptsFileKeys
    }

    /// - Parameter authorization: the `Authorization` header's value.
    /// - Returns: the caller's key; `nil` only for a route without authentication and a request without a key.
    /// - Throws: ``APIError`` `unauthorized` without a valid key, `forbidden` for a key of another role;
    ///   `device_not_trusted` and `key_storage_not_allowed` for a device that is not accepted.
    public func authenticate(_ authorization: String?, for route: APIRoute) async throws -> KeyRecord? {
        guard let authorization else {
            guard case .everyone = route.access else {
                throw APIError(.unauthorized, "This route needs a key: send `Authorization: Bearer KEY`.")
            }
            return nil
        }
        guard let key = Self.bearerToken(in: authorization) else {
            throw APIError(.unauthorized, "The `Authorization` header must have the form `Bearer KEY`.")
        }
        guard let record = try await store.key(hash: APIKey.hash(key)) else {
            throw APIError(.unauthorized, "This key is unknown to the server.")
        }
        guard record.revokedAt == nil else { throw APIError(.unauthorized, "This key has been revoked.") }
        if case .roles(let roles) = route.access, !roles.contains(record.role) {
            let allowed = roles.map(\.rawValue).sorted().joined(separator: " or ")
            throw APIError(.forbidden, "This route is for \(allowed) keys; yours has the role \(record.role.rawValue).")
        }
        if !route.isOpenToWaitingDevices { try await requireTrust(of: record) }
        return record
    }

    private func requireTrust(of key: KeyRecord) async throws {
        guard let id = key.deviceID, let device = try await store.device(id) else { return }
        guard device.trust == .trusted else { throw APIError(.deviceNotTrusted) }
        guard acceptsFileKeys || device.keyStorage != .file else { throw APIError(.keyStorageNotAllowed) }
    }

    /// The token of a header (RFC 6750 §2.1); the scheme is case-insensitive (RFC 9110 §11.1).
    private static func bearerToken(in header: String) -> Secret? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return Secret(String(parts[1]))
    }
}

/// Creation and hashing of API keys.
///
/// A key is `bh_<role>_` and 256 random bits in URL-safe Base64. With that randomness no slow hash is needed: the
/// server stores SHA-256 and looks keys up by it, which also makes comparison time useless to an attacker.
public enum APIKey {
    /// A new key for `role`.
    public static func make(for role: Role) -> Secret {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Secret("bh_\(role.rawValue)_\(Base64.encodeURLSafe(bytes))")
    }

    public static func hash(_ key: Secret) -> [UInt8] { Array(SHA256.hash(data: Array(key.reveal().utf8))) }
}
