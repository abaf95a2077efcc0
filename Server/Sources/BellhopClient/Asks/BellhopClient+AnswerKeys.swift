package import BellhopModel

extension BellhopClient {
    /// The public keys that answers are checked against: those of `trusted`, or where nothing is known yet, of the
    /// devices that the server names.
    package func answerKeys(trusted: [DeviceID: [UInt8]]) async throws -> [DeviceID: [UInt8]] {
        guard trusted.isEmpty else { return trusted }
        let devices = try await listDevices()
        return Dictionary(devices.compactMap { device in Base64.decode(device.publicKey).map { (device.id, $0) } }) {
            $1
        }
    }
}
