public import BellhopModel
import BellhopStore

extension SQLiteStore {
    public func register(_ device: Device) async throws -> Device? {
        try await write { db in
            guard let known = try db.devices.find(device.id) else { return try db.enroll(device) }
            return try db.renew(known, by: device)
        }
    }

    public func importDevices(_ devices: [Device]) async throws -> [Device?] {
        try await write { db in
            try devices.map { device in
                guard let former = try db.devices.holder(of: device.token, app: device.app), !former.yields(to: device)
                else { return try db.enroll(device) }
                return former.userID == device.userID ? former : nil
            }
        }
    }

    public func device(_ id: DeviceID) async throws -> Device? {
        try await read { try $0.devices.find(id) }
    }

    public func devices(of user: UserID) async throws -> [Device] {
        try await read { try $0.devices.all(of: user) }
    }

    public func devices(_ ids: Set<DeviceID>) async throws -> [Device] {
        try await read { db in try ids.sorted().compactMap { try db.devices.find($0) } }
    }

    public func rename(_ id: DeviceID, to name: String) async throws -> Device? {
        try await write { db in
            try db.devices.rename(id, to: name)
            return try db.devices.find(id)
        }
    }

    public func noteSeen(_ sightings: [DeviceID: Timestamp]) async throws {
        guard !sightings.isEmpty else { return }
        try await write { db in for (id, time) in sightings { try db.devices.noteSeen(id, at: time) } }
    }

    public func users(after cursor: UserID?, limit: Int, at time: Timestamp) async throws -> [UserSummary] {
        try await read { try $0.devices.users(after: cursor, limit: limit, at: time) }
    }

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

extension SQLiteStore {
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
