package import BellhopModel
import Foundation

/// A device's signing key as it is kept in the vault.
package enum StoredDeviceKey: Hashable, Sendable {
    /// A key representation that only this device's Secure Enclave can open.
    case enclave([UInt8])
    /// The key itself, where there is no enclave.
    case software([UInt8])

    package static let name = SecretName(rawValue: "device-signing-key")

    /// - Returns: `nil` for what this version did not write.
    package init?(_ secret: Secret) {
        let parts = secret.reveal().split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let bytes = Data(base64Encoded: String(parts[1])), !bytes.isEmpty else { return nil }
        switch parts[0] {
        case "enclave": self = .enclave(Array(bytes))
        case "software": self = .software(Array(bytes))
        default: return nil
        }
    }

    package var secret: Secret {
        switch self {
        case .enclave(let bytes): Secret("enclave \(Base64.encode(bytes))")
        case .software(let bytes): Secret("software \(Base64.encode(bytes))")
        }
    }
}
