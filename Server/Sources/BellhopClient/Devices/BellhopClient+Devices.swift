public import BellhopModel

extension BellhopClient {
    /// The user's devices, with the public keys that answers are verified against.
    public func listDevices() async throws -> [DeviceSummary] {
        try await call(Call(.listDevices), as: Page<DeviceSummary>.self).items
    }

    /// Registers a device: the first time with a pairing code and no key, later with the device's own key.
    ///
    /// The reply to the first registration holds the device's key, this once. It is therefore not sent again when it is
    /// unclear whether it was done.
    public func registerDevice(_ registration: DeviceRegistration) async throws -> RegisteredDevice {
        try await call(Call(.registerDevice).sending(registration).onlyOnceWhenInDoubt())
    }

    /// Removes a device and revokes its key.
    public func removeDevice(_ id: DeviceID) async throws {
        _ = try await perform(Call(.removeDevice, Endpoint.removeDevice.path(id.description)))
    }

    /// Makes a pairing code for a new device. Needs an admin's key.
    public func createPairing(for user: UserID? = nil) async throws -> Pairing {
        try await call(Call(.createPairing).sending(PairingRequest(userID: user)).onlyOnceWhenInDoubt())
    }
}
