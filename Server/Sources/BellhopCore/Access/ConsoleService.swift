public import BellhopModel
public import BellhopStore
import Crypto

/// Manages the logins of browsers to the web console.
public struct ConsoleService: Sendable {
    private let store: Store
    private let trust: DeviceTrust
    private let time: any TimeSource

    /// The lifetime of a link.
    static let linkLifetime: Duration = .seconds(600)
    /// The validity of a session, counted from its latest request.
    static let lifetime: Duration = .seconds(30 * 86_400)
    /// The minimum interval between two recorded requests of a session.
    static let interval: Duration = .seconds(3600)

    init(store: Store, trust: DeviceTrust, time: any TimeSource) {
        self.store = store
        self.trust = trust
        self.time = time
    }

    /// Creates a link that logs a browser in once within ten minutes.
    ///
    /// - Parameter recorder: makes the idempotency record of the response; `nil` without an idempotency key.
    public func createLink(
        _ request: ConsoleLinkRequest, by caller: KeyRecord, recorder: ResponseRecorder<ConsoleLink>?
    ) async throws -> IdempotentResult<ConsoleLink> {
        let role = request.role ?? .admin
        guard role != .agent else { throw APIError(.invalidRequest, "role: admin or device expected.") }
        return try await createLink(for: request.userID ?? caller.userID, role, recorder)
    }

    /// Creates a link for the owner of the server's files.
    public func createLink(for user: UserID) async throws -> ConsoleLink? {
        guard case .accepted(let link) = try await createLink(for: user, .admin, nil) else { return nil }
        return link
    }

    private func createLink(
        for user: UserID, _ role: Role, _ recorder: ResponseRecorder<ConsoleLink>?
    ) async throws -> IdempotentResult<ConsoleLink> {
        let now = time.now
        let link = ConsoleLink(code: Self.secret(), expiresAt: now + Self.linkLifetime)
        let result = try await store.addConsoleLink(
            .make(at: now), hash: APIKey.hash(link.code), user: user, role: role, at: now, until: link.expiresAt,
            idempotency: try recorder?(link))
        return IdempotentResult(result, link)
    }

    /// Uses the code of a link, and notifies its user.
    ///
    /// - Parameter browser: the session's name.
    /// - Throws: `APIError` `unauthorized` for a code that is unknown, used or expired.
    public func logIn(_ code: Secret, browser: String) async throws -> (ConsoleSession, cookie: Secret) {
        let now = time.now
        let cookie = Self.secret()
        let session = try await store.useConsoleLink(
            code: APIKey.hash(code), name: browser, hash: APIKey.hash(cookie), at: now, until: now + Self.lifetime)
        guard let session else {
            throw APIError(
                .unauthorized, "This code is wrong, used or expired: create a new link with `bellhop console`.")
        }
        try await trust.notify(session.userID, of: .loggedIn(session))
        return (session, cookie)
    }

    /// Logs in a browser that was just paired as `device`. The pairing has already asked or notified the other devices.
    public func logIn(as device: DeviceSummary, browser: String) async throws -> Secret {
        let now = time.now
        let cookie = Self.secret()
        let session = ConsoleSession(
            id: .make(at: now), userID: device.userID, role: .device, deviceID: device.id, name: browser,
            createdAt: now, lastSeenAt: now)
        try await store.addConsoleSession(session, hash: APIKey.hash(cookie), until: now + Self.lifetime)
        return cookie
    }

    /// The valid session of a cookie.
    public func session(cookie: Secret) async throws -> ConsoleSession? {
        let now = time.now
        guard let session = try await store.consoleSession(hash: APIKey.hash(cookie), at: now) else { return nil }
        if now - session.lastSeenAt >= Self.interval {
            try await store.noteConsoleSession(session.id, seenAt: now, until: now + Self.lifetime)
        }
        return session
    }

    /// The sessions of the caller's user.
    ///
    /// - Parameter current: the caller's own session.
    public func sessions(for caller: KeyRecord, current: KeyID?) async throws -> [ConsoleSession] {
        try await store.consoleSessions(of: caller.userID, at: time.now).map { session in
            var session = session
            session.isCurrent = session.id == current
            return session
        }
    }

    /// - Parameter current: the caller's own session, the only one that a device may end before it is trusted.
    /// - Throws: `APIError` `not_found`, `device_not_trusted`.
    public func end(_ id: KeyID, by caller: KeyRecord, current: KeyID?) async throws {
        if id != current, caller.role == .device, let own = caller.deviceID,
            try await store.device(own)?.trust == .waiting
        {
            throw APIError(.deviceNotTrusted)
        }
        guard try await store.endConsoleSession(id, of: caller.userID) else {
            throw APIError(.notFound, "There is no login \(id) of this user.")
        }
    }

    /// Binds a session to the device whose key its browser holds.
    ///
    /// - Throws: `APIError` `not_found` for a device that is removed or another user's, `signature_invalid`.
    public func bind(_ session: ConsoleSession, _ binding: ConsoleDeviceBinding) async throws {
        guard let device = try await store.device(binding.deviceID), device.userID == session.userID,
            device.inactivation?.cause != .removed
        else { throw APIError(.notFound, "There is no device \(binding.deviceID) of this user.") }
        let statement = ConsoleSession.bindingStatement(of: session.id, to: device.id)
        guard DeviceSignature.isValid(binding.signature, of: statement, by: device.publicKey) else {
            throw APIError(.signatureInvalid, "The signature does not match the key of the device \(device.id).")
        }
        try await store.bindConsoleSession(session.id, to: device.id)
    }

    /// Binds a session to the device that its browser was just paired as.
    public func bind(_ session: ConsoleSession, to device: DeviceSummary) async throws {
        try await store.bindConsoleSession(session.id, to: device.id)
    }

    private static func secret() -> Secret { Secret(APIKey.randomText()) }
}
