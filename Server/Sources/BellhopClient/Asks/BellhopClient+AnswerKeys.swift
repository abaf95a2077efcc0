package import BellhopModel

extension BellhopClient {
    /// The public keys that answers are checked against: those of `trusted`, or where nothing is known yet, of the
    /// devices that the server names.
    package func answerKeys(trusted: [DeviceID: [UInt8]]) async throws -> [DeviceID: [UInt8]] {
        guard trusted.isEmpty else { return trusted }
        let devices = try await listDevices()
        let keys = devices.compactMap { device in
            device.publicKey.flatMap { Base64.decode($0) }.map { (device.id, $0) }
        }
        return Dictionary(keys) { $1 }
    }
}
