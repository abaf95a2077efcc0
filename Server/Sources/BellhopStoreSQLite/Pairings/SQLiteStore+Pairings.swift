public import BellhopModel
public import BellhopStore

extension SQLiteStore {
    public func addPairing(codeHash: [UInt8], user: UserID, expiresAt: Timestamp) async throws {
        try await write { try $0.pairings.insert(codeHash: codeHash, user: user, expiresAt: expiresAt) }
    }

    public func redeemPairing(codeHash: [UInt8], at time: Timestamp, attempts: Int) async throws -> PairingAttempt {
        try await write { db in
            if let user = try db.pairings.take(codeHash: codeHash, at: time) { return .accepted(user) }
            try db.pairings.refuse(at: time, attempts: attempts)
            return .refused
        }
    }
}
