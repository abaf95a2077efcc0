public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func addKey(
        _ record: KeyRecord, hash: [UInt8], idempotency: IdempotencyRecord?
    ) async throws -> IdempotentWriteResult {
        try run { state in
            try state.once(idempotency) { state in
                guard !state.keys.contains(where: { $0.hash == hash }) else {
                    throw StoreUnavailable("there is a key with this hash")
                }
                state.keys.append((record, hash))
            }
        }
    }

    public func key(hash: [UInt8]) async throws -> KeyRecord? {
        try run { state in state.keys.first { $0.hash == hash }?.record }
    }

    public func keys() async throws -> [KeyRecord] {
        try run { $0.keys.map(\.record).sorted { $0.createdAt < $1.createdAt } }
    }

    public func revokeKey(_ id: KeyID, at time: Timestamp) async throws -> Bool {
        try run { state in
            guard let index = state.keys.firstIndex(where: { $0.record.id == id }) else { return false }
            if state.keys[index].record.revokedAt == nil { state.keys[index].record.revokedAt = time }
            return true
        }
    }

    public func idempotencyRecord(scope: KeyID, key: String) async throws -> IdempotencyRecord? {
        try run { $0.idempotency[Scope(key: scope, text: key)] }
    }

    public func keep(_ record: IdempotencyRecord) async throws -> IdempotencyRecord {
        try run { state in
            let scope = Scope(key: record.scope, text: record.key)
            if let first = state.idempotency[scope] { return first }
            state.idempotency[scope] = record
            return record
        }
    }

    public func forgetIdempotencyRecords(before time: Timestamp, limit: Int) async throws -> Int {
        try run { state in
            let old = state.idempotency.filter { $0.value.createdAt < time }
                .sorted { $0.value.createdAt < $1.value.createdAt }.prefix(limit)
            for (scope, _) in old { state.idempotency[scope] = nil }
            return old.count
        }
    }
}

extension MemoryStore.State {
    /// Runs `work` and stores `record`, unless there is a record for its key.
    mutating func once(_ record: IdempotencyRecord?, _ work: (inout Self) throws -> Void) throws
        -> IdempotentWriteResult
    {
        let scope = record.map { MemoryStore.Scope(key: $0.scope, text: $0.key) }
        if let scope, let kept = idempotency[scope] { return .repeated(kept) }
        try work(&self)
        if let scope { idempotency[scope] = record }
        return .stored
    }
}

extension MemoryStore {
    public func addPairing(_ pairing: PairingRecord, idempotency: IdempotencyRecord?) async throws
        -> IdempotentWriteResult
    {
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
    ) -> (Device, TrustDecision) {
        var newcomer = redemption.device(pairing.userID)
        let former = holder(of: newcomer)
        let admission = TrustDecision(
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

    /// Applies a trusted device's answer about another device, which is then trusted or removed.
    mutating func resolveEnrolment(_ ask: Ask, with resolution: Resolution, at time: Timestamp) {
        let waits = { (device: Device) in device.enrolmentAsk == ask.id && device.trust == .waiting }
        guard let answer = resolution.answer, let index = devices.firstIndex(where: waits) else { return }
        guard answer.answer == .approve else { return _ = remove(devices[index].id, at: time) }
        devices[index].trust = .trusted
        devices[index].enrolment = DeviceEnrolment(askID: ask.id, deadline: ask.deadline, answer: answer)
        devices[index].enrolmentAsk = nil
        noteTrusted(devices[index])
    }

    /// Withdraws the ask about a device that is no longer waiting for trust.
    mutating func withdrawEnrolment(of device: Device, at time: Timestamp) {
        guard let ask = device.enrolmentAsk else { return }
        _ = transition(ask, .withdrawn(.deviceRemoved), at: time)
    }
}
