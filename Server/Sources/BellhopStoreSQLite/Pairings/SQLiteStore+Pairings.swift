public import BellhopModel
public import BellhopStore
import GRDB

extension SQLiteStore {
    public func addPairing(
        codeHash: [UInt8], user: UserID, expiresAt: Timestamp, idempotency: IdempotencyRecord?
    ) async throws -> OnceResult {
        try await write { db in
            try db.once(idempotency) {
                try db.pairings.insert(codeHash: codeHash, user: user, expiresAt: expiresAt)
            }
        }
    }

    public func redeemPairing(
        _ redemption: PairingRedemption, at time: Timestamp, attempts: Int
    ) async throws -> PairingAttempt {
        try await write { db in
            guard let user = try db.pairings.take(codeHash: redemption.codeHash, at: time) else {
                try db.pairings.refuse(at: time, attempts: attempts)
                return .refused
            }
            let device = try db.enroll(redemption.device(user))
            let key = redemption.keyRecord(for: device, at: time)
            try db.keys.insert(key, hash: redemption.keyHash)
            return .accepted(device, key)
        }
    }
}
