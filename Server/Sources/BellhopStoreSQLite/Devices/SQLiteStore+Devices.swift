public import BellhopModel
import BellhopStore

extension SQLiteStore {
    public func register(_ device: Device) async throws -> Device {
        try await write { db in
            let former = try db.devices.find(device.id) ?? db.devices.holder(of: device.token, app: device.app)
            var stored = device
            stored.id = former?.id ?? device.id
            stored.state = .active
            try db.devices.put(stored)
            try db.devices.deactivateOthers(than: stored)
            if let former, former.userID != stored.userID {
                try db.keys.revoke(of: stored.id, ownedBy: former.userID, at: stored.registeredAt)
                try db.deliveries.cancelAll(to: stored.id, because: .deviceChangedHands, at: stored.registeredAt)
                try db.liveActivities.removeAll(on: stored.id)
            }
            return stored
        }
    }

    public func device(_ id: DeviceID) async throws -> Device? {
        try await read { try $0.devices.find(id) }
    }

    public func devices(of user: UserID) async throws -> [Device] {
        try await read { try $0.devices.all(of: user) }
    }

    public func removeDevice(_ id: DeviceID, at time: Timestamp) async throws -> Bool {
        try await write { db in
            guard try db.devices.deactivate(id) else { return false }
            try db.keys.revoke(of: id, at: time)
            try db.deliveries.cancelAll(to: id, because: .deviceRemoved, at: time)
            try db.liveActivities.removeAll(on: id)
            return true
        }
    }
}
