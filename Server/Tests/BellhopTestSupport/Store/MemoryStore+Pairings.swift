public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func addPairing(_ pairing: PairingRecord, idempotency: IdempotencyRecord?) async throws -> IdempotentWriteResult {
        try run { state in
            try state.once(idempotency) { $0.pairings[pairing.codeHash] = PairingCode(record: pairing) }
        }
    }

    public func pairing(_ id: PairingID) async throws -> PairingRecord? {
        try run { state in state.pairings.values.first { $0.record.id == id }?.record }
    }

    public func redeemPairing(
        _ redemption: PairingRedemption, at time: Timestamp, attempts: Int
    ) async throws -> PairingAttempt {
        try run { state in
            let isOpen = { (code: PairingCode) in code.record.deviceID == nil && code.record.expiresAt > time }
            guard let code = state.pairings[redemption.codeHash], isOpen(code) else {
                for (hash, code) in state.pairings where code.record.deviceID == nil {
                    state.pairings[hash]?.refusals += 1
                    if code.refusals + 1 >= attempts { state.pairings[hash] = nil }
                }
                state.forgetPairings(at: time)
                return .refused
            }
            guard !state.keys.contains(where: { $0.hash == redemption.keyHash }) else {
                throw StoreUnavailable("there is a key with this hash")
            }
            state.forgetPairings(at: time)
            let (device, admission) = state.admit(redemption, code.record)
            state.pairings[redemption.codeHash]?.record.deviceID = device.id
            let key = redemption.keyRecord(for: device, at: time)
            state.keys.append((key, redemption.keyHash))
            for notice in redemption.notices(device, admission) { try state.submit(notice, about: device.id) }
            return .accepted(state.devices.first { $0.id == device.id } ?? device, key, admission)
        }
    }

    public func askForEnrolment(of id: DeviceID, _ submission: Submission) async throws -> Bool {
        try run { state in
            guard let device = state.devices.first(where: { $0.id == id }), device.trust == .waiting,
                device.inactivation?.cause != .removed
            else { return false }
            if let ask = device.enrolmentAsk, state.asks[ask]?.state == .pending { return false }
            try state.submit(submission, about: id)
            return true
        }
    }
}

extension MemoryStore.State {
    fileprivate mutating func forgetPairings(at time: Timestamp) {
        pairings = pairings.filter { $0.value.record.expiresAt > time - .seconds(3600) }
    }

    fileprivate mutating func admit(
        _ redemption: PairingRedemption, _ pairing: PairingRecord
    ) -> (Device, Admission) {
        var newcomer = redemption.device(pairing.userID)
        let former = holder(of: newcomer)
        let admission = Admission(
            of: newcomer, replacing: former, among: devices.filter { $0.userID == pairing.userID },
            hadTrusted: trustedUsers.contains {
                $0.user == pairing.userID && (redemption.acceptsFileKeys || !$0.isKeyInFile)
            }, isRecovery: pairing.isRecovery, acceptsFileKeys: redemption.acceptsFileKeys)
        newcomer.trust = admission == .waiting ? .waiting : .trusted
        newcomer.enrolment = admission == .known ? former?.enrolment : nil
        let device = enroll(newcomer)
        if device.trust == .trusted { noteTrusted(device) }
        return (device, admission)
    }

    fileprivate mutating func submit(_ notice: Submission, about id: DeviceID) throws {
        _ = try submit(notice)
        guard let ask = notice.ask, let index = devices.firstIndex(where: { $0.id == id }) else { return }
        devices[index].enrolmentAsk = ask.id
    }

    private mutating func noteTrusted(_ device: Device) {
        trustedUsers.insert(.init(user: device.userID, isKeyInFile: device.keyStorage == .file))
    }

    /// Carries out what a trusted device has answered about another one: it is trusted, or removed.
    mutating func settleEnrolment(_ ask: Ask, with resolution: Resolution, at time: Timestamp) {
        let waits = { (device: Device) in device.enrolmentAsk == ask.id && device.trust == .waiting }
        guard let answer = resolution.answer, let index = devices.firstIndex(where: waits) else { return }
        guard answer.answer == .approve else { return _ = remove(devices[index].id, at: time) }
        devices[index].trust = .trusted
        devices[index].enrolment = DeviceEnrolment(askID: ask.id, deadline: ask.deadline, answer: answer)
        devices[index].enrolmentAsk = nil
        noteTrusted(devices[index])
    }

    /// The ask about a device that does not wait any more needs no answer.
    mutating func withdrawEnrolment(of device: Device, at time: Timestamp) {
        guard let ask = device.enrolmentAsk else { return }
        _ = transition(ask, .withdrawn(.deviceRemoved), at: time)
    }
}
