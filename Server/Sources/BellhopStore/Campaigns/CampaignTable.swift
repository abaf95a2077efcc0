import BellhopModel

extension Database {
    var campaigns: CampaignTable { CampaignTable(db: self) }
}

/// The table of campaigns with their progress.
struct CampaignTable {
    static let columns = """
        id, audience, delivery, content, state, recipients, deliveries, refused, created_at, expires_at, begun_at,
        ended_at, figures, opened, latency
        """

    let db: Database

    func insert(_ campaign: Campaign) throws {
        try db.run(
            """
            INSERT INTO campaigns (
                id, audience, delivery, content, state, recipients, deliveries, refused, created_at, expires_at, begun_at,
                ended_at, item_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                campaign.id.blob, try CanonicalJSON.text(campaign.to), campaign.delivery.rawValue,
                try CanonicalJSON.text(campaign.notification), campaign.state.rawValue, campaign.recipients,
                campaign.deliveries, campaign.refused, campaign.createdAt.milliseconds, campaign.expiresAt.milliseconds,
                campaign.begunAt?.milliseconds, campaign.endedAt?.milliseconds, campaign.notification.options?.itemID,
            ])
    }

    func find(_ id: CampaignID) throws -> Campaign? {
        try db.first("SELECT \(Self.columns) FROM campaigns WHERE id = ?\(db.locked)", [id.blob], Campaign.init)
    }

    func page(before cursor: CampaignID?, limit: Int) throws -> [Campaign] {
        let end = cursor ?? CampaignID(high: .max, low: .max)
        return try db.all(
            "SELECT \(Self.columns) FROM campaigns WHERE id < ? ORDER BY id DESC LIMIT ?", [end.blob, max(0, limit)],
            Campaign.init)
    }

    /// The campaign to advance next, and the last user it has reached; no broadcast.
    func next() throws -> (Campaign, cursor: UserID?)? {
        try db.first(
            """
            SELECT \(Self.columns), cursor FROM campaigns WHERE ended_at IS NULL AND delivery = 'individual'
            ORDER BY recipients, id LIMIT 1\(db.skippingLocked)
            """
        ) { (try Campaign(&$0), try $0.optionalExternalID()) }
    }

    /// - Parameter cursor: the last user it has reached; `nil` leaves it unchanged.
    func update(_ campaign: Campaign, cursor: UserID? = nil) throws {
        try db.run(
            """
            UPDATE campaigns SET state = ?, recipients = ?, deliveries = ?, refused = ?, begun_at = ?, ended_at = ?,
                cursor = coalesce(?, cursor)
            WHERE id = ?
            """,
            [
                campaign.state.rawValue, campaign.recipients, campaign.deliveries, campaign.refused,
                campaign.begunAt?.milliseconds, campaign.endedAt?.milliseconds, cursor?.description, campaign.id.blob,
            ])
        if campaign.state.isEnd { try db.run("DELETE FROM campaign_users WHERE campaign_id = ?", [campaign.id.blob]) }
    }

    /// The open campaigns about `item`.
    func open(about item: TopicID) throws -> [Campaign] {
        try db.all(
            "SELECT \(Self.columns) FROM campaigns WHERE item_id = ? AND ended_at IS NULL\(db.locked)",
            [item.description],
            Campaign.init)
    }

    /// - Returns: the number of deleted campaigns, earliest end first and at most `limit`.
    func delete(endedBefore moment: Timestamp, expiredAt time: Timestamp, limit: Int) throws -> Int {
        try db.run(
            """
            DELETE FROM campaigns WHERE id IN (
                SELECT id FROM campaigns WHERE ended_at < ? AND expires_at <= ? ORDER BY ended_at LIMIT ?)
            """,
            [moment.milliseconds, time.milliseconds, max(0, limit)])
        return db.changesCount
    }

    func isStopped(_ id: CampaignID) throws -> Bool {
        try db.first("SELECT state FROM campaigns WHERE id = ?", [id.blob]) {
            try $0.word() as Campaign.State == .stopped
        } ?? false
    }

    private static let naming = BatchInsert(
        into: "campaign_users", "campaign_id, user_id, title, subtitle, body, deep_link",
        onConflict: "ON CONFLICT (campaign_id, user_id) DO NOTHING")

    /// Names the recipients of a campaign. Of several entries for a user the first counts.
    func name(_ recipients: [Audience.Recipient], for id: CampaignID) throws {
        let campaign = id.blob
        var values: Database.Arguments = []
        for recipient in recipients {
            values += [
                campaign, recipient.user.description, recipient.title, recipient.subtitle, recipient.body,
                recipient.deepLink,
            ]
        }
        try db.insert(values, Self.naming)
    }

    func named(for id: CampaignID, after cursor: UserID?, limit: Int) throws -> [Audience.Recipient] {
        try db.all(
            """
            SELECT user_id, title, subtitle, body, deep_link FROM campaign_users
            WHERE campaign_id = ? AND user_id > ? ORDER BY user_id LIMIT ?
            """,
            [id.blob, cursor?.description ?? "", max(0, limit)]
        ) { row in
            Audience.Recipient(
                user: try row.externalID(), title: try row.optionalText(), subtitle: try row.optionalText(),
                body: try row.optionalText(), deepLink: try row.optionalText())
        }
    }
}

extension Campaign {
    init(_ row: inout Columns) throws {
        self.init(
            id: try row.id(), to: try row.json(), delivery: try row.word(), notification: try row.json(),
            state: try row.word(), recipients: Int(try row.integer()), deliveries: Int(try row.integer()),
            refused: Int(try row.integer()), createdAt: try row.time(), expiresAt: try row.time(),
            begunAt: try row.optionalTime(), endedAt: try row.optionalTime())
        let counts: BroadcastCounts? = try row.optionalJSON()
        let (opened, latency) = (Int(try row.integer()), try row.integer())
        if delivery == .broadcast {
            figures = BroadcastFigures(counts ?? BroadcastCounts(), opened: opened, latency: latency)
        }
    }
}
