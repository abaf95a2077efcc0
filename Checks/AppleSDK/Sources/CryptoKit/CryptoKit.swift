// developer.apple.com/documentation/cryptokit/p256, …/secureenclave. Shapes only: here no key can be made, so every
// initializer throws. Signatures are verified where there is a real library.
// developer.apple.com/documentation/cryptokit/sha256, …/sha256digest. It computes: FIPS 180-4, section 6.2.

public import Foundation
@_exported import Foundation
public import LocalAuthentication
public import Security

public enum CryptoKitError: Error, Sendable {
    case incorrectKeySize
    case incorrectParameterSize
    case authenticationFailure
    case underlyingCoreCryptoError(error: Int32)
    case wrapFailure
    case unwrapFailure
    case invalidParameter
}

public enum P256 {
    public enum Signing {
        public struct PrivateKey: Sendable {
            public init(compactRepresentable: Bool = true) {}
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { throw CryptoKitError.invalidParameter }
            public init<D: ContiguousBytes>(x963Representation: D) throws { throw CryptoKitError.invalidParameter }
            public var publicKey: PublicKey { PublicKey(bytes: Data(count: 65)) }
            public var rawRepresentation: Data { Data(count: 32) }
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
                throw CryptoKitError.invalidParameter
            }
        }

        public struct PublicKey: Sendable {
            let bytes: Data
            init(bytes: Data) { self.bytes = bytes }
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { throw CryptoKitError.invalidParameter }
            public init<D: ContiguousBytes>(x963Representation: D) throws { throw CryptoKitError.invalidParameter }
            public var rawRepresentation: Data { bytes.dropFirst() }
            public var x963Representation: Data { bytes }
            public var compressedRepresentation: Data { bytes.prefix(33) }
            public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool { false }
        }

        public struct ECDSASignature: Sendable {
            public var rawRepresentation: Data
            public init<D: DataProtocol>(rawRepresentation: D) throws {
                guard rawRepresentation.count == 64 else { throw CryptoKitError.incorrectParameterSize }
                self.rawRepresentation = Data(rawRepresentation)
            }
            public init<D: DataProtocol>(derRepresentation: D) throws { throw CryptoKitError.invalidParameter }
            public var derRepresentation: Data { Data() }
            public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
                try rawRepresentation.withUnsafeBytes(body)
            }
        }
    }
}

public enum SecureEnclave {
    public static var isAvailable: Bool { false }

    public enum P256 {
        public enum Signing {
            public struct PrivateKey: Sendable {
                public init(compactRepresentable: Bool = true) throws { throw CryptoKitError.invalidParameter }
                public init(
                    compactRepresentable: Bool = true, accessControl: SecAccessControl,
                    authenticationContext: LAContext? = nil
                ) throws { throw CryptoKitError.invalidParameter }
                public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
                    throw CryptoKitError.invalidParameter
                }
                public var dataRepresentation: Data { Data() }
                public var publicKey: CryptoKit.P256.Signing.PublicKey { .init(bytes: Data(count: 65)) }
                public func signature<D: DataProtocol>(for data: D) throws -> CryptoKit.P256.Signing.ECDSASignature {
                    throw CryptoKitError.invalidParameter
                }
            }
        }
    }
}

public struct SHA256Digest: Hashable, Sendable, Sequence, CustomStringConvertible {
    public static var byteCount: Int { 32 }
    let bytes: [UInt8]

    public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes(body)
    }
    public var description: String {
        "SHA256 digest: " + bytes.map { String(format: "%02x", $0) }.joined()
    }
}

public struct SHA256: Sendable {
    public typealias Digest = SHA256Digest
    private var message: [UInt8] = []

    public init() {}

    public static func hash<D: DataProtocol>(data: D) -> SHA256Digest {
        var hash = SHA256()
        hash.update(data: data)
        return hash.finalize()
    }

    public mutating func update<D: DataProtocol>(data: D) { message.append(contentsOf: data) }

    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { message.append(contentsOf: bufferPointer) }

    public func finalize() -> SHA256Digest {
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        let bits = UInt64(message.count) * 8
        padded += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
        var state = Self.start
        for block in stride(from: 0, to: padded.count, by: 64) { Self.mix(padded[block..<block + 64], into: &state) }
        return SHA256Digest(
            bytes: state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } })
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        let bytes = Array(block)
        var w = (0..<16).map { i in bytes[4 * i..<4 * i + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
        for t in 16..<64 {
            let s0 = turned(w[t - 15], 7) ^ turned(w[t - 15], 18) ^ (w[t - 15] >> 3)
            let s1 = turned(w[t - 2], 17) ^ turned(w[t - 2], 19) ^ (w[t - 2] >> 10)
            w.append(w[t - 16] &+ s0 &+ w[t - 7] &+ s1)
        }
        var v = state
        for t in 0..<64 {
            let s1 = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
            let t1 = v[7] &+ s1 &+ ((v[4] & v[5]) ^ (~v[4] & v[6])) &+ constants[t] &+ w[t]
            let s0 = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)
            let t2 = s0 &+ ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]))
            v = [t1 &+ t2, v[0], v[1], v[2], v[3] &+ t1, v[4], v[5], v[6]]
        }
        for i in 0..<8 { state[i] = state[i] &+ v[i] }
    }

    private static func turned(_ word: UInt32, _ by: UInt32) -> UInt32 { word >> by | word << (32 - by) }

    private static let primes: [Int] = {
        var found: [Int] = []
        var candidate = 2
        while found.count < 64 {
            if found.allSatisfy({ candidate % $0 != 0 }) { found.append(candidate) }
            candidate += 1
        }
        return found
    }()
    /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
    private static let start: [UInt32] = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = primes.map { fraction(cbrt(Double($0))) }

    private static func fraction(_ root: Double) -> UInt32 { UInt32((root - root.rounded(.down)) * 4_294_967_296) }
}
