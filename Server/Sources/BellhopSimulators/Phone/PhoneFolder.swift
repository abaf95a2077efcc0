import BellhopFoundation
import BellhopKit
import BellhopModel
import Crypto

/// The persistent state of a phone: a folder with its journal, secrets, signing key and push token.
struct PhoneFolder: Sendable {
    let url: URL

    /// - Throws: An error when the folder cannot be created.
    init(_ url: URL) throws {
        self.url = url
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func journal() throws -> FileJournal { try FileJournal(folder: url.appending(path: "journal")) }

    var vault: FileVault { FileVault(folder: url) }

    /// The signing key, created on first use. A real phone's key is in the Secure Enclave and cannot be exported.
    func signingKey() throws -> PhoneKey {
        let file = AtomicFile(path: url.appending(path: "signing-key.pem").path)
        if let pem = try file.read() {
            return PhoneKey(key: try P256.Signing.PrivateKey(pemRepresentation: String(decoding: pem, as: UTF8.self)))
        }
        let key = P256.Signing.PrivateKey()
        try file.write(Array(key.pemRepresentation.utf8))
        return PhoneKey(key: key)
    }

    /// The push token, created on first use: 32 bytes, as most of Apple's.
    func pushToken() throws -> [UInt8] {
        let file = AtomicFile(path: url.appending(path: "push-token").path)
        if let kept = try file.read(), let bytes = Hex.decode(String(decoding: kept, as: UTF8.self)) { return bytes }
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        try file.write(Array(Hex.encode(bytes).utf8))
        return bytes
    }
}

/// A substitute for the Keychain: files that only their owner can read.
struct FileVault: SecretVault {
    let folder: URL

    func read(_ name: SecretName) async throws -> Secret? {
        try file(name).read().map { Secret(String(decoding: $0, as: UTF8.self)) }
    }

    func keep(_ secret: Secret, as name: SecretName) async throws { try file(name).write(Array(secret.reveal().utf8)) }

    func delete(_ name: SecretName) async throws { try file(name).remove() }

    private func file(_ name: SecretName) -> AtomicFile {
        let digest = Hex.encode(SHA256.hash(data: Array(name.rawValue.utf8)).prefix(16))
        return AtomicFile(path: folder.appending(path: "secret-\(digest)").path)
    }
}

/// A P-256 key, stored in a file of the phone's folder.
struct PhoneKey: DeviceKey {
    let key: P256.Signing.PrivateKey

    func storage() async throws -> KeyStorage { .file }

    func publicKey() async throws -> [UInt8] { Array(key.publicKey.x963Representation) }

    func sign(_ message: [UInt8]) async throws -> [UInt8] { Array(try key.signature(for: message).rawRepresentation) }
}

struct PhoneDigesting: Digesting {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
