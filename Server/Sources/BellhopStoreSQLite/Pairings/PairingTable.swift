import BellhopModel
import Foundation
import GRDB

extension Database {
    var pairings: PairingTable { PairingTable(db: self) }
}

/// Open pairing codes by their SHA-256. A code that was used, refused too often or is too old has no row.
struct PairingTable {
    let db: Database

    func insert(codeHash: [UInt8], user: UserID, expiresAt: Timestamp) throws {
        try db.run(
            "INSERT OR REPLACE INTO pairings (code_hash, user_id, expires_at) VALUES (?, ?, ?)",
            [Data(codeHash), user.description, expiresAt.milliseconds])
    }

    /// Uses the code up.
    /// - Returns: whom it was made for; `nil` when there is none that is good at `time`.
    func take(codeHash: [UInt8], at time: Timestamp) throws -> UserID? {
        try db.first(
            "DELETE FROM pairings WHERE code_hash = ? AND expires_at > ? RETURNING user_id",
            [Data(codeHash), time.milliseconds]
        ) { try $0.name() }
    }

    /// Counts a refusal against every code, and drops those that are void or too old.
    func refuse(at time: Timestamp, attempts: Int) throws {
        try db.run("UPDATE pairings SET refusals = refusals + 1")
        try db.run("DELETE FROM pairings WHERE refusals >= ? OR expires_at <= ?", [attempts, time.milliseconds])
    }
}
