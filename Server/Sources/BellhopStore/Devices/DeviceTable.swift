import BellhopModel

extension Database {
    var devices: DeviceTable { DeviceTable(db: self) }
}

/// The table of registered devices.
struct DeviceTable {
    private static let columns = """
        id, user_id, coalesce(given_name, name), platform, token, environment, app, app_version, locale, time_zone,
        public_key, key_storage, trust, enrolment, enrolment_ask, state, registered_at, last_seen_at, state_at, state_cause, state_reason
        """

    let db: Database

    /// Stores a registration, which becomes active if it has a token and counts as activity.
    /// - Returns: the stored device, which may have a name given by the user.
    func put(_ device: Device) throws -> Device {
        let inactivation =
            device.token.isMissing ? DeviceInactivation(at: device.registeredAt, cause: .noSubscription) : nil
        let state = inactivation == nil ? Device.State.active : .inactive
        try db.run(
            """
            INSERT INTO devices (
                id, user_id, name, platform, token, environment, app, app_version, locale, time_zone, public_key,
                registered_at, last_seen_at, key_storage, trust, enrolment, enrolment_ask, state, state_at, state_cause)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
            ON CONFLICT (id) DO UPDATE SET
                given_name = CASE WHEN devices.user_id = excluded.user_id THEN devices.given_name END,
                user_id = excluded.user_id, name = excluded.name, platform = excluded.platform,
                token = excluded.token, environment = excluded.environment, app = excluded.app,
                app_version = excluded.app_version, locale = excluded.locale, time_zone = excluded.time_zone,
                public_key = excluded.public_key, key_storage = excluded.key_storage, trust = excluded.trust,
                enrolment = excluded.enrolment, enrolment_ask = excluded.enrolment_ask, state = excluded.state, registered_at = excluded.registered_at,
                last_seen_at = excluded.last_seen_at, state_at = excluded.state_at, state_cause = excluded.state_cause,
                state_reason = NULL
            """,
            [
                device.id.blob, device.userID.description, device.name, device.platform.rawValue, device.token.text,
                device.environment.rawValue, device.app, device.appVersion, device.locale, device.timeZone,
                device.publicKey, device.registeredAt.milliseconds, device.keyStorage?.rawValue,
                device.trust.rawValue, try device.enrolment.map { try CanonicalJSON.text($0) },
                device.enrolmentAsk?.blob, state.rawValue, inactivation?.at.milliseconds, inactivation?.cause.rawValue,
            ])
        return try find(device.id) ?? device
    }

    func find(_ id: DeviceID) throws -> Device? {
        try db.first("SELECT \(Self.columns) FROM devices WHERE id = ?\(db.locked)", [id.blob], Device.init)
    }

    private static let withIDs = BatchQuery { "SELECT \(columns) FROM devices WHERE id IN (\($0))" }

    /// The devices with these ids, in any order.
    func find(_ ids: [DeviceID]) throws -> [Device] { try db.all(Self.withIDs, ids.map(\.blob), Device.init) }

    private static let ofUsers = BatchQuery {
        "SELECT \(columns) FROM devices WHERE user_id IN (\($0)) AND state = 'active' AND trust = 'trusted'"
    }

    /// The devices that receive notifications of users, given by their names; those of one user in the order of
    /// registration. They can be neither removed nor registered again before the transaction ends.
    func registrations(of names: Database.Arguments) throws -> [UserID: [Recipient.Device]] {
        let found = try db.all(Self.ofUsers, names, ending: db.kept, Device.init)
            .sorted { ($0.registeredAt, $0.id) < ($1.registeredAt, $1.id) }
        return Dictionary(grouping: found, by: \.userID).mapValues { devices in
            devices.map {
                Recipient.Device(
                    id: $0.id, platform: $0.platform, canAnswer: !$0.publicKey.isEmpty, registration: $0)
            }
        }
    }

    /// The device that has `token` in `app` now, or had it last.
    func holder(of token: DeviceToken, app: String) throws -> Device? {
        // Another node must not register the token at the same time.
        try db.lock("token \(token.text)")
        return try db.first(
            """
            SELECT \(Self.columns) FROM devices WHERE token = ? AND app = ?
            ORDER BY state = 'active' DESC, registered_at DESC LIMIT 1\(db.locked)
            """,
            [token.text, app], Device.init)
    }

    func all(of user: UserID) throws -> [Device] {
        try db.all(
            "SELECT \(Self.columns) FROM devices WHERE user_id = ? ORDER BY registered_at, id", [user.description],
            Device.init)
    }

    /// Users with an active device, trusted or not, ordered by id, after `cursor`.
    func owners(after cursor: UserID?, limit: Int) throws -> [UserID] {
        try db.all(
            "SELECT DISTINCT user_id FROM devices WHERE state = 'active' AND user_id > ? ORDER BY user_id LIMIT ?",
            [cursor?.description ?? "", max(0, limit)]
        ) { try $0.externalID() }
    }

    /// The devices that receive notifications.
    ///
    /// - Parameter answering: excludes devices that cannot answer.
    func active(of user: UserID, answering: Bool = false) throws -> [DeviceID] {
        try db.all(
            """
            SELECT id FROM devices
            WHERE user_id = ?1 AND state = 'active' AND trust = 'trusted' AND length(public_key) >= ?2
            ORDER BY registered_at, id
            """,
            [user.description, answering ? 1 : 0]
        ) { try $0.id() }
    }
}

extension Device {
    fileprivate init(_ row: inout Columns) throws {
        self.init(
            id: try row.id(), userID: try row.externalID(), name: try row.text(), platform: try row.word(),
            token: try row.known(DeviceToken(try row.text())), environment: try row.word(), app: try row.text(),
            appVersion: try row.optionalText(), locale: try row.optionalText(), timeZone: try row.optionalText(),
            publicKey: try row.bytes(), keyStorage: try row.optionalWord(), trust: try row.word(),
            enrolment: try row.optionalJSON(), enrolmentAsk: try row.optionalID(), state: try row.word(),
            registeredAt: try row.time(),
            lastSeenAt: try row.time(), inactivation: try DeviceInactivation(&row))
    }
}

extension DeviceInactivation {
    /// - Returns: `nil` without an inactivation.
    fileprivate init?(_ row: inout Columns) throws {
        let time = try row.optionalTime()
        let cause: Cause? = try row.optionalWord()
        let reason = try row.optionalText()
        guard let time, let cause else { return nil }
        self.init(at: time, cause: cause, reason: reason)
    }
}

// Names, activity and users of devices.
extension DeviceTable {
    func rename(_ id: DeviceID, to name: String) throws {
        try db.run("UPDATE devices SET given_name = ? WHERE id = ?", [name, id.blob])
    }

    func noteSeen(_ id: DeviceID, at time: Timestamp) throws {
        try db.run(
            "UPDATE devices SET last_seen_at = ?1 WHERE id = ?2 AND last_seen_at < ?1", [time.milliseconds, id.blob])
    }

    func users(after cursor: UserID?, limit: Int, at time: Timestamp) throws -> [UserSummary] {
        var users: Set<UserID> = []
        for table in ["devices", "keys"] {
            // No name is empty, so every name comes after the empty one.
            users.formUnion(
                try db.all(
                    "SELECT DISTINCT user_id FROM \(table) WHERE user_id > ? ORDER BY user_id LIMIT ?",
                    [cursor?.description ?? "", max(0, limit)]
                ) { try $0.externalID() })
        }
        return try users.sorted { $0.description.utf8.lexicographicallyPrecedes($1.description.utf8) }
            .prefix(max(0, limit)).map { try summary(of: $0, at: time) }
    }

    private func summary(of user: UserID, at time: Timestamp) throws -> UserSummary {
        var summary = UserSummary(
            userID: user, devices: 0, activeDevices: 0, notifications: try db.history.total(of: user, .init()),
            unread: try db.history.unread(of: user, at: time))
        for device in try all(of: user) {
            summary.devices += 1
            if device.state == .active { summary.activeDevices += 1 }
            summary.lastSeenAt = max(summary.lastSeenAt ?? device.lastSeenAt, device.lastSeenAt)
        }
        return summary
    }
}
