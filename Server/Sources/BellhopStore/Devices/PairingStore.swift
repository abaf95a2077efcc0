public import BellhopModel

/// An installation that wants in with a pairing code.
public struct PairingRedemption: Sendable {
    /// SHA-256 of the code.
    public var codeHash: [UInt8]
    /// What is registered, once the code has said for whom.
    public var device: @Sendable (UserID) -> Device
    /// Of the key that the device gets, and the SHA-256 of its text.
    public var keyID: KeyID
    public var keyHash: [UInt8]

    public init(codeHash: [UInt8], keyID: KeyID, keyHash: [UInt8], device: @escaping @Sendable (UserID) -> Device) {
        self.codeHash = codeHash
        self.device = device
        self.keyID = keyID
        self.keyHash = keyHash
    }

    /// The record of the key for `device`, which is as it was stored.
    package func keyRecord(for device: Device, at time: Timestamp) -> KeyRecord {
        KeyRecord(
            id: keyID, role: .device, userID: device.userID, deviceID: device.id, label: device.name, createdAt: time)
    }
}

/// What became of an attempt to use a pairing code.
public enum PairingAttempt: Hashable, Sendable {
    /// The device as stored, and the record of its key.
    case accepted(Device, KeyRecord)
    /// Wrong, used or too old.
    case refused
}

public protocol PairingStore: Sendable {
    /// Keeps the SHA-256 of a pairing code, which is good before `expiresAt`, and the record of the response with it.
    func addPairing(codeHash: [UInt8], user: UserID, expiresAt: Timestamp, idempotency: IdempotencyRecord?) async throws
        -> OnceResult

    /// Uses the code up, if it is good at `time`, registers the device under the rules of
    /// ``DeviceStore/register(_:)``, and keeps a key for it: all of that, or, when it throws, nothing.
    ///
    /// A refused attempt counts against every open code; a code is void after `attempts` refusals, so that guessing
    /// ends the chance it hopes for.
    ///
    /// - Parameter redemption: its device has an id that is new.
    func redeemPairing(_ redemption: PairingRedemption, at time: Timestamp, attempts: Int) async throws
        -> PairingAttempt
}
