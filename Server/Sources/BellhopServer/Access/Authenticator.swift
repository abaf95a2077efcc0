import BellhopCore
public import BellhopModel
public import BellhopStore

/// Who is calling: finds the key's record and holds it against what the endpoint allows.
///
/// Where the call comes from does not matter: loopback has no rights of its own, so an agent on the server's machine
/// can do no more than its key says.
public struct Authenticator: Sendable {
    private let store: any KeyStore & DeviceStore
    private let acceptsFileKeys: Bool

    /// - Parameter acceptsFileKeys: devices whose signing key is in a file may do what others may.
    public init(store: any KeyStore & DeviceStore, acceptsFileKeys: Bool) {
        self.store = store
        self.acceptsFileKeys = acceptsFileKeys
    }

    /// - Parameter authorization: the `Authorization` header's value.
    /// - Returns: the caller's key; `nil` only where `endpoint` asks for none and none was sent.
    /// - Throws: ``APIError`` `unauthorized` without a valid key, `forbidden` for a key of another role;
    ///   `device_not_trusted` and `key_storage_not_allowed` for a device that does not count.
    public func authenticate(_ authorization: String?, for endpoint: Endpoint) async throws -> KeyRecord? {
        guard let authorization else {
            guard case .everyone = endpoint.access else {
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
        if case .roles(let roles) = endpoint.access, !roles.contains(record.role) {
            let allowed = roles.map(\.rawValue).sorted().joined(separator: " or ")
            throw APIError(.forbidden, "This route is for \(allowed) keys; yours is an \(record.role.rawValue) key.")
        }
        if !endpoint.isOpenToWaitingDevices { try await requireTrust(of: record) }
        return record
    }

    private func requireTrust(of key: KeyRecord) async throws {
        guard let id = key.deviceID, let device = try await store.device(id) else { return }
        guard device.trust == .trusted else { throw APIError(.deviceNotTrusted) }
        guard acceptsFileKeys || device.keyStorage != .file else { throw APIError(.keyStorageNotAllowed) }
    }

    /// RFC 6750 §2.1; the scheme's case does not matter (RFC 9110 §11.1).
    private static func bearerToken(in header: String) -> Secret? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return Secret(String(parts[1]))
    }
}
