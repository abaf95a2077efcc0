import BellhopModel
import BellhopSQL

extension Database {
    var broadcasts: BroadcastTable { BroadcastTable(db: self) }
}

/// The columns of campaigns that are broadcast, and the devices that they reach.
struct BroadcastTable {
    let db: Database

    /// The broadcast to advance next that is not claimed.
    func next(at time: Timestamp) throws -> BroadcastClaim? {
        try db.first(
            """
            SELECT \(CampaignTable.columns), cursor, cursor_device, turn FROM campaigns
            WHERE ended_at IS NULL AND delivery = 'broadcast' AND coalesce(lease, 0) <= ?
            ORDER BY recipients, id LIMIT 1\(db.locked)
            """,
            [time.milliseconds]
        ) { row in
            let campaign = try Campaign(&row)
            let (user, device): (UserID?, DeviceID?) = (try row.optionalExternalID(), try row.optionalID())
            let cursor = user.flatMap { user in device.map { BroadcastCursor(user: user, device: $0) } }
            return BroadcastClaim(campaign: campaign, cursor: cursor, turn: try row.integer())
        }
    }

    func claim(_ claim: BroadcastClaim, until lease: Timestamp) throws {
        try db.run(
            "UPDATE campaigns SET lease = ?, turn = ? WHERE id = ?",
            [lease.milliseconds, claim.turn, claim.campaign.id.blob])
    }

    /// - Returns: whether the campaign is open and was not claimed again.
    func renew(_ claim: BroadcastClaim, until lease: Timestamp) throws -> Bool {
        try db.run(
            "UPDATE campaigns SET lease = ? WHERE id = ? AND turn = ? AND ended_at IS NULL",
            [lease.milliseconds, claim.campaign.id.blob, claim.turn])
        return db.changesCount > 0
    }

    /// The counts of a broadcast; `nil` when it was claimed again.
    func counts(for claim: BroadcastClaim) throws -> BroadcastCounts? {
        try db.first(
            "SELECT figures FROM campaigns WHERE id = ? AND turn = ?\(db.locked)", [claim.campaign.id.blob, claim.turn]
        ) { try $0.optionalJSON() ?? BroadcastCounts() }
    }

    /// Stores a position with its counts, and ends the claim.
    func store(_ counts: BroadcastCounts, _ cursor: BroadcastCursor?, latency: Int64, for id: CampaignID) throws {
        try db.run(
            """
            UPDATE campaigns SET figures = ?, latency = latency + ?, cursor = coalesce(?, cursor),
                cursor_device = coalesce(?, cursor_device), lease = NULL
            WHERE id = ?
            """,
            [
                try CanonicalJSON.text(counts), latency, cursor?.user.description, cursor?.device.blob, id.blob,
            ])
    }

    /// Ends every claim at once.
    func endLeases() throws {
        try db.run("UPDATE campaigns SET lease = NULL WHERE ended_at IS NULL AND delivery = 'broadcast'")
    }

    /// - Returns: whether `id` is a broadcast.
    func exists(_ id: CampaignID) throws -> Bool {
        try db.first("SELECT 1 FROM campaigns WHERE id = ? AND delivery = 'broadcast'", [id.blob]) {
            try $0.integer()
        } != nil
    }

    /// Counts that a broadcast was opened on `device`, once.
    func noteOpening(of id: CampaignID, on device: DeviceID) throws {
        try db.run(
            """
            INSERT INTO campaign_openings (campaign_id, device_id) VALUES (?, ?)
            ON CONFLICT (campaign_id, device_id) DO NOTHING
            """,
            [id.blob, device.blob])
        guard db.changesCount > 0 else { return }
        try db.run("UPDATE campaigns SET opened = opened + 1 WHERE id = ?", [id.blob])
    }
}

// Devices in the order of users and ids.
extension BroadcastTable {
    private static let deviceColumns = """
        devices.user_id, devices.id, platform, token, environment, app, registered_at, document
        """
    private static let receives = "state = 'active' AND trust = 'trusted' AND (devices.user_id, devices.id) > (?1, ?2)"

    /// The devices after `cursor` that receive notifications, at most `limit`.
    func devices(after cursor: BroadcastCursor?, limit: Int) throws -> [BroadcastRow] {
        try db.all(
            """
            SELECT \(Self.deviceColumns) FROM devices\(db.indexed("devices_active"))
            LEFT JOIN preferences ON preferences.user_id = devices.user_id
            WHERE \(Self.receives) ORDER BY devices.user_id, devices.id LIMIT ?3
            """,
            [cursor?.user.description ?? "", cursor?.device.blob ?? [], max(0, limit)], BroadcastRow.init)
    }

    /// The devices after `cursor` of the members up to `last`, at most `limit`.
    func devices(
        of members: BroadcastMembers, after cursor: BroadcastCursor?, through last: UserID?, limit: Int
    ) throws -> [BroadcastRow] {
        let bound: Database.Arguments = last.map { [$0.description] } ?? []
        return try db.all(
            """
            SELECT \(Self.deviceColumns) FROM \(members.table) AS members
            \(db.orderedJoin) devices\(db.indexed("devices_active")) ON devices.user_id = members.user_id
            LEFT JOIN preferences ON preferences.user_id = members.user_id
            WHERE members.\(members.column) = ?4 AND members.user_id >= ?1\(last == nil ? "" : " AND members.user_id <= ?5")
                AND \(Self.receives)
            ORDER BY members.user_id, devices.id LIMIT ?3
            """,
            [cursor?.user.description ?? "", cursor?.device.blob ?? [], max(0, limit), members.key] + bound,
            BroadcastRow.init)
    }

    /// The member at the position `offset` after the user `cursor`; `nil` when there are fewer.
    func member(of members: BroadcastMembers, after cursor: UserID?, offset: Int) throws -> UserID? {
        try db.first(
            """
            SELECT user_id FROM \(members.table) WHERE \(members.column) = ? AND user_id > ?
            ORDER BY user_id LIMIT 1 OFFSET ?
            """,
            [members.key, cursor?.description ?? "", max(0, offset)]
        ) { try $0.externalID() }
    }
}

/// The table that lists the users of a broadcast.
struct BroadcastMembers {
    let table: String
    /// The column of the topic or campaign.
    let column: String
    let key: any SQLValueConvertible

    /// - Returns: `nil` for everyone.
    init?(of campaign: Campaign) {
        if campaign.to.everyone == true { return nil }
        if let topic = campaign.to.topic {
            (table, column, key) = ("subscriptions", "topic_id", topic.description)
        } else {
            (table, column, key) = ("campaign_users", "campaign_id", campaign.id.blob)
        }
    }
}

/// A device with the preferences of its user.
struct BroadcastRow {
    let target: BroadcastTarget
    /// The preferences as canonical JSON; `nil` for the default.
    let preferences: String?

    init(_ row: inout Columns) throws {
        let user: UserID = try row.externalID()
        target = BroadcastTarget(
            user: user, id: try row.id(), platform: try row.word(), token: try row.known(DeviceToken(try row.text())),
            environment: try row.word(), app: try row.text(), registeredAt: try row.time())
        preferences = try row.optionalText()
    }
}
