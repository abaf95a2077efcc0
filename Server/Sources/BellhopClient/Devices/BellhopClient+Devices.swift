public import BellhopModel

extension BellhopClient {
    /// A user's devices, with the public keys that answers are verified against.
    ///
    /// - Parameter user: the key's own unless given; only an admin's key may name another.
    public func listDevices(of user: UserID? = nil) async throws -> [DeviceSummary] {
        try await call(Call(.listDevices, query: [("user", user?.description)]), as: Page<DeviceSummary>.self).items
    }

    public func getDevice(_ id: DeviceID) async throws -> DeviceSummary {
        try await call(Call(.getDevice, id.description))
    }

    /// Renames a device. Needs a device's or an admin's key.
    @discardableResult
    public func updateDevice(_ id: DeviceID, _ update: DeviceUpdate) async throws -> DeviceSummary {
        try await call(Call(.updateDevice, id.description).sending(update))
    }

    /// Everybody with a key or a device, by name. Needs an admin's key.
    ///
    /// - Parameters:
    ///   - cursor: the last one of the page before.
    ///   - limit: 1 to 200; 50 unless given.
    public func listUsers(after cursor: UserID? = nil, limit: Int? = nil) async throws -> [UserSummary] {
        let query = [("after", cursor?.description), ("limit", limit.map(String.init))]
        return try await call(Call(.listUsers, query: query), as: Page<UserSummary>.self).items
    }

    /// Registers a device: the first time with a pairing code and no key, later with the device's own key.
    ///
    /// The reply to the first registration holds the device's key, this once. It is therefore not sent again when it is
    /// unclear whether it was done.
    public func registerDevice(_ registration: DeviceRegistration) async throws -> RegisteredDevice {
        try await call(Call(.registerDevice).sending(registration).onlyOnceWhenInDoubt())
    }

    /// Registers devices that never answer, such as those of another server. Needs an admin's key.
    ///
    /// - Parameter devices: at most ``APILimits/imports``, each as a ``DeviceRegistration`` with its user and its app.
    public func importDevices(_ devices: [some Encodable & Sendable]) async throws -> ImportedDevices {
        try await call(Call(.importDevices).sending(["devices": devices]))
    }

    /// Removes a device and revokes its key.
    public func removeDevice(_ id: DeviceID) async throws {
        _ = try await perform(Call(.removeDevice, id.description))
    }

    /// Which device has used a pairing code. Needs the admin's key that made it.
    public func getPairing(_ id: PairingID) async throws -> PairingStatus {
        try await call(Call(.getPairing, id.description))
    }

    /// Makes a pairing code for a new device. Needs an admin's key.
    public func createPairing(for user: UserID? = nil) async throws -> Pairing {
        try await call(Call(.createPairing).sending(PairingRequest(userID: user)).onlyOnceWhenInDoubt())
    }
}
