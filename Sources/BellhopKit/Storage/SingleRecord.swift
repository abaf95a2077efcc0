import BellhopModel

/// A single record of a drawer, decoded as a value.
struct SingleRecord<Value: Codable & Sendable>: Sendable {
    enum Kept: Sendable {
        case found(Value)
        /// There is none, or none that this version can read: that is as good as none.
        case nothing
        /// The journal cannot be read now. Nothing is known of the record then, and it must not be written over.
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

    /// - Returns: whether it is on the medium now.
    @discardableResult
    func write(_ value: Value) async -> Bool {
        guard let bytes = try? CanonicalJSON.encode(value) else { return false }
        return (try? await journal.write(bytes, to: key)) != nil
    }

    /// - Throws: when it may still be there.
    func remove() async throws { try await journal.remove(key) }
}

/// Keeps data that belongs to a user.
protocol UserScoped: Sendable {
    /// Removes the user's data from memory and from the journal.
    ///
    /// - Throws: when some of it is still in the journal; then it is called again.
    func erase() async throws
}
