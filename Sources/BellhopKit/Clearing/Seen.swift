import BellhopModel

/// Keeps the ``SeenLog`` over restarts.
actor Seen {
    private let journal: any Journal
    private var log: SeenLog?

    init(journal: any Journal) { self.journal = journal }

    /// - Returns: whether the person has not seen it; from now on they have.
    func isNew(_ name: String) async -> Bool {
        if log == nil {
            let bytes = try? await journal.read(Self.key)
            let kept = bytes.flatMap { try? CanonicalJSON.decode(SeenLog.self, from: $0) }
            // Another call may have read it meanwhile.
            log = log ?? kept ?? SeenLog()
        }
        guard log?.insert(name) == true else { return false }
        // When it cannot be kept, the worst is a notification shown again after a restart.
        if let bytes = try? CanonicalJSON.encode(log) { try? await journal.write(bytes, to: Self.key) }
        return true
    }

    private static let key = RecordKey.only(.seen)
}

extension Seen: Forgetful {
    func forget() async throws {
        log = SeenLog()
        try await journal.remove(Self.key)
    }
}
