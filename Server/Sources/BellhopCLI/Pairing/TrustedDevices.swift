import BellhopClient
import BellhopModel
import BellhopTerminal

/// The devices in a configuration file, from which hooks on this machine take answers. Where there are none, they take
/// them from whatever devices the server names.
struct TrustedDevices: Sendable {
    var file = SettingsFile.usual

    /// Beside those that are trusted.
    func add(_ devices: [DeviceSummary]) throws {
        try change { known in
            for device in devices.compactMap(ClientSettings.KnownDevice.init) {
                known.removeAll { $0.id == device.id }
                known.append(device)
            }
        }
    }

    /// Those that are active and trusted among `devices`, and no others.
    ///
    /// - Throws: ``CommandFailure`` when there is none, which would be trust in whatever the server names.
    func replace(with devices: [DeviceSummary]) throws {
        let trusted = devices.filter { $0.state != .inactive && $0.trust == .trusted }
            .compactMap(ClientSettings.KnownDevice.init)
        guard !trusted.isEmpty else {
            throw CommandFailure(
                "There is no active device to trust: \(file.path) stays as it is. `bellhop pair` makes a code for one.")
        }
        try change { known in
            known = trusted.map { device in
                // What else stands beside it in the file is kept.
                var entry = known.first { $0.id == device.id } ?? device
                (entry.name, entry.publicKey, entry.keyStorage) = (device.name, device.publicKey, device.keyStorage)
                return entry
            }
        }
    }

    /// - Returns: whether it was the last one.
    func remove(_ id: DeviceID) throws -> Bool {
        var isLast = false
        try change { known in
            isLast = known.map(\.id) == [id]
            known.removeAll { $0.id == id }
        }
        return isLast
    }

    private func change(_ body: (inout [ClientSettings.KnownDevice]) -> Void) throws {
        let former = try file.load()
        var settings = former
        body(&settings.devices)
        if settings != former { try file.save(settings) }
    }
}

extension ClientSettings.KnownDevice {
    /// - Returns: `nil` when the server gave no key that can be read.
    fileprivate init?(_ device: DeviceSummary) {
        guard let key = device.publicKey.flatMap({ Base64.decode($0) }) else { return nil }
        self.init(id: device.id, name: device.name, publicKey: key, keyStorage: device.keyStorage)
    }
}
