import BellhopFoundation
public import BellhopModel
import BellhopSQL
import BellhopSQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A backup that is verified and ready to replace the SQLite database of a stopped server.
///
/// Keys that are revoked in the current database stay revoked; devices that are removed in it stay removed. A device
/// that another user has taken over, or whose token another device has, is removed, because the token of the backup
/// addresses another installation. Progress that deliveries, schedules and campaigns made after the backup is kept, so
/// that nothing is sent again. The current database does not change before ``commit()``.
public struct Restoration {
    /// The differences from the current database.
    public struct Losses: Hashable, Sendable {
        /// The keys that are valid in the backup and stay revoked.
        public var revokedKeys: [KeyRecord] = []
        /// The devices of the backup that are removed: in the current database they are removed, belong to another
        /// user or have lost their token.
        public var removedDevices: [Device] = []
        /// The number of notifications, including those of asks, that are not in the backup.
        public var notifications: Int64 = 0
        public var asks: Int64 = 0
    }

    /// `nil` when the current database is missing or cannot be read.
    public let losses: Losses?
    /// The path of the current database after ``commit()``; `nil` when there is none.
    public let former: String?
    private let copy: DatabaseCopy
    private let database: String

    /// Copies `file` into `folder`, verifies the copy, and carries over what must not go back.
    ///
    /// - Parameter folder: an existing data folder that no server uses.
    /// - Throws: ``StoreUnavailable``.
    public init(of file: String, into folder: String, at time: Timestamp) throws {
        database = FilePath.join(folder, SQLiteFile.name)
        guard FileManager.default.fileExists(atPath: file) else {
            throw StoreUnavailable("There is no backup \(file): choose another file.")
        }
        do {
            copy = try DatabaseCopy(of: file, at: database + ".restoring")
            try copy.verify(as: file)
        } catch let error as SQLiteError where [.corrupt, .notADatabase, .format].contains(error.code) {
            throw StoreUnavailable("The backup \(file) is damaged or not a database: choose another one.")
        } catch {
            throw StoreUnavailable(error, at: file)
        }
        guard FileManager.default.fileExists(atPath: database) else {
            (losses, former) = (nil, nil)
            return
        }
        let digits = time.description.prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" }
        former = "\(database).before-restore-\(digits)Z"
        do {
            losses = try Self.carryOver(from: database, to: copy.connection, at: time)
        } catch let error as SQLiteError where Self.remediable.contains(error.code) {
            throw StoreUnavailable(error, at: database)
        } catch {
            losses = nil
        }
    }

    /// Replaces the current database, and keeps it under the name ``former``.
    ///
    /// - Throws: ``StoreUnavailable`` when a file cannot be renamed.
    public func commit() throws {
        if let former {
            guard link(database, former) == 0 else {
                throw StoreUnavailable("The database \(database) cannot be kept as \(former): \(SQLiteFile.lastError).")
            }
            // A readable database has no log any more. The log of a damaged one must not be applied to the new database.
            if rename(database + "-wal", former + "-wal") != 0, errno != ENOENT {
                throw StoreUnavailable("The file \(database)-wal cannot be renamed: \(SQLiteFile.lastError).")
            }
            unlink(database + "-shm")
        }
        try copy.publish(as: database)
    }
}

extension Restoration {
    /// The errors after which the current database may be readable at the next attempt.
    private static let remediable: [SQLiteError.Code?] = [
        .busy, .locked, .lockProtocol, .full, .outOfMemory, .readOnly, .permissionDenied, .cannotOpen,
    ]

    /// Carries over what must not go back, in one transaction.
    ///
    /// - Throws: errors of the current database.
    private static func carryOver(
        from database: String, to connection: SQLiteConnection, at time: Timestamp
    ) throws -> Losses {
        try connection.run("ATTACH DATABASE ? AS former", [database])
        // The last connection that closes moves the log into the file.
        defer { try? connection.run("DETACH DATABASE former") }
        guard try connection.integer("PRAGMA former.application_id") == Schema.applicationID else {
            throw StoreUnavailable("The file \(database) is the database of another program.")
        }
        do {
            return try Database.transaction(on: connection, burst: nil) { db in
                let losses = try losses(in: db)
                for key in losses.revokedKeys { _ = try db.keys.revoke(key.id, at: time) }
                for device in losses.removedDevices { _ = try db.remove(device.id, at: time) }
                try catchUp(db, at: time)
                return losses
            }
        } catch let failed as FailedStatement {
            throw failed.cause
        }
    }

    private static func losses(in db: Database) throws -> Losses {
        let keys: Set<KeyID> = Set(
            try db.all(
                """
                SELECT id FROM keys WHERE revoked_at IS NULL
                    AND id IN (SELECT id FROM former.keys WHERE revoked_at IS NOT NULL)
                """
            ) { try $0.id() })
        let devices: [DeviceID] = try db.all(
            """
            SELECT devices.id FROM devices JOIN former.devices AS later ON later.id = devices.id
            WHERE devices.state_cause IS NOT 'removed' AND (
                later.state_cause IN ('removed', 'token_taken') OR later.user_id <> devices.user_id)
            ORDER BY devices.id
            """
        ) { try $0.id() }
        func missing(_ table: String) throws -> Int64 {
            try db.connection.integer(
                "SELECT count(*) FROM former.\(table) WHERE id NOT IN (SELECT id FROM main.\(table))") ?? 0
        }
        return Losses(
            revokedKeys: try db.keys.all().filter { keys.contains($0.id) },
            removedDevices: try devices.compactMap { try db.devices.find($0) },
            notifications: try missing("notifications"), asks: try missing("asks"))
    }

    /// Ends deliveries that have ended, advances schedules and campaigns that have advanced, and deletes pairing codes,
    /// which may have been used, and logins, which may have been ended.
    private static func catchUp(_ db: Database, at time: Timestamp) throws {
        try db.run(
            """
            UPDATE deliveries SET state = ended.state, due = NULL FROM former.deliveries AS ended
            WHERE ended.notification_id = deliveries.notification_id AND ended.purpose = deliveries.purpose
                AND ended.device_id = deliveries.device_id AND ended.due IS NULL AND deliveries.due IS NOT NULL
            """)
        try db.run(
            """
            UPDATE schedules SET revision = later.revision, state = later.state, due = later.due,
                ended_at = later.ended_at, document = later.document, item_id = later.item_id
            FROM former.schedules AS later
            WHERE later.id = schedules.id AND later.revision > schedules.revision AND schedules.due <= ?
            """, [time.milliseconds])
        try db.run(
            """
            UPDATE campaigns SET state = later.state, recipients = later.recipients, deliveries = later.deliveries,
                refused = later.refused, begun_at = later.begun_at, ended_at = later.ended_at, cursor = later.cursor,
                cursor_device = later.cursor_device, figures = later.figures, opened = later.opened,
                latency = later.latency
            FROM former.campaigns AS later WHERE later.id = campaigns.id AND campaigns.ended_at IS NULL
            """)
        try db.run("DELETE FROM pairings WHERE device_id IS NULL")
        try db.run("DELETE FROM console_sessions")
    }
}
