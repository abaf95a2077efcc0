public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func register(_ device: Device) async throws -> Device {
        try run { state in
            var device = device
            device.state = .active
            if let index = state.devices.firstIndex(where: { $0.id == device.id }) {
                state.devices[index] = device
                return device
            }
            guard let index = state.devices.firstIndex(where: { $0.app == device.app && $0.token == device.token })
            else {
                state.devices.append(device)
                return device
            }
            let taken = Device(
                id: state.devices[index].id, userID: device.userID, name: device.name, platform: device.platform,
                token: device.token, environment: device.environment, app: device.app, appVersion: device.appVersion,
                locale: device.locale, timeZone: device.timeZone, publicKey: device.publicKey,
                registeredAt: device.registeredAt)
            state.devices[index] = taken
            return taken
        }
    }

    public func device(_ id: DeviceID) async throws -> Device? {
        try run { state in state.devices.first { $0.id == id } }
    }

    public func devices(of user: UserID) async throws -> [Device] {
        try run { $0.devices.filter { $0.userID == user }.sorted { $0.registeredAt < $1.registeredAt } }
    }

    public func removeDevice(_ id: DeviceID, at time: Timestamp) async throws -> Bool {
        try run { state in
            guard let index = state.devices.firstIndex(where: { $0.id == id }) else { return false }
            state.devices[index].state = .inactive
            for index in state.keys.indices
            where state.keys[index].record.deviceID == id && state.keys[index].record.revokedAt == nil {
                state.keys[index].record.revokedAt = time
            }
            for index in state.deliveries.indices
            where state.deliveries[index].deviceID == id && state.deliveries[index].ending == nil {
                state.deliveries[index].ending = .cancelled
            }
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
