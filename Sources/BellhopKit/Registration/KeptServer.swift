import BellhopModel

/// Which server the device is paired with and the name that the person gave the device, in the journal: the app needs
/// them at the next launch, and its extensions share the server.
public struct PairedServerStorage: Sendable {
    private let journal: any Journal

    /// - Parameter journal: in the app group.
    public init(_ journal: any Journal) { self.journal = journal }

    /// As in ``AppIdentity/server``; `nil` when there is none.
    ///
    /// - Throws: when the journal cannot be read now.
    public func read() async throws -> String? {
        try await journal.read(Self.key).map { String(decoding: $0, as: UTF8.self) }
    }

    /// As ``read()``, at once: at a launch the app has to know its server before the system reports a tap. `nil` as well
    /// when the journal is not in files.
    ///
    /// - Throws: when the journal cannot be read now.
    public func readNow() throws -> String? {
        try (journal as? FileJournal)?.readNow(Self.key).map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Throws: when it could not be written down.
    public func keep(_ server: String) async throws { try await journal.write(Array(server.utf8), to: Self.key) }

    public func forget() async throws { try await journal.remove(Self.key) }

    /// The name of the device; `nil` when the person gave none.
    ///
    /// - Throws: when the journal cannot be read now.
    public func readName() async throws -> String? {
        try await journal.read(Self.nameKey).map { String(decoding: $0, as: UTF8.self) }
    }

    /// As ``readName()``, at once; see ``readNow()``.
    ///
    /// - Throws: when the journal cannot be read now.
    public func readNameNow() throws -> String? {
        try (journal as? FileJournal)?.readNow(Self.nameKey).map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Throws: when it could not be written down.
    public func keep(name: String) async throws { try await journal.write(Array(name.utf8), to: Self.nameKey) }

    private static let key = RecordKey(unchecked: .registration, "server")
    private static let nameKey = RecordKey(unchecked: .registration, "device-name")
}
