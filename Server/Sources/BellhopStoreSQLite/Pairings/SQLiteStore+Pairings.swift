public import BellhopModel
public import BellhopStore
import GRDB

extension SQLiteStore {
    public func addPairing(_ pairing: PairingRecord, idempotency: IdempotencyRecord?) async throws -> IdempotentWriteResult {
        try await write { db in try db.once(idempotency) { try db.pairings.insert(pairing) } }
    }

    public func pairing(_ id: PairingID) async throws -> PairingRecord? {
        try await read { try $0.pairings.find(id) }
    }

    public func redeemPairing(
        _ redemption: PairingRedemption, at time: Timestamp, attempts: Int
    ) async throws -> PairingAttempt {
        try await write { db in
            guard let pairing = try db.pairings.open(codeHash: redemption.codeHash, at: time) else {
                try db.pairings.refuse(at: time, attempts: attempts)
                return .refused
            }
            try db.pairings.forget(at: time)
            let (device, admission) = try db.admit(redemption, pairing)
            try db.pairings.use(pairing.id, by: device.id)
            let key = redemption.keyRecord(for: device, at: time)
            try db.keys.insert(key, hash: redemption.keyHash)
            for notice in redemption.notices(device, admission) { try db.submit(notice, about: device.id) }
            return .accepted(try db.devices.find(device.id) ?? device, key, admission)
        }
    }

    public func askForEnrolment(of id: DeviceID, _ submission: Submission) async throws -> Bool {
        try await write { db in
            guard let device = try db.devices.find(id), device.trust == .waiting, device.inactivation?.cause != .removed else {
                return false
            }
            if let ask = try device.enrolmentAsk.flatMap(db.asks.find), ask.ask.state == .pending { return false }
            try db.submit(submission, about: id)
            return true
        }
    }
}

extension Database {
    fileprivate func admit(_ redemption: PairingRedemption, _ pairing: PairingRecord) throws -> (Device, Admission) {
        var newcomer = redemption.device(pairing.userID)
        let former = try devices.holder(of: newcomer.token, app: newcomer.app)
        let admission = Admission(
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

    /// Stores a notice; the ask in it becomes the one that decides about the device.
    fileprivate func submit(_ notice: Submission, about id: DeviceID) throws {
        _ = try submit(notice, request: try notice.ask.map { try CanonicalJSON.text($0.request) })
        if let ask = notice.ask { try devices.setEnrolmentAsk(of: id, to: ask.id) }
    }
}
