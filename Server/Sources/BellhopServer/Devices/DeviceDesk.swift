import BellhopCore
import BellhopModel
import BellhopStore

/// What is known of devices and users, and what may be changed about them.
struct DeviceService: Sendable {
    let store: any DeviceStore
    let trust: DeviceTrust
    let time: any TimeSource

    /// - Parameter user: whose; the caller's own unless given.
    func devices(of user: UserID?, for caller: KeyRecord) async throws -> [DeviceSummary] {
        try await store.devices(of: caller.owner(user, to: "list devices")).map(DeviceSummary.init)
    }

    func device(_ id: DeviceID, for caller: KeyRecord) async throws -> DeviceSummary {
        DeviceSummary(try await find(id, for: caller))
    }

    /// - Throws: ``APIError``: `not_found`, `forbidden`; `invalid_request` for a name that nobody could read.
    func update(_ id: DeviceID, _ update: DeviceUpdate, by caller: KeyRecord) async throws -> DeviceSummary {
        _ = try await find(id, for: caller)
        guard let device = try await store.rename(id, to: update.name) else { throw Self.unknown(id) }
        return DeviceSummary(device)
    }

    func remove(_ id: DeviceID, by caller: KeyRecord) async throws {
        let device = try await find(id, for: caller)
        _ = try await store.removeDevice(id, at: time.now)
        guard device.inactivation?.cause != .removed else { return }
        try await trust.tell(.deviceRemoved(device), to: device.userID)
    }

    func users(after cursor: UserID?, limit: Int) async throws -> [UserSummary] {
        try await store.users(after: cursor, limit: limit, at: time.now)
    }

    private func find(_ id: DeviceID, for caller: KeyRecord) async throws -> Device {
        guard let device = try await store.device(id) else { throw Self.unknown(id) }
        guard caller.role == .admin || device.userID == caller.userID else {
            throw APIError(.forbidden, "This device belongs to another user.")
        }
        // One that waits knows of itself only.
        if let own = caller.deviceID, own != id, try await store.device(own)?.trust == .waiting {
            throw APIError(.deviceNotTrusted)
        }
        return device
    }

    private static func unknown(_ id: DeviceID) -> APIError { APIError(.notFound, "There is no device \(id).") }
}
