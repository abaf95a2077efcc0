import BellhopCore
import BellhopModel
import BellhopStore

/// Finds the caller's key, and checks that it may call the route.
///
/// The caller's address does not matter. Loopback has no special rights, so an agent on the server's machine can do no
/// more than its key allows.
struct Authenticator: Sendable {
    private let store: Store
    private let console: ConsoleService
    private let acceptsFileKeys: Bool

    /// - Parameter acceptsFileKeys: `true` to treat devices with a signing key in a file like others.
    init(store: Store, console: ConsoleService, acceptsFileKeys: Bool) {
        self.store = store
        self.console = console
        self.acceptsFileKeys = acceptsFileKeys
    }

    /// - Returns: the caller, without a key only for a route without authentication and a request without a key.
    /// - Throws: ``APIError`` `unauthorized` without a valid key, `forbidden` for a key of another role and for a page of
    ///   another server; `device_not_trusted` and `key_storage_not_allowed` for a device that is not accepted.
    func authenticate(_ credentials: Credentials, for route: APIRoute) async throws -> Caller {
        if let cookie = credentials.cookie { return try await authenticate(cookie, credentials, for: route) }
        guard let authorization = credentials.authorization else {
            guard case .everyone = route.access else {
                throw APIError(.unauthorized, "This route needs a key: send `Authorization: Bearer KEY`.")
            }
            return Caller()
        }
        guard let key = Self.bearerToken(in: authorization) else {
            throw APIError(.unauthorized, "The `Authorization` header must have the form `Bearer KEY`.")
        }
        guard let record = try await store.key(hash: APIKey.hash(key)) else {
            throw APIError(.unauthorized, "This key is unknown to the server.")
        }
        guard record.revokedAt == nil else { throw APIError(.unauthorized, "This key has been revoked.") }
        if case .roles(let roles) = route.access, !roles.contains(record.role) {
            throw Self.wrongRole(record.role, roles)
        }
        if !route.isOpenToWaitingDevices { try await requireTrust(of: record) }
        return Caller(key: record)
    }

    /// - Throws: ``APIError`` as above; a route that is open to everyone accepts an ended session.
    private func authenticate(
        _ cookie: Secret, _ credentials: Credentials, for route: APIRoute
    ) async throws -> Caller {
        // A page of another port of this host gets the cookie sent, because ports are the same site.
        guard credentials.isFromOwnPage || (route.method == .get && !credentials.isFromForeignPage) else {
            throw APIError(
                .forbidden,
                "A login is valid only for requests from this server's pages. A proxy must forward the `Host` header."
            )
        }
        guard let session = try await console.session(cookie: cookie) else {
            if case .everyone = route.access { return Caller() }
            throw APIError(.unauthorized, "This login has ended: open a new link from `bellhop console`.")
        }
        guard let key = session.key(for: route) else {
            guard case .roles(let roles) = route.access else { return Caller(session: session) }
            throw Self.wrongRole(session.role, roles)
        }
        if case .everyone = route.access, key.deviceID == nil { return Caller(session: session) }
        if key.role == .device, !route.isOpenToWaitingDevices, !session.needsNoTrust(for: route) {
            try await requireTrust(of: key)
        }
        return Caller(key: key, session: session)
    }

    private static func wrongRole(_ role: Role, _ roles: Set<Role>) -> APIError {
        let allowed = roles.map(\.rawValue).sorted().joined(separator: " or ")
        return APIError(.forbidden, "This route is for \(allowed) keys; yours has the role \(role.rawValue).")
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
