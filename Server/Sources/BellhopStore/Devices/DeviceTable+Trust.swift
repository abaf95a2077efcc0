import BellhopModel

// The trust in devices.
extension DeviceTable {
    /// Returns whether the user has ever had a trusted device.
    ///
    /// - Parameter acceptingFileKeys: whether one with a file-based key counts.
    func hadTrusted(_ user: UserID, acceptingFileKeys: Bool) throws -> Bool {
        try db.first(
            "SELECT count(*) FROM trusted_users WHERE user_id = ? AND in_file <= ?",
            [user.description, acceptingFileKeys]
        ) { try $0.integer() > 0 } ?? false
    }

    func noteTrusted(_ device: Device) throws {
        try db.run(
            "INSERT INTO trusted_users (user_id, in_file) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [device.userID.description, device.keyStorage == .file])
    }

    func setEnrolmentAsk(of id: DeviceID, to ask: AskID) throws {
        try db.run("UPDATE devices SET enrolment_ask = ? WHERE id = ?", [ask.blob, id.blob])
    }

    /// The device that waits for the answer to `ask`.
    func waiting(for ask: Ask) throws -> Device? {
        try all(of: ask.userID).first { $0.enrolmentAsk == ask.id && $0.trust == .waiting }
    }

    func trust(_ id: DeviceID, by enrolment: DeviceEnrolment) throws {
        try db.run(
            "UPDATE devices SET trust = 'trusted', enrolment = ?, enrolment_ask = NULL WHERE id = ?",
            [try CanonicalJSON.text(enrolment), id.blob])
    }
}

extension Database {
    /// Applies a trusted device's answer about another one, which becomes trusted or is removed.
    func resolveEnrolment(_ ask: Ask, with resolution: Resolution, at time: Timestamp) throws {
        guard let answer = resolution.answer, let device = try devices.waiting(for: ask) else { return }
        guard answer.answer == .approve else { return _ = try remove(device.id, at: time) }
        try devices.trust(device.id, by: DeviceEnrolment(askID: ask.id, deadline: ask.deadline, answer: answer))
        try devices.noteTrusted(device)
    }

    /// - Returns: whether the device exists.
    func remove(_ id: DeviceID, at time: Timestamp) throws -> Bool {
        guard try devices.remove(id, at: time) else { return false }
        try keys.revoke(of: id, at: time)
        try deliveries.cancelAll(to: id, because: .deviceRemoved, at: time)
        try liveActivities.removeAll(on: id)
        try withdrawEnrolment(of: try devices.find(id), at: time)
        return true
    }

    /// Withdraws the ask about a device that is no longer waiting.
    func withdrawEnrolment(of device: Device?, at time: Timestamp) throws {
        guard let ask = device?.enrolmentAsk else { return }
        _ = try transition(ask, .withdrawn(.deviceRemoved), at: time)
    }
}

// Changes of a registration's state that its device did not cause. Conditions on `registered` exclude later
// registrations.
extension DeviceTable {
    /// - Returns: whether the device exists. One that was removed before keeps the time of its removal.
    func remove(_ id: DeviceID, at time: Timestamp) throws -> Bool {
        try db.run(
            """
            UPDATE devices SET
                state = 'inactive', state_at = CASE state_cause WHEN 'removed' THEN state_at ELSE ? END, state_cause = 'removed',
                state_reason = NULL
            WHERE id = ?
            """,
            [time.milliseconds, id.blob])
        return db.changesCount > 0
    }

    /// Deactivates other devices with the same token, which addresses one installation; they do not return with that
    /// token.
    func deactivateOthers(than device: Device) throws {
        try db.run(
            """
            UPDATE devices SET state = 'inactive', state_at = ?, state_cause = 'token_taken', state_reason = NULL
            WHERE token = ? AND app = ? AND id <> ? AND (state <> 'inactive' OR state_cause = 'gateway')
            """,
            [device.registeredAt.milliseconds, device.token.text, device.app, device.id.blob])
    }

    func deactivate(_ id: DeviceID, registered: Timestamp, because inactivation: DeviceInactivation) throws {
        try db.run(
            """
            UPDATE devices SET state = 'inactive', state_at = ?, state_cause = ?, state_reason = ?
            WHERE id = ? AND registered_at = ? AND state <> 'inactive'
            """,
            [
                inactivation.at.milliseconds, inactivation.cause.rawValue, inactivation.reason, id.blob,
                registered.milliseconds,
            ])
    }

    func quarantine(_ id: DeviceID, registered: Timestamp, because inactivation: DeviceInactivation) throws {
        try db.run(
            """
            UPDATE devices SET state = 'quarantined', state_at = ?, state_cause = ?, state_reason = ?
            WHERE id = ? AND state = 'active' AND registered_at = ?
            """,
            [
                inactivation.at.milliseconds, inactivation.cause.rawValue, inactivation.reason, id.blob,
                registered.milliseconds,
            ])
    }

    /// Sets the environment in which the token has proved valid, which ends a quarantine.
    func move(_ id: DeviceID, to environment: PushEnvironment, registered: Timestamp) throws {
        try db.run(
            "UPDATE devices SET environment = ? WHERE id = ? AND registered_at = ?",
            [environment.rawValue, id.blob, registered.milliseconds])
        try db.run(
            """
            UPDATE devices SET state = 'active', state_at = NULL, state_cause = NULL, state_reason = NULL
            WHERE id = ? AND registered_at = ? AND state = 'quarantined'
            """,
            [id.blob, registered.milliseconds])
    }

    /// Reactivates a device that a gateway made inactive.
    func reactivate(_ id: DeviceID) throws {
        try db.run(
            """
            UPDATE devices SET state = 'active', state_at = NULL, state_cause = NULL, state_reason = NULL
            WHERE id = ? AND state_cause = 'gateway'
            """,
            [id.blob])
    }
}
