import BellhopModel

extension Registrar {
    /// Takes one step. Calls must not overlap.
    func step() async {
        due = nil
        let facts: RegistrationFacts?
        do {
            try await load()
            facts = try await presentFacts()
        } catch {
            return retry(Strings.current.registrationKeysLocked)
        }
        if isUnwritten { await store() }
        let plan = RegistrationPlan(
            record: kept?.record, facts: facts, hasKey: kept?.key != nil, isKeyRevoked: isKeyRevoked,
            pairingCode: pairingCode)
        switch plan.step(at: clock.now) {
        case .waitForToken: state = tokenFailure.map { .tokenFailed(message: $0) } ?? .waitingForToken
        case .needPairing(let reason): needPairing(reason)
        case .upToDate: confirm()
        case .register(let changes): if let facts { await register(facts, isSilent: changes == [.trust]) }
        case .leave(let id): await leaveServer(id)
        }
    }

    /// - Parameter isSilent: `true` to keep the published state during the request.
    private func register(_ facts: RegistrationFacts, isSilent: Bool) async {
        guard let token, let storage = try? await deviceKey.storage() else {
            return retry(Strings.current.registrationKeysLocked)
        }
        let server = identity.server
        let code = pairingCode
        let registration = DeviceRegistration(
            pairingCode: code, name: facts.name, platform: facts.platform, token: token,
            environment: facts.environment, app: facts.app, appVersion: facts.appVersion, locale: facts.locale,
            timeZone: facts.timeZone, publicKey: facts.publicKey, keyStorage: storage)
        if !isSilent || !state.isWaitingForTrust { state = .registering }
        guard
            let reply = try? await api.call(
                API.registerDevice, body: registration, key: code == nil ? kept?.key : nil)
        else {
            return retry(Strings.current.registrationInterrupted)
        }
        guard server == identity.server else { return }
        switch reply {
        case .value(let device): await registered(device, facts, code: code)
        case .refused(let refusal): refused(refusal, code: code)
        case .unavailable(let why): retry(why.message, atLeast: why.retryAfter)
        }
    }

    private func registered(_ reply: RegisteredDevice, _ facts: RegistrationFacts, code: String?) async {
        // Only signing out removes a code or marks the record during the request. The reply must not undo that.
        let hasLeft = code == nil ? kept?.record?.isLeaving ?? false : pairingCode == nil
        let record = RegistrationRecord(
            deviceID: reply.device.id, userID: reply.device.userID, facts: facts, confirmedAt: clock.now,
            isLeaving: hasLeft, isWaiting: reply.device.trust == .waiting)
        discard(code)
        guard let key = reply.key ?? kept?.key else { return needPairing(.keyLost) }
        // Valid at once; after a failed write only the next launch does not know of it.
        kept = (record, key)
        isKeyRevoked = false
        await store()
        if hasLeft { beginLeaving() } else { confirm() }
    }

    private func refused(_ refusal: Refusal, code: String?) {
        failures = 0
        discard(code)
        if code != nil, refusal.code == .pairingCodeInvalid {
            return needPairing(.codeRefused(message: refusal.message))
        }
        if code == nil, refusal.status == 401 || refusal.status == 403 {
            isKeyRevoked = true
            return needPairing(.keyRevoked)
        }
        state = .refused(message: refusal.message)
    }

    /// Discards a used code, unless another one was entered during the request.
    private func discard(_ code: String?) {
        if pairingCode == code { pairingCode = nil }
    }

    private func leaveServer(_ id: DeviceID) async {
        guard let key = kept?.key else { return }
        let server = identity.server
        state = .leaving
        guard let reply = try? await api.perform(API.removeDevice, id, key: key) else {
            return retry(Strings.current.registrationInterrupted)
        }
        if case .unavailable(let why) = reply { return retry(why.message, atLeast: why.retryAfter) }
        // A refusal means that the server does not know the device or its key, so there is no registration to remove.
        do {
            try await storage.remove(at: server)
            guard server == identity.server else { return }
            kept = (nil, nil)
            needPairing(.neverPaired)
        } catch {
            retry(Strings.current.registrationNotRemoved)
        }
    }
}

/// State changes.
extension Registrar {
    func confirm() {
        guard let record = kept?.record else { return }
        failures = 0
        if record.isWaiting == true {
            state = .waitingForTrust(
                device: record.deviceID, user: record.userID, fingerprint: fingerprint(of: record.facts))
            due = clock.uptime + RegistrationPlan.trustInterval
            return
        }
        state = .registered(device: record.deviceID, user: record.userID)
        let rest = record.confirmedAt + RegistrationPlan.lifetime - clock.now
        due = clock.uptime + (isUnwritten ? RetryBackoff.background.limit : rest)
    }

    /// The fingerprint of this device's own key, never of a key that the server reports.
    private func fingerprint(of facts: RegistrationFacts) -> String {
        KeyFingerprint.text(of: Base64.decode(facts.publicKey) ?? [], sha256: storage.digesting.sha256)
    }

    func beginLeaving() {
        due = clock.uptime
        state = .leaving
    }

    func needPairing(_ reason: PairingReason) {
        failures = 0
        state = .needsPairing(reason)
    }

    func retry(_ message: String, atLeast: Duration? = nil) {
        failures += 1
        let delay = RetryBackoff.background.delay(after: failures, random: randomness.next(), atLeast: atLeast)
        due = clock.uptime + delay
        state = .retrying(message: message, at: clock.now + delay)
    }
}

/// Stored state.
extension Registrar {
    func load() async throws {
        guard kept == nil else { return }
        let server = identity.server
        let read = try await storage.read(at: server)
        if kept == nil, server == identity.server { kept = read }
    }

    func store() async {
        guard let record = kept?.record else { return }
        do {
            try await storage.store(record, key: kept?.key, at: identity.server)
            isUnwritten = false
        } catch {
            isUnwritten = true
        }
    }

    func presentFacts() async throws -> RegistrationFacts? {
        guard let token else { return nil }
        return RegistrationFacts(
            identity, token: token, publicKey: try await deviceKey.publicKey(), digesting: storage.digesting)
    }
}
