public import BellhopModel

extension Store {
    /// Stores a registration.
    ///
    /// A device with the same id is updated if ``BellhopModel/Device/isRenewed(by:)`` allows it; otherwise nothing is
    /// stored, because a removed device, or one with another owner or signing key, must be paired again. For a new id,
    /// a device of the same app with the same token is taken over: its owner, key and data become those of `device`, it
    /// keeps its id, and its API keys are revoked. Otherwise the device is new. In each case it becomes active with
    /// `device.registeredAt`, and any other device of the app with that token becomes inactive, because a token
    /// addresses one installation. When the owner changes, pending deliveries of the device end as well, so that
    /// neither answers nor notifications reach the next owner. A name set with ``rename(_:to:)`` is kept, unless the
    /// owner changes. Registering counts as activity.
    /// - Returns: the stored device; `nil` when it must be paired again.
    public func register(_ device: Device) async throws -> Device? {
        try await write { db in
            guard let known = try db.devices.find(device.id) else { return try db.enroll(device) }
            return try db.renew(known, by: device)
        }
    }

    /// Stores devices that cannot answer, under new ids, as ``register(_:)`` does; in one transaction.
    ///
    /// A paired device with the same token that was not removed is not changed: see
    /// ``BellhopModel/Device/isReplaced(by:)``.
    /// - Returns: for each device the stored one, or the unchanged paired device of the same user; `nil` when the
    ///   paired device belongs to another user.
    public func importDevices(_ devices: [Device]) async throws -> [Device?] {
        try await write { db in
            try devices.map { device in
                guard let former = try db.devices.holder(of: device.token, app: device.app),
                    !former.isReplaced(by: device)
                else { return try db.enroll(device) }
                return former.userID == device.userID ? former : nil
            }
        }
    }

    public func device(_ id: DeviceID) async throws -> Device? {
        try await read { try $0.devices.find(id) }
    }

    /// In order of registration, inactive ones included.
    public func devices(of user: UserID) async throws -> [Device] {
        try await read { try $0.devices.all(of: user) }
    }

    /// The existing devices with these ids.
    public func devices(_ ids: Set<DeviceID>) async throws -> [Device] {
        try await read { db in try ids.sorted().compactMap { try db.devices.find($0) } }
    }

    /// Sets a name that is kept when the device registers again under another one.
    /// - Returns: the stored device; `nil` for an unknown one.
    public func rename(_ id: DeviceID, to name: String) async throws -> Device? {
        try await write { db in
            try db.devices.rename(id, to: name)
            return try db.devices.find(id)
        }
    }

    /// Records the devices' last activity; an older time than the recorded one changes nothing.
    public func noteSeen(_ sightings: [DeviceID: Timestamp]) async throws {
        guard !sightings.isEmpty else { return }
        // Nodes lock devices in the same order.
        let ordered = sightings.sorted { $0.key < $1.key }
        try await write { db in for (id, time) in ordered { try db.devices.noteSeen(id, at: time) } }
    }

    /// All users who have or had a key or a device, ordered by name, starting after `cursor`.
    public func users(after cursor: UserID?, limit: Int, at time: Timestamp) async throws -> [UserSummary] {
        try await read { try $0.devices.users(after: cursor, limit: limit, at: time) }
    }

    /// Makes the device inactive, revokes its keys and ends its pending deliveries.
    /// - Returns: whether the device exists. Repeating it changes nothing.
    public func removeDevice(_ id: DeviceID, at time: Timestamp) async throws -> Bool {
        try await write { try $0.remove(id, at: time) }
    }
}

extension Database {
    /// Stores the registration of a device that has its key already.
    /// - Returns: `nil` when `known`, the device with that id, must be paired again; nothing is stored then.
    func renew(_ known: Device, by registration: Device) throws -> Device? {
        guard known.isRenewed(by: registration) else { return nil }
        var registration = registration
        // Only pairing and consent change the trust, not a registration.
        (registration.trust, registration.enrolment, registration.enrolmentAsk) = (
            known.trust, known.enrolment, known.enrolmentAsk
        )
        let stored = try devices.put(registration)
        if known.platform != stored.platform { try deliveries.move(to: stored) }
        try devices.deactivateOthers(than: stored)
        return stored
    }

    /// Registers an installation under a new id, or under the id of the device with the same token.
    func enroll(_ newcomer: Device) throws -> Device {
        guard let former = try devices.holder(of: newcomer.token, app: newcomer.app) else {
            return try devices.put(newcomer)
        }
        var device = newcomer
        device.id = former.id
        let stored = try devices.put(device)
        if former.platform != stored.platform { try deliveries.move(to: stored) }
        try devices.deactivateOthers(than: stored)
        try keys.revoke(of: stored.id, at: stored.registeredAt)
        try withdrawEnrolment(of: former, at: stored.registeredAt)
        if former.userID != stored.userID || stored.trust == .waiting {
            try deliveries.cancelAll(to: stored.id, because: .deviceChangedHands, at: stored.registeredAt)
            try liveActivities.removeAll(on: stored.id)
        }
        return stored
    }
}

extension Store {
    /// All registrations, counted and ordered by platform, app, environment and state. Reads all rows: for diagnosis,
    /// not for every request.
    public func deviceCounts() async throws -> [DeviceCount] {
        try await read { db in
            try db.all(
                """
                SELECT platform, app, environment, state, count(*) FROM devices
                GROUP BY platform, app, environment, state ORDER BY platform, app, environment, state
                """
            ) { row in
                let address = AppAddress(platform: try row.word(), app: try row.text(), environment: try row.word())
                return DeviceCount(address, state: try row.word(), count: Int(try row.integer()))
            }
        }
    }
}

extension Device {
    /// Returns whether `registration`, which has the same id, comes from the paired installation.
    ///
    /// A removed device must be paired again, even when its key was valid a moment ago. Owner and signing key change
    /// only by pairing.
    public func isRenewed(by registration: Device) -> Bool {
        inactivation?.cause != .removed && userID == registration.userID && publicKey == registration.publicKey
    }

    /// Returns whether `newcomer`, which has the token of this device, takes its place. A device that cannot answer
    /// does not replace a paired one that still can.
    public func isReplaced(by newcomer: Device) -> Bool {
        newcomer.canAnswer || !canAnswer || inactivation?.cause == .removed
    }
}
