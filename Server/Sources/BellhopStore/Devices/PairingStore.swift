public import BellhopModel

/// A pairing code as it is stored: by its SHA-256.
public struct PairingRecord: Hashable, Sendable {
    public var id: PairingID
    public var codeHash: [UInt8]
    public var userID: UserID
    /// The key that may read what became of it; `nil` for a code that was made on the server's own machine.
    public var createdBy: KeyID?
    /// The code is good before this moment.
    public var expiresAt: Timestamp
    /// Its device is trusted without the consent of another one.
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

/// An installation that wants in with a pairing code.
public struct PairingRedemption: Sendable {
    /// SHA-256 of the code.
    public var codeHash: [UInt8]
    /// What is registered, once the code has said for whom.
    public var device: @Sendable (UserID) -> Device
    /// Of the key that the device gets, and the SHA-256 of its text.
    public var keyID: KeyID
    public var keyHash: [UInt8]
    /// Whether devices whose signing key is in a file count as trusted.
    public var acceptsFileKeys: Bool
    /// What is told to the user's trusted devices, in the same transaction. The ask among it decides about the device.
    public var notices: @Sendable (Device, Admission) -> [Submission]

    public init(
        codeHash: [UInt8], keyID: KeyID, keyHash: [UInt8], acceptsFileKeys: Bool = true,
        notices: @escaping @Sendable (Device, Admission) -> [Submission] = { _, _ in [] },
        device: @escaping @Sendable (UserID) -> Device
    ) {
        self.codeHash = codeHash
        self.device = device
        self.keyID = keyID
        self.keyHash = keyHash
        self.acceptsFileKeys = acceptsFileKeys
        self.notices = notices
    }

    /// The record of the key for `device`, which is as it was stored.
    package func keyRecord(for device: Device, at time: Timestamp) -> KeyRecord {
        KeyRecord(
            id: keyID, role: .device, userID: device.userID, deviceID: device.id, label: device.name, createdAt: time)
    }
}

/// On what grounds a device that was just paired is trusted, or that it is not.
public enum Admission: Hashable, Sendable {
    /// The user's first device.
    case first
    /// The same installation with the same signing key, trusted before.
    case known
    /// Its code came from a recovery.
    case recovery
    /// A trusted device has to confirm it.
    case waiting

    /// The one rule by which trust grows at pairing.
    ///
    /// - Parameters:
    ///   - newcomer: the device as it registers.
    ///   - former: the device whose place it takes, because it has the same token.
    ///   - all: the user's devices before.
    ///   - hadTrusted: whether the user has ever had a trusted device that counts on this server.
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
            // Nobody else could confirm it, and only the holder of that private key gains from this.
            self = .first
        } else {
            self = .waiting
        }
    }
}

/// What became of an attempt to use a pairing code.
public enum PairingAttempt: Hashable, Sendable {
    /// The device as stored, the record of its key, and why it is trusted or not.
    case accepted(Device, KeyRecord, Admission)
    /// Wrong, used or too old.
    case refused
}

public protocol PairingStore: Sendable {
    /// Keeps a pairing code, and the record of the response with it.
    func addPairing(_ pairing: PairingRecord, idempotency: IdempotencyRecord?) async throws -> IdempotentWriteResult

    /// A pairing, until an hour after its code has ended.
    func pairing(_ id: PairingID) async throws -> PairingRecord?

    /// Uses the code up, if it is good at `time`, registers the device under the rules of
    /// ``DeviceStore/register(_:)``, decides by ``Admission`` whether it is trusted, keeps a key for it, notes the device
    /// beside the code, and stores the notices: all of that, or, when it throws, nothing.
    ///
    /// A device that is not trusted receives no deliveries, and those that waited for it end. The ask of a device whose
    /// place it takes is withdrawn.
    ///
    /// A refused attempt counts against every open code; a code is void after `attempts` refusals, so that guessing
    /// ends the chance it hopes for.
    ///
    /// - Parameter redemption: its device has an id that is new.
    func redeemPairing(_ redemption: PairingRedemption, at time: Timestamp, attempts: Int) async throws
        -> PairingAttempt

    /// Stores an ask about a device that waits, unless one is pending or the device does not wait any more.
    /// - Returns: whether it was stored.
    func askForEnrolment(of id: DeviceID, _ submission: Submission) async throws -> Bool
}
