public import BellhopModel
public import BellhopStore

/// Lists, renames and removes devices, and lists users.
public struct DeviceService: Sendable {
    private let store: Store
    private let trust: DeviceTrust
    private let time: any TimeSource

    public init(store: Store, trust: DeviceTrust, time: any TimeSource) {
        self.store = store
        self.trust = trust
        self.time = time
    }

    /// - Parameter user: the caller's own by default.
    public func devices(of user: UserID?, for caller: KeyRecord) async throws -> [DeviceSummary] {
        try await store.devices(of: caller.owner(user, to: "list devices")).map(DeviceSummary.init)
    }

    public func device(_ id: DeviceID, for caller: KeyRecord) async throws -> DeviceSummary {
        DeviceSummary(try await find(id, for: caller))
    }

    /// - Throws: `APIError`: `not_found`, `forbidden`; `invalid_request` for an unreadable name.
    public func update(_ id: DeviceID, _ update: DeviceUpdate, by caller: KeyRecord) async throws -> DeviceSummary {
        _ = try await find(id, for: caller)
        guard let device = try await store.rename(id, to: update.name) else { throw Self.unknown(id) }
        return DeviceSummary(device)
    }

    public func remove(_ id: DeviceID, by caller: KeyRecord) async throws {
        let device = try await find(id, for: caller)
        _ = try await store.removeDevice(id, at: time.now)
        guard device.inactivation?.cause != .removed else { return }
        try await trust.notify(device.userID, of: .deviceRemoved(device))
    }

    public func users(after cursor: UserID?, limit: Int) async throws -> [UserSummary] {
        try await store.users(after: cursor, limit: limit, at: time.now)
    }

    private func find(_ id: DeviceID, for caller: KeyRecord) async throws -> Device {
        guard let device = try await store.device(id) else { throw Self.unknown(id) }
        guard caller.role == .admin || device.userID == caller.userID else {
            throw APIError(.forbidden, "This device belongs to another user.")
        }
        // A waiting device may read and remove only itself. The login of an admin may do more without its device.
        if caller.role == .device, let own = caller.deviceID, own != id, try await store.device(own)?.trust == .waiting
        {
            throw APIError(.deviceNotTrusted)
        }
        return device
    }

    private static func unknown(_ id: DeviceID) -> APIError { APIError(.notFound, "There is no device \(id).") }
}
