public import BellhopModel

/// A stored pairing code, identified by its SHA-256.
public struct PairingRecord: Hashable, Sendable {
    public var id: PairingID
    public var codeHash: [UInt8]
    public var userID: UserID
    /// The key that may read the pairing's status; `nil` for a code created on the server's machine.
    public var createdBy: KeyID?
    /// The end of the code's validity.
    public var expiresAt: Timestamp
    /// Indicates whether its device is trusted without the consent of another one.
    public var isRecovery: Bool
    /// The device that used it.
    public var deviceID: DeviceID?

    public init(
        id: PairingID, codeHash: [UInt8], userID: UserID, createdBy: KeyID? = nil, expiresAt: Timestamp,
        isRecovery: Bool = false, deviceID: DeviceID? = nil
    ) {
        self.id = id
        self.codeHash = codeHash
        self.userID = userID
        self.createdBy = createdBy
        self.expiresAt = expiresAt
        self.isRecovery = isRecovery
        self.deviceID = deviceID
    }
}

/// A request of an installation to be paired with a code.
public struct PairingRedemption: Sendable {
    /// SHA-256 of the code.
    public var codeHash: [UInt8]
    /// Makes the device to register, for the user of the code.
    public var device: @Sendable (UserID) -> Device
    /// The id of the device's new API key, and the SHA-256 of its text.
    public var keyID: KeyID
    public var keyHash: [UInt8]
    /// Indicates whether devices with a file-based signing key count as trusted.
    public var acceptsFileKeys: Bool
    /// Makes the notices to the user's trusted devices, stored in the same transaction. An ask among them decides about
    /// the device.
    public var notices: @Sendable (Device, TrustDecision) -> [Submission]

    public init(
        codeHash: [UInt8], keyID: KeyID, keyHash: [UInt8], acceptsFileKeys: Bool = true,
        notices: @escaping @Sendable (Device, TrustDecision) -> [Submission] = { _, _ in [] },
        device: @escaping @Sendable (UserID) -> Device
    ) {
        self.codeHash = codeHash
        self.device = device
        self.keyID = keyID
        self.keyHash = keyHash
        self.acceptsFileKeys = acceptsFileKeys
        self.notices = notices
    }

    /// The key record of the stored `device`.
    package func keyRecord(for device: Device, at time: Timestamp) -> KeyRecord {
        KeyRecord(
            id: keyID, role: .device, userID: device.userID, deviceID: device.id, label: device.name, createdAt: time)
    }
}

/// The reason why a newly paired device is trusted, or `waiting`.
public enum TrustDecision: Hashable, Sendable {
    /// The user's first device.
    case first
    /// The same installation with the same signing key, which was trusted before.
    case known
    /// The code was created by a recovery.
    case recovery
    /// A trusted device must confirm it.
    case waiting

    /// Decides whether a newly paired device is trusted.
    ///
    /// - Parameters:
    ///   - newcomer: the device to register.
    ///   - former: the device that it replaces, because it has the same token.
    ///   - all: the user's devices before pairing.
    ///   - hadTrusted: whether the user has ever had a trusted device whose kind of key this server accepts.
    package init(
        of newcomer: Device, replacing former: Device?, among all: [Device], hadTrusted: Bool, isRecovery: Bool,
        acceptsFileKeys: Bool
    ) {
        let isSame = { (device: Device) in
            device.userID == newcomer.userID && device.publicKey == newcomer.publicKey && device.trust == .trusted
        }
        let others = all.filter { device in
            device.trust == .trusted && device.canAnswer && device.inactivation?.cause != .removed
                && device.publicKey != newcomer.publicKey && (acceptsFileKeys || device.keyStorage != .file)
        }
        if isRecovery {
            self = .recovery
        } else if !hadTrusted {
            self = .first
        } else if let former, isSame(former), former.inactivation?.cause != .removed {
            self = .known
        } else if others.isEmpty, all.contains(where: isSame) {
            // No other device could confirm it, and only the holder of that private key gains from it.
            self = .first
        } else {
            self = .waiting
        }
    }
}

/// The result of an attempt to use a pairing code.
public enum PairingAttempt: Hashable, Sendable {
    /// The stored device, its key record, and the trust decision.
    case accepted(Device, KeyRecord, TrustDecision)
    /// The code is wrong, used or expired.
    case refused
}
