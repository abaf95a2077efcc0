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
