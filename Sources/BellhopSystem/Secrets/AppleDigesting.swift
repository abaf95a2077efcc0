#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import CryptoKit

/// SHA-256 of CryptoKit.
public struct AppleDigesting: Digesting {
    public init() {}

    public func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
#endif
