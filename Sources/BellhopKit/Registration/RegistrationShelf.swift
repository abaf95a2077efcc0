import BellhopModel

/// The storage of registrations by server: the key in the vault, everything else in the journal.
struct RegistrationStorage: Sendable {
    let journal: any Journal
    let vault: any SecretVault
    let digesting: any Digesting

    /// - Throws: when vault or journal cannot be read now.
    func read(at server: String) async throws -> (record: RegistrationRecord?, key: Secret?) {
        let key = try await vault.read(.deviceKey(at: server))
        let bytes = try await journal.read(recordKey(for: server))
        // A record that cannot be read is as good as none: pairing again writes a new one.
        let record = bytes.flatMap { try? CanonicalJSON.decode(RegistrationRecord.self, from: $0) }
        return (record, key)
    }

    /// Keeps the key first: a record without its key would only ask for another pairing, a key without its record
    /// does the same, but the key is what cannot be had again.
    func keep(_ record: RegistrationRecord, key: Secret?, at server: String) async throws {
        if let key { try await vault.keep(key, as: .deviceKey(at: server)) }
        try await journal.write(try CanonicalJSON.encode(record), to: recordKey(for: server))
    }

    func forget(at server: String) async throws {
        try await vault.forget(.deviceKey(at: server))
        try await journal.remove(recordKey(for: server))
    }

    private func recordKey(for server: String) -> RecordKey {
        RecordKey(unchecked: .registration, Hex.encode(digesting.sha256(Array(server.utf8)).prefix(16)))
    }
}
