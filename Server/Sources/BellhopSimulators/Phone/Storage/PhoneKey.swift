import BellhopKit
import BellhopModel
import Crypto

/// A P-256 key that is kept in a file of the phone's folder.
struct PhoneKey: DeviceKey {
    let key: P256.Signing.PrivateKey

    func storage() async throws -> KeyStorage { .file }

    func publicKey() async throws -> [UInt8] { Array(key.publicKey.x963Representation) }

    func sign(_ message: [UInt8]) async throws -> [UInt8] { Array(try key.signature(for: message).rawRepresentation) }
}

struct PhoneDigesting: Digesting {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
