import BellhopModel

/// Registers the device with its server, and repeats it when a registered fact changes or a day has passed.
actor Registrar {
    let api: DeviceAPI
    let storage: RegistrationStorage
    let deviceKey: any DeviceKey
    let clock: any ClockPort
    let randomness: any RandomnessPort
    private let onKeyRejected: @Sendable (RegistrationState) -> Void
    private let stepping = AsyncLock()

    var state: RegistrationState = .waitingForToken
    /// The uptime of the next step: setting the wall clock back must not delay it.
    var due: Duration?

    var identity: AppIdentity
    var token: DeviceToken?
    var tokenFailure: String?
    var pairingCode: String?
    var kept: (record: RegistrationRecord?, key: Secret?)?
    /// `true` while the current registration could not be stored.
    var isUnwritten = false
    var isKeyRevoked = false
    var failures = 0

    init(
        identity: AppIdentity, api: DeviceAPI, storage: RegistrationStorage, deviceKey: any DeviceKey,
        clock: any ClockPort, randomness: any RandomnessPort,
        onKeyRejected: @escaping @Sendable (RegistrationState) -> Void = { _ in }
    ) {
        self.identity = identity
        self.api = api
        self.storage = storage
        self.deviceKey = deviceKey
        self.clock = clock
        self.randomness = randomness
        self.onKeyRejected = onKeyRejected
    }

    // MARK: Events

    func tokenArrived(_ token: DeviceToken) {
        self.token = token
        tokenFailure = nil
    }

    func tokenFailed(_ message: String) { tokenFailure = message }

    /// Reports that the app was unregistered for pushes, so that its token is invalid.
    func tokenWithdrawn() { token = nil }

    var hasToken: Bool { token != nil }

    func identityChanged(_ identity: AppIdentity) {
        if identity.server != self.identity.server {
            kept = nil
            pairingCode = nil
            isKeyRevoked = false
        }
        self.identity = identity
    }

    func pairingCodeEntered(_ code: String) {
        pairingCode = code
        failures = 0
    }

    /// Reports that the server answered 401 to `key`.
    func keyRejected(_ key: Secret) {
        guard kept?.key == key else { return }
        isKeyRevoked = true
        state = .needsPairing(.keyRevoked)
        onKeyRejected(state)
    }

    /// Signs out. From now on there are no credentials, also while the server is unreachable.
    /// - Throws: when the sign-out could not be stored; nothing has changed then.
    func leave() async throws {
        try await load()
        guard var record = kept?.record else {
            pairingCode = nil
            return
        }
        record.isLeaving = true
        kept?.record = record
        do {
            try await storage.store(record, key: nil, at: identity.server)
        } catch {
            kept?.record?.isLeaving = false
            throw error
        }
        pairingCode = nil
        state = .leaving
    }

    func credentials() async -> CredentialLookup {
        guard (try? await load()) != nil else { return .locked }
        // A device that waits for trust receives nothing, and its answers are refused.
        guard let record = kept?.record, let key = kept?.key, !record.isLeaving, !isKeyRevoked,
            record.isWaiting != true
        else { return .unpaired }
        return .found(DeviceCredentials(deviceID: record.deviceID, userID: record.userID, key: key))
    }

    // MARK: Steps

    /// The time until ``advance()`` has work to do; `nil` when it waits for an event.
    var pause: Duration? { due.map { max(.zero, $0 - clock.uptime) } }

    /// Takes the next step, if any.
    @discardableResult
    func advance() async -> RegistrationState {
        _ = await stepping.withLock { await step() }
        return state
    }
}
