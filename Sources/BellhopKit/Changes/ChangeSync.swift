import BellhopModel

/// Learns what has changed about the app's items, from where it stopped the last time.
actor ChangeSync {
    private let port: (any ChangesPort)?
    private let center: any NotificationCenterPort
    private let schedule: LocalSchedule
    private let seen: Seen
    private let shown: ShownLog
    private let cursor: SingleRecord<String>
    private let clock: any ClockPort
    private let turn = Turn()
    private var generation = 0

    init(
        port: (any ChangesPort)?, center: any NotificationCenterPort, schedule: LocalSchedule, seen: Seen,
        shown: ShownLog, journal: any Journal, clock: any ClockPort
    ) {
        self.port = port
        self.center = center
        self.schedule = schedule
        self.seen = seen
        self.shown = shown
        cursor = SingleRecord(.changes, in: journal)
        self.clock = clock
    }

    /// How new items are to be told.
    struct Telling: Sendable {
        /// Whether the person wants to hear of new items, and does not look at the app.
        var isWanted: Bool
        /// For the app's screens.
        var tell: @Sendable ([ItemChange]) async -> Void
    }

    /// Takes in all changes, page by page, until `deadline`. A page is known as taken in only when that is written
    /// down: whoever is killed before gets it again.
    func run(until deadline: Timestamp, _ telling: Telling) async -> BackgroundResult {
        guard let port else { return .noData }
        return await turn.take { await take(from: port, until: deadline, telling) } ?? .failed
    }

    private func take(
        from port: any ChangesPort, until deadline: Timestamp, _ telling: Telling
    ) async -> BackgroundResult {
        let generation = generation
        var cursor: String?
        switch await self.cursor.read() {
        case .found(let kept): cursor = kept
        case .nothing: break
        case .locked: return .failed
        }
        let isFirst = cursor == nil
        var result = BackgroundResult.noData
        while !Task.isCancelled, clock.now < deadline {
            guard let page = await page(of: port, since: cursor, until: deadline), generation == self.generation else {
                return .failed
            }
            if !page.changes.isEmpty { result = .newData }
            // At first everything is new, and nothing is news.
            let isNews = !isFirst && !page.isWhole && telling.isWanted
            let told = isNews ? await shown.items() : []
            for change in page.changes { await take(change, isNews: isNews && !told.contains(change.item)) }
            if !page.changes.isEmpty { await telling.tell(page.changes) }
            guard generation == self.generation, await self.cursor.write(page.cursor) else { return .failed }
            // A source that does not move on would hold the device for as long as it has time.
            guard page.hasMore, page.cursor != cursor else { return result }
            cursor = page.cursor
        }
        return result == .newData ? .newData : .failed
    }

    private func page(of port: any ChangesPort, since cursor: String?, until deadline: Timestamp) async -> ChangePage? {
        await withTaskGroup(of: ChangePage?.self) { group in
            group.addTask { try? await port.changes(since: cursor) }
            group.addTask { [clock] in
                try? await clock.sleep(until: deadline)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func take(_ change: ItemChange, isNews: Bool) async {
        switch change.kind {
        case .created: if isNews { await announce(change) }
        case .updated: break
        case .deleted:
            try? await schedule.remove(item: change.item)
            let ids = await center.delivered().filter { $0.payload.itemID == change.item }.map(\.id)
            if !ids.isEmpty { await center.removeDelivered(ids) }
        }
    }

    /// Unless a push about it was first, or it was told before.
    private func announce(_ change: ItemChange) async {
        let isShown = await center.delivered().contains {
            $0.payload.itemID == change.item && $0.payload.kind == .newItem
        }
        guard await seen.isNew(SeenLog.name(ofItem: change.item)), !isShown else { return }
        var payload = PushPayload(
            aps: APS(
                alert: PushAlert(
                    title: ShownText.line(change.title), body: ShownText.paragraph(change.body)),
                sound: .default, category: .newItem),
            type: .newItem)
        payload.itemID = change.item
        let id = LocalID.change(item: change.item).description
        try? await center.deliver(LocalNotification(id: id, payload: payload))
    }
}

extension ChangeSync: Forgetful {
    func forget() async throws {
        generation += 1
        try await cursor.remove()
    }
}
