import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let historyPageCases: [ConformanceCase] = [
        ConformanceCase("A numbered page has the right items and the right total, from the first to beyond the last") {
            scene in
            var told: [NotificationID] = []
            for second in 0..<7 { told.insert(try await scene.tell(at: Int64(second)).id, at: 0) }
            try await scene.tell("bob")
            for (number, expected) in [(1, told[..<3]), (2, told[3..<6]), (3, told[6...]), (4, []), (.max, [])] {
                let page = try await scene.page(.init(), from: .page(number), limit: 3)
                #expect(page.items.map(\.id) == Array(expected))
                #expect(page.total == 7)
                #expect(page.unread == 7)
            }
            let none = try await scene.store.history(
                of: "nobody", .init(), from: .page(1), limit: 3, at: scene.at(0))
            #expect(none == HistoryPage(items: [], total: 0, unread: 0))
        },
        ConformanceCase("A page after a cursor has the badge and no total") { scene in
            let first = try await scene.tell(at: 1)
            let second = try await scene.tell(at: 2)
            let page = try await scene.page(.init(), from: .before(second.id), limit: 9)
            #expect(page == HistoryPage(items: [first], total: nil, unread: 2))
            #expect(try await scene.page(.init(), from: .before(nil), limit: 1).items == [second])
        },
        ConformanceCase("Each filter lets through what it names, on pages and after cursors, and together they narrow")
        {
            scene in
            let message = try await scene.tell(under: .message, session: nil, thread: "chat", at: 1)
            let reminder = try await scene.tell(under: .reminder, session: nil, thread: nil, at: 2)
            let done = try await scene.tell(under: .taskComplete, session: "run-1", thread: "run-1", at: 3)
            let status = try await scene.tell(under: .sessionStatus, session: "run-2", thread: "chat", at: 4)
            _ = try await scene.store.markRead(reminder.id, by: nil, at: scene.at(5))
            _ = try await scene.store.markRead(status.id, by: nil, at: scene.at(5))
            let expected: [(HistoryFilter, [UserNotification])] = [
                (.init(categories: [.message]), [message]),
                (.init(categories: [.message, .reminder, .update]), [reminder, message]),
                (.init(categories: []), []),
                (.init(session: "run-1"), [done]), (.init(session: "lost"), []),
                (.init(thread: "chat"), [status, message]),
                (.init(isRead: true), [status, reminder]), (.init(isRead: false), [done, message]),
                (.init(since: scene.at(3)), [status, done]), (.init(until: scene.at(3)), [reminder, message]),
                (.init(since: scene.at(2), until: scene.at(4)), [done, reminder]),
                (.init(categories: [.message, .sessionStatus], thread: "chat", isRead: true), [status]),
                (.init(categories: [.message], isRead: false, since: scene.at(1), until: scene.at(2)), [message]),
                (.init(session: "run-2", thread: "chat", isRead: false), []),
            ]
            for (filter, items) in expected {
                let ids = items.map(\.id)
                let page = try await scene.page(filter, from: .page(1), limit: 9)
                #expect(page.items.map(\.id) == ids, "\(filter)")
                #expect(page.total == ids.count, "\(filter)")
                #expect(try await scene.page(filter, from: .before(nil), limit: 9).items.map(\.id) == ids, "\(filter)")
                let second = try await scene.page(filter, from: .page(2), limit: 1)
                #expect(second.items.map(\.id) == Array(ids.dropFirst().prefix(1)), "\(filter)")
                #expect(second.total == ids.count)
            }
        },
        ConformanceCase("The totals follow what is read, changed and forgotten") { scene in
            let first = try await scene.tell(lasting: 10)
            try await scene.tell(at: 1)
            func totals() async throws -> [Int?] {
                var totals: [Int?] = []
                for isRead in [nil, false, true] as [Bool?] {
                    totals.append(try await scene.page(.init(isRead: isRead), from: .page(1), limit: 1).total)
                }
                return totals
            }
            #expect(try await totals() == [2, 2, 0])
            _ = try await scene.store.markRead(first.id, by: nil, at: scene.at(2))
            #expect(try await totals() == [2, 1, 1])
            #expect(try await scene.store.forgetNotifications(before: scene.at(1), at: scene.at(20), limit: 9) == 1)
            #expect(try await totals() == [1, 1, 0])
        },
    ]
}

extension Scene {
    /// A page of Ada's.
    func page(_ filter: HistoryFilter, from start: HistoryStart, limit: Int) async throws -> HistoryPage {
        try await store.history(of: "ada", filter, from: start, limit: limit, at: at(6))
    }

    /// Tells Ada something of a kind.
    func tell(
        under category: CategoryID, session: SessionID?, thread: String?, at seconds: Int64
    ) async throws -> UserNotification {
        let notification = notification(at: seconds, under: category, session: session, thread: thread)
        _ = try await store.accept(Submission(notification: notification))
        return notification
    }
}
