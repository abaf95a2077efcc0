public import BellhopKit
public import BellhopModel

/// A signing key whose signatures ``FakeServer`` can check. It protects nothing.
public actor FakeDeviceKey: DeviceKey {
    /// The error of a locked key.
    public struct Locked: Error {}

    private let seed: UInt8
    private var isLocked = false
    private var gate: Gate?
    /// The number of signatures made.
    public private(set) var signatures = 0

    /// - Parameter seed: another key for another seed.
    public init(seed: UInt8 = 7) { self.seed = seed }

    /// As before the first unlock after a restart.
    public func setLocked(_ value: Bool) { isLocked = value }
    /// From now on to sign waits at `gate`.
    public func hold(at gate: Gate?) { self.gate = gate }

    public func storage() async throws -> KeyStorage {
        if isLocked { throw Locked() }
        return .keychain
    }

    public func publicKey() async throws -> [UInt8] {
        if isLocked { throw Locked() }
        return Self.publicKey(seed)
    }

    public func sign(_ message: [UInt8]) async throws -> [UInt8] {
        if isLocked { throw Locked() }
        if let gate { await gate.pass() }
        try Task.checkCancellation()
        signatures += 1
        return Self.signature(of: message, by: Self.publicKey(seed))
    }

    /// 65 bytes, as an uncompressed point of P-256 has.
    public static func publicKey(_ seed: UInt8) -> [UInt8] { [4] + Array(repeating: seed, count: 64) }

    /// 64 bytes.
    public static func signature(of message: [UInt8], by publicKey: [UInt8]) -> [UInt8] {
        FakeDigest.digest(publicKey + message) + FakeDigest.digest(message + publicKey)
    }
}
