public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func register(_ device: Device) async throws -> Device {
        try run { state in
            let known = state.devices.firstIndex { $0.id == device.id }
            let sameToken = state.devices.indices.filter {
                state.devices[$0].app == device.app && state.devices[$0].token == device.token
            }
            let living = sameToken.first { state.devices[$0].state != .inactive }
            var stored = device
            stored.state = .active
            stored.lapse = nil
            stored.lastSeenAt = device.registeredAt
            guard let index = known ?? living ?? sameToken.first else {
                state.devices.append(stored)
                return stored
            }
            let before = state.devices[index]
            stored.id = before.id
            if before.userID != stored.userID { state.givenNames[stored.id] = nil }
            stored.name = state.givenNames[stored.id] ?? stored.name
            state.devices[index] = stored
            if before.userID != device.userID { state.retire(before, at: device.registeredAt) }
            for other in sameToken where other != index {
                if state.devices[other].state != .inactive || state.devices[other].lapse?.cause == .gateway {
                    state.devices[other].lapse = DeviceLapse(at: stored.registeredAt, cause: .tokenTaken)
                }
                state.devices[other].state = .inactive
            }
            return stored
        }
    }

    public func device(_ id: DeviceID) async throws -> Device? {
        try run { state in state.devices.first { $0.id == id } }
    }

    public func devices(of user: UserID) async throws -> [Device] {
        try run { $0.devices.filter { $0.userID == user }.sorted { $0.registeredAt < $1.registeredAt } }
    }

    public func devices(_ ids: Set<DeviceID>) async throws -> [Device] {
        try run { $0.devices.filter { ids.contains($0.id) } }
    }

    public func rename(_ id: DeviceID, to name: String) async throws -> Device? {
        try run { state in
            guard let index = state.devices.firstIndex(where: { $0.id == id }) else { return nil }
            state.givenNames[id] = name
            state.devices[index].name = name
            return state.devices[index]
        }
    }

    public func noteSeen(_ sightings: [DeviceID: Timestamp]) async throws {
        try run { state in
            for (index, device) in state.devices.enumerated() {
                guard let time = sightings[device.id] else { continue }
                state.devices[index].lastSeenAt = max(device.lastSeenAt, time)
            }
        }
        seen.add(sightings.count)
    }

    public func users(after cursor: UserID?, limit: Int, at time: Timestamp) async throws -> [UserSummary] {
        try run { state in
            let names = Set(state.devices.map(\.userID) + state.keys.map(\.record.userID))
            let page = names.filter { name in cursor.map { name > $0 } ?? true }.sorted().prefix(limit)
            return page.map { name in
                let devices = state.devices.filter { $0.userID == name }
                return UserSummary(
                    userID: name, devices: devices.count, activeDevices: devices.count { $0.state == .active },
                    notifications: state.notifications.values.count { $0.userID == name },
                    unread: state.badge(of: name, at: time), lastSeenAt: devices.map(\.lastSeenAt).max())
            }
        }
    }

    public func removeDevice(_ id: DeviceID, at time: Timestamp) async throws -> Bool {
        try run { state in
            guard let index = state.devices.firstIndex(where: { $0.id == id }) else { return false }
            state.devices[index].state = .inactive
            if state.devices[index].lapse?.cause != .removed {
                state.devices[index].lapse = DeviceLapse(at: time, cause: .removed)
            }
            state.retire(state.devices[index], at: time)
            return true
        }
    }

    public func addPairing(codeHash: [UInt8], user: UserID, expiresAt: Timestamp) async throws {
        try run { $0.pairings[codeHash] = PairingCode(user: user, expiresAt: expiresAt) }
    }

    public func redeemPairing(codeHash: [UInt8], at time: Timestamp, attempts: Int) async throws -> PairingAttempt {
        try run { state in
            state.pairings = state.pairings.filter { $0.value.expiresAt > time && $0.value.refusals < attempts }
            if let code = state.pairings.removeValue(forKey: codeHash) { return .accepted(code.user) }
            for hash in state.pairings.keys { state.pairings[hash]?.refusals += 1 }
            return .refused
        }
    }
}

extension MemoryStore.State {
    /// Revokes its owner's keys for the device and ends what waits for it.
    fileprivate mutating func retire(_ device: Device, at time: Timestamp) {
        liveActivities.removeAll { $0.activity.deviceID == device.id }
        (startTokens[device.id], spent[device.id]) = (nil, nil)
        for (index, key) in keys.enumerated()
        where key.record.deviceID == device.id && key.record.userID == device.userID && key.record.revokedAt == nil {
            keys[index].record.revokedAt = time
        }
        for (index, row) in deliveries.enumerated()
        where row.deviceID == device.id && row.ending == nil && row.lease == nil {
            cancel(index, at: time, because: "the device was removed")
        }
    }
}

extension MemoryStore {
    public func deviceCounts() async throws -> [DeviceCount] {
        try run { state in
            let groups = Dictionary(grouping: state.devices) { device in
                [device.platform.rawValue, device.app, device.environment.rawValue, device.state.rawValue]
            }
            return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, devices in
                devices.first.map { device in
                    let address = AppAddress(
                        platform: device.platform, app: device.app, environment: device.environment)
                    return DeviceCount(address, state: device.state, count: devices.count)
                }
            }
        }
    }
}
