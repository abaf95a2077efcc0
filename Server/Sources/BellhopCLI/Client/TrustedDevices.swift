import BellhopClient
import BellhopModel
import BellhopTerminal

/// The pinned devices in a configuration file: hooks on this machine accept answers from these only. Without pinned
/// devices hooks accept answers from any device that the server names.
struct TrustedDevices: Sendable {
    var file = SettingsFile.usual

    /// Adds devices to the pinned ones.
    func add(_ devices: [DeviceSummary]) throws {
        try change { known in
            for device in devices.compactMap(ClientSettings.KnownDevice.init) {
                known.removeAll { $0.id == device.id }
                known.append(device)
            }
        }
    }

    /// Replaces the pinned devices by the active and trusted ones among `devices`.
    ///
    /// - Throws: ``CommandFailure`` when there is none: an empty list would trust every device that the server names.
    func replace(with devices: [DeviceSummary]) throws {
        let trusted = devices.filter { $0.state != .inactive && $0.trust == .trusted }
            .compactMap(ClientSettings.KnownDevice.init)
        guard !trusted.isEmpty else {
            throw CommandFailure(
                "There is no active device to trust, so \(file.path) is unchanged. Pair a device with `bellhop pair`.")
        }
        try change { known in
            known = trusted.map { device in
                // The entry's other fields in the file are kept.
                var entry = known.first { $0.id == device.id } ?? device
                (entry.name, entry.publicKey, entry.keyStorage) = (device.name, device.publicKey, device.keyStorage)
                return entry
            }
        }
    }

    /// - Returns: `true` when it was the last pinned device.
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
    /// - Returns: `nil` when the server sent no readable key.
    fileprivate init?(_ device: DeviceSummary) {
        guard let key = device.publicKey.flatMap({ Base64.decode($0) }) else { return nil }
        self.init(id: device.id, name: device.name, publicKey: key, keyStorage: device.keyStorage)
    }
}
