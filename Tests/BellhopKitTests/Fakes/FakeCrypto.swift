import BellhopKit
import BellhopModel

/// Stands in for SHA-256: 32 bytes that differ when the input does. The kit never looks inside.
struct FakeDigest: Digesting {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { Self.digest(bytes) }

    static func digest(_ bytes: [UInt8]) -> [UInt8] {
        (0..<4).flatMap { lane in
            // FNV-1a with another start for each lane.
            let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 &+ UInt64(lane)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            return withUnsafeBytes(of: hash.bigEndian) { Array($0) }
        }
    }

    static func hex(_ text: String) -> String { Hex.encode(digest(Array(text.utf8))) }
}

/// A signing key whose signatures the fake server can check.
actor FakeDeviceKey: DeviceKey {
    struct Locked: Error {}

    private let seed: UInt8
    private var isLocked = false
    private var gate: Gate?
    private(set) var signatures = 0

    init(seed: UInt8 = 7) { self.seed = seed }

    func setLocked(_ value: Bool) { isLocked = value }
    /// From now on to sign waits at `gate`.
    func hold(at gate: Gate?) { self.gate = gate }

    func publicKey() async throws -> [UInt8] {
        if isLocked { throw Locked() }
        return Self.publicKey(seed)
    }

    func sign(_ message: [UInt8]) async throws -> [UInt8] {
        if isLocked { throw Locked() }
        if let gate { await gate.pass() }
        try Task.checkCancellation()
        signatures += 1
        return Self.signature(of: message, by: Self.publicKey(seed))
    }

    static func publicKey(_ seed: UInt8) -> [UInt8] { [4] + Array(repeating: seed, count: 64) }

    static func signature(of message: [UInt8], by publicKey: [UInt8]) -> [UInt8] {
        FakeDigest.digest(publicKey + message) + FakeDigest.digest(message + publicKey)
    }
}

/// The same number every time.
struct FixedRandomness: RandomnessPort {
    var value: UInt64 = 0
    func next() -> UInt64 { value }
}
