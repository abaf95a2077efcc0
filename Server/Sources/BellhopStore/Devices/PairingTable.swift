public import BellhopModel

extension Database {
    var pairings: PairingTable { PairingTable(db: self) }
}

/// The table of pairing codes, by their SHA-256. An open code has no device, an invalidated one no row.
struct PairingTable {
    private static let columns = "id, code_hash, user_id, created_by, expires_at, is_recovery, device_id"
    /// The time that a row is kept after its code has expired.
    private static let memory = Duration.seconds(3600)

    let db: Database

    func insert(_ pairing: PairingRecord) throws {
        try db.run(
            """
            INSERT INTO pairings (id, code_hash, user_id, created_by, expires_at, is_recovery) VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                pairing.id.blob, pairing.codeHash, pairing.userID.description, pairing.createdBy?.blob,
                pairing.expiresAt.milliseconds, pairing.isRecovery,
            ])
    }

    func find(_ id: PairingID) throws -> PairingRecord? {
        try db.first("SELECT \(Self.columns) FROM pairings WHERE id = ?", [id.blob], PairingRecord.init)
    }

    /// The open code with this hash that is valid at `time`.
    func open(codeHash: [UInt8], at time: Timestamp) throws -> PairingRecord? {
        try db.first(
            "SELECT \(Self.columns) FROM pairings WHERE code_hash = ? AND expires_at > ? AND device_id IS NULL\(db.locked)",
            [codeHash, time.milliseconds], PairingRecord.init)
    }

    func use(_ id: PairingID, by device: DeviceID) throws {
        try db.run("UPDATE pairings SET device_id = ? WHERE id = ?", [device.blob, id.blob])
    }

    /// Counts a refusal against every open code, and deletes invalidated and old ones.
    func refuse(at time: Timestamp, attempts: Int) throws {
        try db.run("UPDATE pairings SET refusals = refusals + 1 WHERE device_id IS NULL")
        try db.run("DELETE FROM pairings WHERE device_id IS NULL AND refusals >= ?", [attempts])
        try deleteExpired(at: time)
    }

    func deleteExpired(at time: Timestamp) throws {
        try db.run("DELETE FROM pairings WHERE expires_at <= ?", [(time - Self.memory).milliseconds])
    }
}

extension PairingRecord {
    fileprivate init(_ row: inout Columns) throws {
        self.init(
            id: try row.id(), codeHash: try row.bytes(), userID: try row.externalID(), createdBy: try row.optionalID(),
            expiresAt: try row.time(), isRecovery: try row.integer() != 0, deviceID: try row.optionalID())
    }
}

extension Store {
    /// Stores a pairing code, and the record of the response.
    public func addPairing(_ pairing: PairingRecord, idempotency: IdempotencyRecord?) async throws
        -> IdempotentWriteResult
    {
        try await write { db in try db.once(idempotency) { try db.pairings.insert(pairing) } }
    }

    /// A pairing, until an hour after the end of its code.
    public func pairing(_ id: PairingID) async throws -> PairingRecord? {
        try await read { try $0.pairings.find(id) }
    }

    /// Uses a code that is valid at `time`: registers the device under the rules of ``Store/register(_:)``,
    /// decides by ``TrustDecision`` whether it is trusted, stores its API key, records it in the pairing, and stores
    /// the notices, in one transaction.
    ///
    /// A device that is not trusted receives no deliveries, and its pending ones end. The ask about a replaced device
    /// is withdrawn.
    ///
    /// A refused attempt counts against every open code, and a code becomes invalid after `attempts` refusals, so that
    /// guessing ends its own chance.
    ///
    /// - Parameter redemption: its device has a new id.
    public func redeemPairing(
        _ redemption: PairingRedemption, at time: Timestamp, attempts: Int
    ) async throws -> PairingAttempt {
        try await write { db in
            guard let pairing = try db.pairings.open(codeHash: redemption.codeHash, at: time) else {
                try db.pairings.refuse(at: time, attempts: attempts)
                return .refused
            }
            // Which device is the first of a user must be decided for one after the other.
            try db.lock("devices of \(pairing.userID)")
            try db.pairings.deleteExpired(at: time)
            let (device, admission) = try db.admit(redemption, pairing)
            try db.pairings.use(pairing.id, by: device.id)
            let key = redemption.keyRecord(for: device, at: time)
            try db.keys.insert(key, hash: redemption.keyHash)
            for notice in redemption.notices(device, admission) { try db.submit(notice, about: device.id) }
            return .accepted(try db.devices.find(device.id) ?? device, key, admission)
        }
    }

    /// Stores an ask about a waiting device, unless one is pending or the device is no longer waiting.
    /// - Returns: whether it was stored.
    public func askForEnrolment(of id: DeviceID, _ submission: Submission) async throws -> Bool {
        try await write { db in
            guard let device = try db.devices.find(id), device.trust == .waiting, device.inactivation?.cause != .removed
            else {
                return false
            }
            if let ask = try device.enrolmentAsk.flatMap(db.asks.find), ask.ask.state == .pending { return false }
            try db.submit(submission, about: id)
            return true
        }
    }
}

extension Database {
    fileprivate func admit(_ redemption: PairingRedemption, _ pairing: PairingRecord) throws -> (Device, TrustDecision)
    {
        var newcomer = redemption.device(pairing.userID)
        let former = try devices.holder(of: newcomer.token, app: newcomer.app)
        let admission = TrustDecision(
            of: newcomer, replacing: former, among: try devices.all(of: pairing.userID),
            hadTrusted: try devices.hadTrusted(pairing.userID, acceptingFileKeys: redemption.acceptsFileKeys),
            isRecovery: pairing.isRecovery, acceptsFileKeys: redemption.acceptsFileKeys)
        newcomer.trust = admission == .waiting ? .waiting : .trusted
        newcomer.enrolment = admission == .known ? former?.enrolment : nil
        newcomer.enrolmentAsk = nil
        let device = try enroll(newcomer)
        if device.trust == .trusted { try devices.noteTrusted(device) }
        return (device, admission)
    }

    /// Stores a notice; an ask in it becomes the one that decides about the device.
    fileprivate func submit(_ notice: Submission, about id: DeviceID) throws {
        _ = try submit(notice, request: try notice.ask.map { try CanonicalJSON.text($0.request) })
        if let ask = notice.ask { try devices.setEnrolmentAsk(of: id, to: ask.id) }
    }
}
