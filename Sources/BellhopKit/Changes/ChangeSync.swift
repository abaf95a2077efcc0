import BellhopModel

/// Learns what has changed about the app's items, from where it stopped the last time.
actor ChangeSync {
    private let port: (any ChangesPort)?
    private let center: any NotificationCenterPort
    private let schedule: LocalSchedule
    private let seen: Seen
    private let shown: ShownLog
    private let record: SingleRecord<ChangeProgress>
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
        record = SingleRecord(.changes, in: journal)
        self.clock = clock
    }

    /// How new items are to be told.
    struct Telling: Sendable {
        /// Whether the person wants to hear of new items, and does not look at the app.
        var isWanted: Bool
        /// For the app's screens.
        var tell: @Sendable ([ItemChange]) async -> Void
        /// Likewise, after the whole list: the items that there are.
        var tellAll: @Sendable (Set<String>) async -> Void
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
        let (generation, begun) = (generation, clock.now)
        var known: ChangeProgress?
        switch await record.read() {
        case .found(let kept): known = kept
        case .nothing: break
        case .locked: return .failed
        }
        let isFirst = known == nil
        var result = BackgroundResult.noData
        while !Task.isCancelled, clock.now < deadline {
            let cursor = known?.cursor
            guard let page = await page(of: port, since: cursor, until: deadline), generation == self.generation else {
                return .failed
            }
            if !page.changes.isEmpty { result = .newData }
            // At first everything is new, and nothing is news.
            let isNews = page.isNews && !page.isWhole && !isFirst && telling.isWanted
            var progress = ChangeProgress(after: page, from: known)
            do {
                let told = isNews ? await shown.items() : []
                for change in page.changes { try await take(change, isNews: isNews && !told.contains(change.item)) }
                if !page.changes.isEmpty { await telling.tell(page.changes) }
                if let list = progress.list, !page.hasMore {
                    try await removeMissing(in: list, before: begun)
                    await telling.tellAll(list.items)
                    progress.endList()
                }
            } catch {
                return .failed
            }
            guard generation == self.generation, await record.write(progress) else { return .failed }
            // A source that does not move on would hold the device for as long as it has time.
            guard page.hasMore, page.cursor != cursor else { return result }
            known = progress
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

    /// - Throws: when something about an item that is gone or done may still be scheduled.
    private func take(_ change: ItemChange, isNews: Bool) async throws {
        switch change.kind {
        case .deleted:
            try await schedule.remove(item: change.item)
            await removeDelivered { $0.payload.itemID == change.item }
        case .created, .updated:
            if change.isCompleted {
                try await schedule.remove(item: change.item)
                await removeDelivered { $0.payload.itemID == change.item && Self.calls.contains($0.payload.kind) }
            } else if change.kind == .created, isNews {
                await announce(change)
            }
        }
    }

    /// What tells of something to do, which is over when that is done.
    private static let calls: Set<NotificationKind> = [.newItem, .reminder]

    /// Takes away what the device has of items that are not in the whole list. What is newer than this run may be about
    /// an item that is newer than the list.
    ///
    /// - Throws: when some of it may still be scheduled.
    private func removeMissing(in list: ChangeProgress.List, before begun: Timestamp) async throws {
        guard list.isAgain else { return }
        let isMissing: @Sendable (PushPayload) -> Bool = { $0.itemID.map { !list.items.contains($0) } ?? false }
        try await schedule.remove(until: begun) { _, payload in isMissing(payload) }
        let kinds = Self.calls.union([.update])
        await removeDelivered {
            $0.deliveredAt <= begun && kinds.contains($0.payload.kind) && isMissing($0.payload)
        }
    }

    private func removeDelivered(_ isMeant: (DeliveredNotification) -> Bool) async {
        let ids = await center.delivered().filter(isMeant).map(\.id)
        if !ids.isEmpty { await center.removeDelivered(ids) }
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
                    title: DisplayText.line(change.title), body: DisplayText.paragraph(change.body)),
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
        try await record.remove()
    }
}
