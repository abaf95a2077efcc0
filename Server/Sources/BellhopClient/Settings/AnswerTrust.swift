public import BellhopModel

/// The devices whose answers count for a program on this machine.
public struct AnswerTrust: Hashable, Sendable {
    /// The public keys of the pinned devices; `nil` if none is pinned, and the server decides which devices are
    /// trusted.
    public let pins: [DeviceID: [UInt8]]?
    /// Pinned devices that are not trusted: their signing key is in a file, and the server does not simulate.
    public let refused: Set<DeviceID>
    /// `true` when devices with a signing key in a file are trusted.
    public let acceptsFileKeys: Bool

    /// Trust in the server's list: no device is pinned.
    public static let server = AnswerTrust(pins: nil, refused: [], acceptsFileKeys: true)

    /// Trust in these devices and in those that they have enrolled.
    public static func pinned(_ keys: [DeviceID: [UInt8]], acceptsFileKeys: Bool = false) -> AnswerTrust {
        AnswerTrust(pins: keys, refused: [], acceptsFileKeys: acceptsFileKeys)
    }

    init(pins: [DeviceID: [UInt8]]?, refused: Set<DeviceID>, acceptsFileKeys: Bool) {
        self.pins = pins
        self.refused = refused
        self.acceptsFileKeys = acceptsFileKeys
    }
}

extension ClientSettings {
    /// The devices whose answers count according to these settings.
    ///
    /// With pinned devices of which none is trusted, no answer counts: the server's devices do not replace them.
    public var answerTrust: AnswerTrust {
        guard !devices.isEmpty || trustFile != nil else { return .server }
        let acceptsFileKeys = simulator != nil && trustFile == nil
        let isBelieved = { (device: KnownDevice) in acceptsFileKeys || device.keyStorage != .file }
        let keys = devices.filter(isBelieved).map { ($0.id, $0.publicKey) }
        return AnswerTrust(
            pins: Dictionary(keys, uniquingKeysWith: { _, last in last }),
            refused: Set(devices.filter { !isBelieved($0) }.map(\.id)), acceptsFileKeys: acceptsFileKeys)
    }
}
