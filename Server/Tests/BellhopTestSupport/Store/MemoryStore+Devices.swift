public import BellhopModel
import BellhopStore

extension MemoryStore {
    public func register(_ device: Device) async throws -> Device? {
        try run { state in
            guard let index = state.devices.firstIndex(where: { $0.id == device.id }) else {
                return state.enroll(device)
            }
            let known = state.devices[index]
            guard known.isRenewed(by: device) else { return nil }
            var renewed = device
            (renewed.trust, renewed.enrolment, renewed.enrolmentAsk) = (
                known.trust, known.enrolment, known.enrolmentAsk
            )
            return state.put(renewed, at: index)
        }
    }

    public func importDevices(_ devices: [Device]) async throws -> [Device?] {
        try run { state in
            devices.map { device in
                guard let former = state.holder(of: device), !former.yields(to: device) else {
                    return state.enroll(device)
                }
                return former.userID == device.userID ? former : nil
            }
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
        try run { $0.remove(id, at: time) }
    }
}

extension MemoryStore.State {
    mutating func remove(_ id: DeviceID, at time: Timestamp) -> Bool {
        guard let index = devices.firstIndex(where: { $0.id == id }) else { return false }
        devices[index].state = .inactive
        if devices[index].inactivation?.cause != .removed {
            devices[index].inactivation = DeviceInactivation(at: time, cause: .removed)
        }
        revokeKeys(of: id, at: time)
        endWork(of: devices[index], at: time)
        withdrawEnrolment(of: devices[index], at: time)
        return true
    }

    /// Registers an installation under a new id, or under that of the device with the same token.
    mutating func enroll(_ newcomer: Device) -> Device {
        guard let former = holder(of: newcomer), let index = devices.firstIndex(where: { $0.id == former.id }) else {
            devices.append(newcomer)
            return put(newcomer, at: devices.endIndex - 1)
        }
        var device = newcomer
        device.id = former.id
        withdrawEnrolment(of: former, at: device.registeredAt)
        if former.userID != device.userID { givenNames[device.id] = nil }
        if former.userID != device.userID || device.trust == .waiting {
            endWork(of: former, at: device.registeredAt)
        }
        revokeKeys(of: device.id, at: device.registeredAt)
        return put(device, at: index)
    }

    /// The device that has, or last had, the token of `newcomer`.
    func holder(of newcomer: Device) -> Device? {
        let sameToken = devices.filter { $0.app == newcomer.app && $0.token == newcomer.token }
        return sameToken.first { $0.state != .inactive } ?? sameToken.first
    }

    /// Stores a registration, and inactivates other devices with the same token.
    fileprivate mutating func put(_ registration: Device, at index: Int) -> Device {
        var device = registration
        device.name = givenNames[device.id] ?? device.name
        (device.state, device.inactivation, device.lastSeenAt) = (.active, nil, device.registeredAt)
        devices[index] = device
        for other in devices.indices
        where other != index && devices[other].app == device.app && devices[other].token == device.token {
            if devices[other].state != .inactive || devices[other].inactivation?.cause == .gateway {
                devices[other].inactivation = DeviceInactivation(at: device.registeredAt, cause: .tokenTaken)
            }
            devices[other].state = .inactive
        }
        return device
    }

    fileprivate mutating func revokeKeys(of device: DeviceID, at time: Timestamp) {
        for index in keys.indices
        where keys[index].record.deviceID == device && keys[index].record.revokedAt == nil {
            keys[index].record.revokedAt = time
        }
    }

    fileprivate mutating func endWork(of device: Device, at time: Timestamp) {
        liveActivities.removeAll { $0.activity.deviceID == device.id }
        (startTokens[device.id], spent[device.id]) = (nil, nil)
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
