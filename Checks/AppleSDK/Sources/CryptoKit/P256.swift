// developer.apple.com/documentation/cryptokit/p256, …/secureenclave. Shapes only: here no key can be made, so every
// initializer throws. Signatures are verified where there is a real library.

public import Foundation
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
