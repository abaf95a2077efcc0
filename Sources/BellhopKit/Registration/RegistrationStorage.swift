import BellhopModel

/// The storage of registrations by server: the key in the vault, the rest in the journal.
struct RegistrationStorage: Sendable {
    let journal: any Journal
    let vault: any SecretVault
    let digesting: any Digesting

    /// - Throws: when the vault or the journal cannot be read now.
    func read(at server: String) async throws -> (record: RegistrationRecord?, key: Secret?) {
        let key = try await vault.read(.deviceKey(at: server))
        let bytes = try await journal.read(recordKey(for: server))
        // An unreadable record counts as missing: pairing again writes a new one.
        let record = bytes.flatMap { try? CanonicalJSON.decode(RegistrationRecord.self, from: $0) }
        return (record, key)
    }

    /// Stores the key first, because it cannot be obtained again. A record without its key, and a key without its
    /// record, require another pairing.
    func store(_ record: RegistrationRecord, key: Secret?, at server: String) async throws {
        if let key { try await vault.keep(key, as: .deviceKey(at: server)) }
        try await journal.write(try CanonicalJSON.encode(record), to: recordKey(for: server))
    }

    func remove(at server: String) async throws {
        try await vault.delete(.deviceKey(at: server))
        try await journal.remove(recordKey(for: server))
    }

    private func recordKey(for server: String) -> RecordKey {
        RecordKey(unchecked: .registration, Hex.encode(digesting.sha256(Array(server.utf8)).prefix(16)))
    }
}

/// The stored address of the paired server and the device's name. The app needs them at the next launch, and its
/// extensions use the address.
public struct PairedServerStorage: Sendable {
    private let journal: any Journal

    /// - Parameter journal: the journal in the app group.
    public init(_ journal: any Journal) { self.journal = journal }

    /// The address, as in ``AppIdentity/server``; `nil` when there is none.
    ///
    /// - Throws: when the journal cannot be read now.
    public func read() async throws -> String? {
        try await journal.read(Self.key).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads the address synchronously, because at launch the app must know its server before the system reports a tap.
    /// `nil` also when the journal is not in files.
    ///
    /// - Throws: when the journal cannot be read now.
    public func readNow() throws -> String? {
        try (journal as? FileJournal)?.readNow(Self.key).map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Throws: when it cannot be stored.
    public func keep(_ server: String) async throws { try await journal.write(Array(server.utf8), to: Self.key) }

    public func erase() async throws { try await journal.remove(Self.key) }

    /// The chosen name of the device, if any.
    ///
    /// - Throws: when the journal cannot be read now.
    public func readName() async throws -> String? {
        try await journal.read(Self.nameKey).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads the name synchronously; see ``readNow()``.
    ///
    /// - Throws: when the journal cannot be read now.
    public func readNameNow() throws -> String? {
        try (journal as? FileJournal)?.readNow(Self.nameKey).map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Throws: when it cannot be stored.
    public func keep(name: String) async throws { try await journal.write(Array(name.utf8), to: Self.nameKey) }

    private static let key = RecordKey(unchecked: .registration, "server")
    private static let nameKey = RecordKey(unchecked: .registration, "device-name")
}
