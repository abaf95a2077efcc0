import BellhopModel

/// Registers the device with its server, and again whenever the server would otherwise be wrong about it.
actor Registrar {
    private let api: DeviceAPI
    private let shelf: RegistrationShelf
    private let deviceKey: any DeviceKey
    private let clock: any ClockPort
    private let randomness: any RandomnessPort
    private let turn = Turn()

    private(set) var state: RegistrationState = .waitingForToken
    /// When to advance again if nothing else happens, by uptime: a clock that is set back must not put it off.
    private var due: Duration?

    private var identity: AppIdentity
    private var token: DeviceToken?
    private var tokenFailure: String?
    private var pairingCode: String?
    private var kept: (record: RegistrationRecord?, key: Secret?)?
    /// What is in force could not be written yet.
    private var isUnwritten = false
    private var isKeyRevoked = false
    private var failures = 0

    init(
        identity: AppIdentity, api: DeviceAPI, shelf: RegistrationShelf, deviceKey: any DeviceKey,
        clock: any ClockPort, randomness: any RandomnessPort
    ) {
        self.identity = identity
        self.api = api
        self.shelf = shelf
        self.deviceKey = deviceKey
        self.clock = clock
        self.randomness = randomness
    }

    // MARK: What happened

    func tokenArrived(_ token: DeviceToken) {
        self.token = token
        tokenFailure = nil
    }

    func tokenFailed(_ message: String) { tokenFailure = message }

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

    /// The server answered 401 to `key`.
    func keyRejected(_ key: Secret) {
        guard kept?.key == key else { return }
        isKeyRevoked = true
        state = .needsPairing(.keyRevoked)
    }

    /// The person signs out. From now on there are no credentials, also when the server cannot be told yet.
    /// - Throws: when that could not be kept: then nothing has changed.
    func leave() async throws {
        try await load()
        guard var record = kept?.record else {
            pairingCode = nil
            return
        }
        record.isLeaving = true
        kept?.record = record
        do {
            try await shelf.keep(record, key: nil, at: identity.server)
        } catch {
            kept?.record?.isLeaving = false
            throw error
        }
        pairingCode = nil
        state = .leaving
    }

    func credentials() async -> CredentialLookup {
        guard (try? await load()) != nil else { return .locked }
        guard let record = kept?.record, let key = kept?.key, !record.isLeaving, !isKeyRevoked else { return .unpaired }
        return .found(DeviceCredentials(deviceID: record.deviceID, userID: record.userID, key: key))
    }

    // MARK: What follows

    /// How long until ``advance()`` has something to do; `nil` when only something new can give it that.
    var pause: Duration? { due.map { max(.zero, $0 - clock.uptime) } }

    /// Takes the next step, if there is one to take.
    @discardableResult
    func advance() async -> RegistrationState {
        _ = await turn.take { await step() }
        return state
    }

    private func step() async {
        due = nil
        let facts: RegistrationFacts?
        do {
            try await load()
            facts = try await presentFacts()
        } catch {
            return retry("The device's keys cannot be read. They can be once it was unlocked.")
        }
        if isUnwritten { await keep() }
        let plan = RegistrationPlan(
            record: kept?.record, facts: facts, hasKey: kept?.key != nil, isKeyRevoked: isKeyRevoked,
            pairingCode: pairingCode)
        switch plan.step(at: clock.now) {
        case .waitForToken: state = tokenFailure.map { .tokenFailed(message: $0) } ?? .waitingForToken
        case .needPairing(let reason): needPairing(reason)
        case .upToDate: confirm()
        case .register: if let facts { await register(facts) }
        case .leave(let id): await leaveServer(id)
        }
    }

    private func register(_ facts: RegistrationFacts) async {
        guard let token else { return }
        let server = identity.server
        let code = pairingCode
        let registration = DeviceRegistration(
            pairingCode: code, name: facts.name, platform: facts.platform, token: token,
            environment: facts.environment, app: facts.app, appVersion: facts.appVersion, locale: facts.locale,
            timeZone: facts.timeZone, publicKey: facts.publicKey)
        state = .registering
        guard let reply = try? await api.register(registration, key: code == nil ? kept?.key : nil) else {
            return retry("The app was stopped while it registered.")
        }
        guard server == identity.server else { return }
        switch reply {
        case .value(let device): await registered(device, facts, code: code)
        case .refused(let refusal): refused(refusal, code: code)
        case .unavailable(let why): retry(why.message, atLeast: why.retryAfter)
        }
    }

    private func registered(_ reply: RegisteredDevice, _ facts: RegistrationFacts, code: String?) async {
        // Only signing out takes a code away while it is tried, or marks the record. The reply must not undo that.
        let hasLeft = code == nil ? kept?.record?.isLeaving ?? false : pairingCode == nil
        let record = RegistrationRecord(
            deviceID: reply.device.id, userID: reply.device.userID, facts: facts, confirmedAt: clock.now,
            isLeaving: hasLeft)
        forget(code)
        guard let key = reply.key ?? kept?.key else { return needPairing(.keyLost) }
        // In force at once; when it cannot be kept, what is lost is only that the next launch knows of it.
        kept = (record, key)
        isKeyRevoked = false
        await keep()
        if hasLeft { leaveSoon() } else { confirm() }
    }

    private func refused(_ refusal: Refusal, code: String?) {
        failures = 0
        forget(code)
        if code != nil, refusal.code == .pairingCodeInvalid {
            return needPairing(.codeRefused(message: refusal.message))
        }
        if code == nil, refusal.status == 401 || refusal.status == 403 {
            isKeyRevoked = true
            return needPairing(.keyRevoked)
        }
        state = .refused(message: refusal.message)
    }

    /// The code was tried. Another may have been entered meanwhile.
    private func forget(_ code: String?) {
        if pairingCode == code { pairingCode = nil }
    }

    private func leaveServer(_ id: DeviceID) async {
        guard let key = kept?.key else { return }
        let server = identity.server
        state = .leaving
        guard let reply = try? await api.removeDevice(id, key: key) else {
            return retry("The app was stopped while it signed out.")
        }
        if case .unavailable(let why) = reply { return retry(why.message, atLeast: why.retryAfter) }
        // A refusal means that the server does not know the device or its key: there is nothing left to remove.
        do {
            try await shelf.forget(at: server)
            guard server == identity.server else { return }
            kept = (nil, nil)
            needPairing(.neverPaired)
        } catch {
            retry("The registration could not be removed from the device's storage.")
        }
    }

    // MARK: Where that leads

    private func confirm() {
        guard let record = kept?.record else { return }
        failures = 0
        state = .registered(device: record.deviceID, user: record.userID)
        let rest = record.confirmedAt + RegistrationPlan.lifetime - clock.now
        due = clock.uptime + (isUnwritten ? Backoff.registration.limit : rest)
    }

    private func leaveSoon() {
        due = clock.uptime
        state = .leaving
    }

    private func needPairing(_ reason: PairingReason) {
        failures = 0
        state = .needsPairing(reason)
    }

    private func retry(_ message: String, atLeast: Duration? = nil) {
        failures += 1
        let delay = Backoff.registration.delay(after: failures, random: randomness.next(), atLeast: atLeast)
        due = clock.uptime + delay
        state = .retrying(message: message, at: clock.now + delay)
    }

    // MARK: What is known

    private func load() async throws {
        guard kept == nil else { return }
        let server = identity.server
        let read = try await shelf.read(at: server)
        if kept == nil, server == identity.server { kept = read }
    }

    private func keep() async {
        guard let record = kept?.record else { return }
        do {
            try await shelf.keep(record, key: kept?.key, at: identity.server)
            isUnwritten = false
        } catch {
            isUnwritten = true
        }
    }

    private func presentFacts() async throws -> RegistrationFacts? {
        guard let token else { return nil }
        return RegistrationFacts(
            identity, token: token, publicKey: try await deviceKey.publicKey(), digesting: shelf.digesting)
    }
}
