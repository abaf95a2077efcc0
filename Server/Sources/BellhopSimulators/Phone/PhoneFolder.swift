import BellhopKit
import BellhopModel
import Crypto
import Foundation

/// What a phone keeps when it is switched off: one folder with its journal, its keys and its push token.
struct PhoneFolder: Sendable {
    let url: URL

    init(_ url: URL) throws {
        self.url = url
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The signing key, made the first time. A real phone's is in the Secure Enclave and cannot be read.
    func signingKey() throws -> P256.Signing.PrivateKey {
        let file = url.appending(path: "signing-key.pem")
        if let pem = try? String(contentsOf: file, encoding: .utf8) {
            return try P256.Signing.PrivateKey(pemRepresentation: pem)
        }
        let key = P256.Signing.PrivateKey()
        try Self.write(Array(key.pemRepresentation.utf8), to: file)
        return key
    }

    /// The push token, made the first time: 32 bytes, as most of Apple's are.
    func pushToken() throws -> [UInt8] {
        let file = url.appending(path: "push-token")
        if let text = try? String(contentsOf: file, encoding: .utf8), let bytes = Hex.decode(text) { return bytes }
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        try Self.write(Array(Hex.encode(bytes).utf8), to: file)
        return bytes
    }

    /// Writes beside, flushes, renames over: whole or not at all, also when the process is killed.
    static func write(_ bytes: [UInt8], to file: URL) throws {
        let draft = file.appendingPathExtension("draft")
        try? FileManager.default.removeItem(at: draft)
        guard FileManager.default.createFile(atPath: draft.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        let handle = try FileHandle(forWritingTo: draft)
        try handle.write(contentsOf: Data(bytes))
        try handle.synchronize()
        try handle.close()
        guard rename(draft.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}

/// The journal as files, one for each record.
struct FileJournal: Journal {
    let folder: URL

    private func file(_ key: RecordKey) -> URL { folder.appending(path: "\(key.drawer.rawValue)-\(key.name)") }

    func read(_ key: RecordKey) async throws -> [UInt8]? {
        do {
            return Array(try Data(contentsOf: file(key)))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        }
    }

    func write(_ bytes: [UInt8], to key: RecordKey) async throws { try PhoneFolder.write(bytes, to: file(key)) }

    func remove(_ key: RecordKey) async throws {
        do {
            try FileManager.default.removeItem(at: file(key))
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            // It was not there, which is what was wanted.
        }
    }

    func keys(in drawer: RecordKey.Drawer) async throws -> [RecordKey] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { name in
            guard name.hasPrefix("\(drawer.rawValue)-"), !name.hasSuffix(".draft") else { return nil }
            return RecordKey(drawer, String(name.dropFirst(drawer.rawValue.count + 1)))
        }
    }
}

/// The Keychain as files that only the owner can read.
struct FileVault: SecretVault {
    let folder: URL

    private func file(_ name: SecretName) -> URL {
        folder.appending(path: "secret-\(Hex.encode(SHA256.hash(data: Data(name.rawValue.utf8))).prefix(32))")
    }

    func read(_ name: SecretName) async throws -> Secret? {
        do {
            return Secret(try String(contentsOf: file(name), encoding: .utf8))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        }
    }

    func keep(_ secret: Secret, as name: SecretName) async throws {
        try PhoneFolder.write(Array(secret.reveal().utf8), to: file(name))
    }

    func forget(_ name: SecretName) async throws { try? FileManager.default.removeItem(at: file(name)) }
}
