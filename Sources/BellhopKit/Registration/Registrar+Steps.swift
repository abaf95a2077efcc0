import BellhopModel

extension Registrar {
    /// In turn only.
    func step() async {
        due = nil
        let facts: RegistrationFacts?
        do {
            try await load()
            facts = try await presentFacts()
        } catch {
            return retry(Strings.current.registrationKeysLocked)
        }
        if isUnwritten { await keep() }
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

    /// - Parameter isSilent: the state stays while the server is asked.
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
        // Only signing out takes a code away while it is tried, or marks the record. The reply must not undo that.
        let hasLeft = code == nil ? kept?.record?.isLeaving ?? false : pairingCode == nil
        let record = RegistrationRecord(
            deviceID: reply.device.id, userID: reply.device.userID, facts: facts, confirmedAt: clock.now,
            isLeaving: hasLeft, isWaiting: reply.device.trust == .waiting)
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
        guard let reply = try? await api.perform(API.removeDevice, id, key: key) else {
            return retry(Strings.current.registrationInterrupted)
        }
        if case .unavailable(let why) = reply { return retry(why.message, atLeast: why.retryAfter) }
        // A refusal means that the server does not know the device or its key: there is nothing left to remove.
        do {
            try await shelf.forget(at: server)
            guard server == identity.server else { return }
            kept = (nil, nil)
            needPairing(.neverPaired)
        } catch {
            retry(Strings.current.registrationNotRemoved)
        }
    }
}
