import BellhopModel

/// Keeps the ``SeenLog`` over restarts.
actor SeenNotifications {
    private let record: SingleRecord<SeenLog>
    private let loading = AsyncLock()
    private var log = SeenLog()
    private var isLoaded = false

    init(journal: any Journal) { record = SingleRecord(.seen, in: journal) }

    /// - Returns: whether the person has not seen it; from now on they have.
    func isNew(_ name: String) async -> Bool {
        await load()
        guard log.insert(name) else { return false }
        // When it cannot be kept, the worst is a notification shown again after a restart.
        if isLoaded { await record.write(log) }
        return true
    }

    private func load() async {
        _ = await loading.withLock {
            guard !isLoaded else { return }
            let kept = await record.read()
            // Erased while it was read.
            guard !isLoaded else { return }
            switch kept {
            case .found(let kept): log.join(kept)
            case .nothing: break
            // What is not known must not be written over.
            case .locked: return
            }
            isLoaded = true
        }
    }
}

extension SeenNotifications: UserScoped {
    func erase() async throws {
        log = SeenLog()
        isLoaded = true
        try await record.remove()
    }
}
