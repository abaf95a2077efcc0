import BellhopModel
import BellhopStore
import Foundation
import GRDB

extension Database {
    var pairings: PairingTable { PairingTable(db: self) }
}

/// Pairing codes by their SHA-256. An open one has no device; a void one has no row.
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
                pairing.id.blob, Data(pairing.codeHash), pairing.userID.description, pairing.createdBy?.blob,
                pairing.expiresAt.milliseconds, pairing.isRecovery,
            ])
    }

    func find(_ id: PairingID) throws -> PairingRecord? {
        try db.first("SELECT \(Self.columns) FROM pairings WHERE id = ?", [id.blob], PairingRecord.init)
    }

    /// The open code with this hash that is good at `time`.
    func open(codeHash: [UInt8], at time: Timestamp) throws -> PairingRecord? {
        try db.first(
            "SELECT \(Self.columns) FROM pairings WHERE code_hash = ? AND expires_at > ? AND device_id IS NULL",
            [Data(codeHash), time.milliseconds], PairingRecord.init)
    }

    func use(_ id: PairingID, by device: DeviceID) throws {
        try db.run("UPDATE pairings SET device_id = ? WHERE id = ?", [device.blob, id.blob])
    }

    /// Counts a refusal against every open code, and drops those that are void, and what is too old.
    func refuse(at time: Timestamp, attempts: Int) throws {
        try db.run("UPDATE pairings SET refusals = refusals + 1 WHERE device_id IS NULL")
        try db.run("DELETE FROM pairings WHERE device_id IS NULL AND refusals >= ?", [attempts])
        try forget(at: time)
    }

    func forget(at time: Timestamp) throws {
        try db.run("DELETE FROM pairings WHERE expires_at <= ?", [(time - Self.memory).milliseconds])
    }
}

extension PairingRecord {
    fileprivate init(_ row: inout Columns) throws {
        self.init(
            id: try row.id(), codeHash: try row.bytes(), userID: try row.name(), createdBy: try row.optionalID(),
            expiresAt: try row.time(), isRecovery: try row.integer() != 0, deviceID: try row.optionalID())
    }
}
