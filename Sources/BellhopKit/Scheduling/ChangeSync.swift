import BellhopModel

/// Synchronizes the app's items from the last stored cursor.
actor ChangeSync {
    private let port: (any ChangesPort)?
    private let center: any NotificationCenterPort
    private let schedule: LocalSchedule
    private let seen: SeenNotifications
    private let shown: ShownLog
    private let record: SingleRecord<ChangeProgress>
    private let clock: any ClockPort
    private let turn = AsyncLock()
    private var generation = 0

    init(
        port: (any ChangesPort)?, center: any NotificationCenterPort, schedule: LocalSchedule, seen: SeenNotifications,
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

    /// The presentation of changes.
    struct Options: Sendable {
        /// `true` to show new items as notifications: the preferences allow it and the app is in the background.
        var showsNewItems: Bool
        /// Called with the changes of each page.
        var publishChanges: @Sendable ([ItemChange]) async -> Void
        /// Called with the IDs of all items after a complete list.
        var publishItems: @Sendable (Set<String>) async -> Void
    }

    /// Applies all changes, page by page, until `deadline`. A page counts as applied only when its cursor is stored; a
    /// process that is killed earlier gets the page again.
    func run(until deadline: Timestamp, _ options: Options) async -> BackgroundResult {
        guard let port else { return .noData }
        return await turn.withLock { await synchronize(from: port, until: deadline, options) } ?? .failed
    }

    private func synchronize(
        from port: any ChangesPort, until deadline: Timestamp, _ options: Options
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
            // On the first synchronization no item is shown as new.
            let isNews = page.isNews && !page.isWhole && !isFirst && options.showsNewItems
            var progress = ChangeProgress(after: page, from: known)
            do {
                let alreadyShown = isNews ? await shown.items() : []
                for change in page.changes {
                    try await apply(change, isNews: isNews && !alreadyShown.contains(change.item))
                }
                if !page.changes.isEmpty { await options.publishChanges(page.changes) }
                if let list = progress.list, !page.hasMore {
                    try await removeMissing(in: list, before: begun)
                    await options.publishItems(list.items)
                    progress.endList()
                }
            } catch {
                return .failed
            }
            guard generation == self.generation, await record.write(progress) else { return .failed }
            // A source that repeats its cursor would otherwise use all background time.
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

    /// - Throws: when a notification of a deleted or completed item may still be scheduled.
    private func apply(_ change: ItemChange, isNews: Bool) async throws {
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

    /// The kinds that require an action, removed when the item is completed.
    private static let calls: Set<NotificationKind> = [.newItem, .reminder]

    /// Removes notifications of items that are missing in the complete list. Notifications newer than this run may be
    /// about items newer than the list, and stay.
    ///
    /// - Throws: when a notification may still be scheduled.
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

    /// Shows a notification about a new item, unless a push about it was shown before.
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

extension ChangeSync: UserScoped {
    func erase() async throws {
        generation += 1
        try await record.remove()
    }
}

/// The progress of the synchronization of items.
struct ChangeProgress: Codable, Hashable, Sendable {
    /// A complete list that is being read, possibly in several runs.
    struct List: Codable, Hashable, Sendable {
        /// The items read so far.
        var items: Set<String> = []
        /// `true` if items were known before the list began, so that missing ones were deleted.
        var isAgain: Bool

        mutating func insert(_ change: ItemChange) {
            if change.kind == .deleted { items.remove(change.item) } else { items.insert(change.item) }
        }
    }

    /// The cursor of the next page.
    private(set) var cursor: String
    private(set) var list: List?

    /// - Parameter former: the progress before `page`; `nil` the first time.
    init(after page: ChangePage, from former: Self?) {
        cursor = page.cursor
        guard page.isWhole else { return }
        var list = former?.list ?? List(isAgain: former != nil)
        for change in page.changes { list.insert(change) }
        self.list = list
    }

    /// Records that the list was read to its end.
    mutating func endList() { list = nil }
}
