import BellhopModel

/// A single record of a drawer, decoded as a value.
struct SingleRecord<Value: Codable & Sendable>: Sendable {
    enum Kept: Sendable {
        case found(Value)
        /// There is no record, or none that this version can read.
        case nothing
        /// The journal cannot be read now. The record is unknown and must not be overwritten.
        case locked
    }

    private let journal: any Journal
    private let key: RecordKey

    init(_ drawer: RecordKey.Drawer, in journal: any Journal) {
        self.journal = journal
        key = .only(drawer)
    }

    func read() async -> Kept {
        do {
            guard let bytes = try await journal.read(key) else { return .nothing }
            return (try? CanonicalJSON.decode(Value.self, from: bytes)).map(Kept.found) ?? .nothing
        } catch {
            return .locked
        }
    }

    /// - Returns: `true` if it is on the disk.
    @discardableResult
    func write(_ value: Value) async -> Bool {
        guard let bytes = try? CanonicalJSON.encode(value) else { return false }
        return (try? await journal.write(bytes, to: key)) != nil
    }

    /// - Throws: when the record may still exist.
    func remove() async throws { try await journal.remove(key) }
}

/// A component that stores per-user data.
protocol UserScoped: Sendable {
    /// Removes the user's data from memory and from the journal.
    ///
    /// - Throws: when some of it is still in the journal; it is then called again.
    func erase() async throws
}
