public import BellhopKit
public import BellhopModel

/// A signing key whose signatures ``FakeServer`` can check. It is not secure.
public actor FakeDeviceKey: DeviceKey {
    /// The error of a locked key.
    public struct Locked: Error {}

    private let seed: UInt8
    private var isLocked = false
    private var gate: Gate?
    /// The number of signatures made.
    public private(set) var signatures = 0

    /// - Parameter seed: a different seed makes a different key.
    public init(seed: UInt8 = 7) { self.seed = seed }

    /// Locks the key, as before the first unlock after a restart.
    public func setLocked(_ value: Bool) { isLocked = value }
    /// Suspends every further signing at `gate`.
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

    /// 65 bytes, like an uncompressed point of P-256.
    public static func publicKey(_ seed: UInt8) -> [UInt8] { [4] + Array(repeating: seed, count: 64) }

    /// 64 bytes.
    public static func signature(of message: [UInt8], by publicKey: [UInt8]) -> [UInt8] {
        FakeDigest.digest(publicKey + message) + FakeDigest.digest(message + publicKey)
    }
}

/// A substitute for SHA-256: 32 bytes that differ when the input differs.
public struct FakeDigest: Digesting {
    public init() {}

    public func sha256(_ bytes: [UInt8]) -> [UInt8] { Self.digest(bytes) }

    /// 32 bytes.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        (0..<4).flatMap { lane in
            // FNV-1a with a different start for each lane.
            let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 &+ UInt64(lane)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            return withUnsafeBytes(of: hash.bigEndian) { Array($0) }
        }
    }

    /// 64 hex digits, as in ``AskRequest/Content/inputDigest``.
    public static func hex(_ text: String, nonce: String? = nil) -> String {
        InputDigest.hex(of: text, nonce: nonce, sha256: digest)
    }
}

/// A source of randomness that always returns the same number.
public struct FixedRandomness: RandomnessPort {
    public var value: UInt64

    public init(value: UInt64 = 0) { self.value = value }

    public func next() -> UInt64 { value }
}
