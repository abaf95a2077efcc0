import BellhopModel

/// Stores the ``SeenLog``.
actor SeenNotifications {
    private let record: SingleRecord<SeenLog>
    private let loading = AsyncLock()
    private var log = SeenLog()
    private var isLoaded = false

    init(journal: any Journal) { record = SingleRecord(.seen, in: journal) }

    /// - Returns: `true` the first time for a name.
    func isNew(_ name: String) async -> Bool {
        await load()
        guard log.insert(name) else { return false }
        // If the write fails, a notification may be shown again after a restart.
        if isLoaded { await record.write(log) }
        return true
    }

    private func load() async {
        _ = await loading.withLock {
            guard !isLoaded else { return }
            let kept = await record.read()
            // Erased during the read.
            guard !isLoaded else { return }
            switch kept {
            case .found(let kept): log.join(kept)
            case .nothing: break
            // The stored log cannot be read now and must not be overwritten.
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

/// The notifications that were shown. One notification may arrive in several ways, and repeatedly.
struct SeenLog: Codable, Hashable, Sendable {
    private static let limit = 256
    private var names: [String] = []

    /// - Returns: `true` if the name is new.
    mutating func insert(_ name: String) -> Bool {
        guard !names.contains(name) else { return false }
        if names.count == Self.limit { names.removeFirst() }
        names.append(name)
        return true
    }

    /// Adds the entries of the stored log.
    mutating func join(_ kept: Self) {
        let later = names
        names = kept.names.filter { !later.contains($0) } + later
        names.removeFirst(max(0, names.count - Self.limit))
    }

    /// The identity of a notification: the ask, which arrives by push and by event; else the server's ID; else the
    /// system's.
    static func name(of notification: DeliveredNotification) -> String {
        let payload = notification.payload
        if let notice = IncomingNotification(payload).notice { return name(of: notice.askID) }
        if payload.kind == .newItem, let item = payload.itemID { return name(ofItem: item) }
        return payload.notificationID?.description ?? notification.id
    }

    static func name(ofItem item: String) -> String { "item \(item)" }

    static func name(of ask: AskID) -> String { "ask \(ask)" }
}
