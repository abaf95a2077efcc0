import BellhopKit
import BellhopModel
import Crypto
import Foundation

/// What a phone keeps when it is switched off: one folder with its journal, its secrets, its key and its push token.
struct PhoneFolder: Sendable {
    let url: URL

    /// - Throws: when the folder cannot be made.
    init(_ url: URL) throws {
        self.url = url
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func journal() throws -> FileJournal { try FileJournal(folder: url.appending(path: "journal")) }

    var vault: FileVault { FileVault(folder: url) }

    /// The signing key, made the first time. A real phone's is in the Secure Enclave and cannot be read.
    func signingKey() throws -> PhoneKey {
        let file = AtomicFile(path: url.appending(path: "signing-key.pem").path)
        if let pem = try file.read() {
            return PhoneKey(key: try P256.Signing.PrivateKey(pemRepresentation: String(decoding: pem, as: UTF8.self)))
        }
        let key = P256.Signing.PrivateKey()
        try file.write(Array(key.pemRepresentation.utf8))
        return PhoneKey(key: key)
    }

    /// The push token, made the first time: 32 bytes, as most of Apple's are.
    func pushToken() throws -> [UInt8] {
        let file = AtomicFile(path: url.appending(path: "push-token").path)
        if let kept = try file.read(), let bytes = Hex.decode(String(decoding: kept, as: UTF8.self)) { return bytes }
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        try file.write(Array(Hex.encode(bytes).utf8))
        return bytes
    }
}

/// The Keychain, as files that only the owner can read.
struct FileVault: SecretVault {
    let folder: URL

    func read(_ name: SecretName) async throws -> Secret? {
        try file(name).read().map { Secret(String(decoding: $0, as: UTF8.self)) }
    }

    func keep(_ secret: Secret, as name: SecretName) async throws { try file(name).write(Array(secret.reveal().utf8)) }

    func forget(_ name: SecretName) async throws { try file(name).remove() }

    private func file(_ name: SecretName) -> AtomicFile {
        let digest = Hex.encode(SHA256.hash(data: Array(name.rawValue.utf8)).prefix(16))
        return AtomicFile(path: folder.appending(path: "secret-\(digest)").path)
    }
}
