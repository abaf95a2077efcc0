import BellhopModel

extension Database {
    /// Reads the facts of several users with few queries.
    ///
    /// - Parameters:
    ///   - users: different ones, at most ``Batch/limit``.
    ///   - hasRegistrations: whether the registrations of the devices are read.
    /// - Returns: the recipients in the order of `users`.
    func recipients(
        _ users: [UserID], at time: Timestamp, hasRegistrations: Bool = false
    ) throws -> [Recipient] {
        let names: Arguments = users.map(\.description)
        let preferences = try self.preferences.find(of: names)
        let devices =
            hasRegistrations ? try self.devices.registrations(of: names) : try self.devices.receiving(of: names)
        // The policy's own query about one user needs no preparation.
        let window = users.count > 1 ? burst?.window : nil
        let pushed = try window.map { try self.pushed(names, since: time - $0) }
        return users.map { user in
            Recipient(
                user: user, preferences: preferences[user] ?? .default, devices: devices[user] ?? [],
                isIdle: pushed.map { !$0.contains(user) } ?? false)
        }
    }

    /// The users with an unread notification that was created since `time`, or is delayed to a later moment.
    private func pushed(_ names: Arguments, since time: Timestamp) throws -> Set<UserID> {
        // Repeats the last one up to a power of two, so that few statements are prepared.
        var names = names
        while names.count.nonzeroBitCount > 1 { names.append(names[names.count - 1]) }
        let values = Array(repeating: "(?)", count: names.count).joined(separator: ", ")
        let found: [UserID] = try all(
            """
            SELECT column1 FROM (VALUES \(values)) AS users
            WHERE EXISTS (
                    SELECT 1 FROM notifications\(indexed("notifications_user_unread"))
                    WHERE user_id = column1 AND id >= ? AND read_at IS NULL)
                OR EXISTS (
                    SELECT 1 FROM notifications\(indexed("notifications_delayed"))
                    WHERE user_id = column1 AND push_at >= ? AND push_at > created_at)
            """,
            names + [NotificationID.first(at: time).blob, time.milliseconds]
        ) { try $0.externalID() }
        return Set(found)
    }
}

extension TransactionChanges {
    /// The facts about `user`, which are read together with those about other expected users.
    ///
    /// They are used once, because a notification to the user changes them.
    func recipient(_ user: UserID, at time: Timestamp, in db: Database) throws -> Recipient {
        if let known = recipients.removeValue(forKey: user) { return known }
        if expected.contains(user) {
            let users = Array(expected.prefix(Batch.limit))
            expected = expected.dropFirst(users.count)
            for recipient in try db.recipients(users, at: time, hasRegistrations: true) {
                recipients[recipient.user] = recipient
            }
            if let known = recipients.removeValue(forKey: user) { return known }
        }
        return try db.recipients([user], at: time, hasRegistrations: true)[0]
    }
}

extension PreferencesTable {
    private static let ofUsers = BatchQuery {
        "SELECT user_id, document FROM preferences WHERE user_id IN (\($0))"
    }

    /// The stored preferences of users, given by their names.
    fileprivate func find(of names: Database.Arguments) throws -> [UserID: NotificationPreferences] {
        let documents: [(UserID, String)] = try db.all(Self.ofUsers, names) { (try $0.externalID(), try $0.text()) }
        // Many users have the same preferences.
        var known: [String: NotificationPreferences] = [:]
        var found: [UserID: NotificationPreferences] = [:]
        for (user, document) in documents {
            let preferences =
                try known[document] ?? CanonicalJSON.decode(NotificationPreferences.self, from: document.utf8)
            known[document] = preferences
            found[user] = preferences
        }
        return found
    }
}

extension DeviceTable {
    private static let receiving = BatchQuery {
        """
        SELECT user_id, registered_at, id, platform, length(public_key) > 0 FROM devices
        WHERE user_id IN (\($0)) AND state = 'active' AND trust = 'trusted'
        """
    }

    /// The devices that receive notifications of users, given by their names.
    fileprivate func receiving(of names: Database.Arguments) throws -> [UserID: [Recipient.Device]] {
        let rows = try db.all(Self.receiving, names) { row in
            let (user, registeredAt): (UserID, Timestamp) = (try row.externalID(), try row.time())
            let device = Recipient.Device(
                id: try row.id(), platform: try row.word(), canAnswer: try row.integer() != 0)
            return (user: user, registeredAt: registeredAt, device: device)
        }
        let ordered = rows.sorted { ($0.registeredAt, $0.device.id) < ($1.registeredAt, $1.device.id) }
        return Dictionary(grouping: ordered, by: \.user).mapValues { $0.map(\.device) }
    }
}
