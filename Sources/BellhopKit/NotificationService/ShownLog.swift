import BellhopModel

/// The notifications that the service extension showed, one small record each, in the journal that the app shares.
///
/// Stored separately from the notifications that the *person* has seen: the extension also runs while the app is open,
/// and the app must then still show its card.
struct ShownLog: Sendable {
    private struct Entry: Codable {
        var at: Timestamp
        /// The new item that the notification was about.
        var item: String?
        /// The receipt was sent.
        var isSent = false
    }

    /// The retention of an entry after its receipt was sent.
    static let retention: Duration = .seconds(3 * 24 * 3600)
    /// The maximum age of unsent receipts.
    static let unsentRetention: Duration = .seconds(14 * 24 * 3600)

    private let journal: any Journal

    init(_ journal: any Journal) { self.journal = journal }

    /// - Parameter item: the new item that the notification is about, if any.
    /// - Returns: `true` if the notification is new, also when it could not be stored.
    @discardableResult
    func insert(_ id: NotificationID, item: String? = nil, at now: Timestamp) async -> Bool {
        guard await entry(id) == nil else { return false }
        await store(Entry(at: now, item: item), for: id)
        return true
    }

    func contains(_ id: NotificationID) async -> Bool { await entry(id) != nil }

    /// The new items of the shown notifications.
    func items() async -> Set<String> {
        var items: Set<String> = []
        for id in await ids() {
            if let item = await entry(id)?.item { items.insert(item) }
        }
        return items
    }

    /// The receipts that are not sent yet, oldest first.
    func unsent() async -> [NotificationID] {
        var found: [(id: NotificationID, at: Timestamp)] = []
        for id in await ids() {
            if let entry = await entry(id), !entry.isSent { found.append((id, entry.at)) }
        }
        return found.sorted { ($0.at, $0.id) < ($1.at, $1.id) }.map(\.id)
    }

    /// Records that the server has accepted or refused the receipt.
    func markSent(_ id: NotificationID) async {
        guard var entry = await entry(id) else { return }
        entry.isSent = true
        await store(entry, for: id)
    }

    /// Deletes old entries.
    func prune(at now: Timestamp) async {
        for id in await ids() {
            guard let entry = await entry(id) else { continue }
            let limit = entry.isSent ? Self.retention : Self.unsentRetention
            if now - entry.at > limit { try? await journal.remove(key(id)) }
        }
    }

    private func ids() async -> [NotificationID] {
        (try? await journal.keys(in: .shown))?.compactMap { NotificationID($0.name) } ?? []
    }

    private func entry(_ id: NotificationID) async -> Entry? {
        guard let bytes = try? await journal.read(key(id)) else { return nil }
        return try? CanonicalJSON.decode(Entry.self, from: bytes)
    }

    private func store(_ entry: Entry, for id: NotificationID) async {
        if let bytes = try? CanonicalJSON.encode(entry) { try? await journal.write(bytes, to: key(id)) }
    }

    private func key(_ id: NotificationID) -> RecordKey { RecordKey(unchecked: .shown, id.description) }
}

extension ShownLog: UserScoped {
    func erase() async throws {
        for key in try await journal.keys(in: .shown) { try await journal.remove(key) }
    }
}

/// Reports the notifications that the service extension showed to the server. An unreachable server gets the report
/// when the app becomes active again.
struct ShownReceipts: Sendable {
    let log: ShownLog
    let api: DeviceAPI
    let registrar: Registrar
    let clock: any ClockPort

    func send() async {
        guard case .found(let credentials) = await registrar.credentials() else { return }
        for id in await log.unsent() {
            let receipt = Receipt(kind: .shown, notificationID: id)
            guard let reply = try? await api.perform(API.sendReceipt, body: receipt, key: credentials.key) else {
                return
            }
            if case .unavailable = reply { return }
            await log.markSent(id)
        }
        await log.prune(at: clock.now)
    }
}
