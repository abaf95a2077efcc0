import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let historyCases: [ConformanceCase] = [
        ConformanceCase("The history is newest first and of one user") { fixture in
            let first = try await fixture.tell(at: 1)
            let second = try await fixture.tell(at: 2)
            try await fixture.tell("bob", at: 3)
            let third = try await fixture.tell(at: 4)
            #expect(
                try await fixture.store.notifications(of: "ada", before: nil, limit: 10).map(\.id)
                    == [third.id, second.id, first.id])
        },
        ConformanceCase("Pages of a growing history neither overlap nor skip") { fixture in
            var told: [NotificationID] = []
            for second in 0..<10 { told.append(try await fixture.tell(at: Int64(second)).id) }
            var read: [NotificationID] = []
            while true {
                let page = try await fixture.store.notifications(of: "ada", before: read.last, limit: 3)
                if page.isEmpty { break }
                #expect(page.count <= 3)
                read += page.map(\.id)
                try await fixture.tell(at: 100)
            }
            #expect(read == told.reversed())
        },
        ConformanceCase("A page of zero entries is empty") { fixture in
            try await fixture.tell()
            #expect(try await fixture.store.notifications(of: "ada", before: nil, limit: 0).isEmpty)
        },
        ConformanceCase("A timeline entry is added, oldest first") { fixture in
            let device = try await fixture.device()
            let notification = try await fixture.tell(at: 1)
            let opened = TimelineEntry(at: fixture.at(9), step: .opened, deviceID: device.id)
            let shown = TimelineEntry(
                at: fixture.at(5), step: .shown, deviceID: device.id, detail: "on the lock screen")
            try await fixture.store.record(opened, for: notification.id)
            try await fixture.store.record(shown, for: notification.id)
            let accepted = TimelineEntry(at: fixture.at(1), step: .accepted)
            #expect(try await fixture.store.timeline(of: notification.id) == [accepted, shown, opened])
        },
        ConformanceCase("Entries of the same moment keep the order of insertion") { fixture in
            let notification = try await fixture.tell()
            let lines = TimelineEntry.Step.allCases.map { TimelineEntry(at: fixture.at(1), step: $0) }
            for line in lines { try await fixture.store.record(line, for: notification.id) }
            #expect(try await fixture.store.timeline(of: notification.id).dropFirst() == lines[...])
        },
        ConformanceCase("An entry for an unknown notification is dropped") { fixture in
            let unknown = NotificationID.make(at: fixture.at(0))
            try await fixture.store.record(TimelineEntry(at: fixture.at(1), step: .shown), for: unknown)
            #expect(try await fixture.store.timeline(of: unknown).isEmpty)
        },
    ]
}

extension ConformanceCase {
    static let historyPageCases: [ConformanceCase] = [
        ConformanceCase("A numbered page has the right items and total, from the first to beyond the last") {
            fixture in
            var told: [NotificationID] = []
            for second in 0..<7 { told.insert(try await fixture.tell(at: Int64(second)).id, at: 0) }
            try await fixture.tell("bob")
            for (number, expected) in [(1, told[..<3]), (2, told[3..<6]), (3, told[6...]), (4, []), (.max, [])] {
                let page = try await fixture.page(.init(), from: .page(number), limit: 3)
                #expect(page.items.map(\.id) == Array(expected))
                #expect(page.total == 7)
                #expect(page.unread == 7)
            }
            let none = try await fixture.store.history(
                of: "unknown", .init(), from: .page(1), limit: 3, at: fixture.at(0))
            #expect(none == HistoryPage(items: [], total: 0, unread: 0))
        },
        ConformanceCase("A page after a cursor has the badge and no total") { fixture in
            let first = try await fixture.tell(at: 1)
            let second = try await fixture.tell(at: 2)
            let page = try await fixture.page(.init(), from: .before(second.id), limit: 9)
            #expect(page == HistoryPage(items: [first], total: nil, unread: 2))
            #expect(try await fixture.page(.init(), from: .before(nil), limit: 1).items == [second])
        },
        ConformanceCase("Each filter applies to pages and cursors, and combined filters narrow") {
            fixture in
            let message = try await fixture.tell(under: .message, session: nil, thread: "chat", at: 1)
            let reminder = try await fixture.tell(under: .reminder, session: nil, thread: nil, at: 2)
            let done = try await fixture.tell(under: .taskComplete, session: "run-1", thread: "run-1", at: 3)
            let status = try await fixture.tell(under: .sessionStatus, session: "run-2", thread: "chat", at: 4)
            _ = try await fixture.store.markRead(reminder.id, by: nil, at: fixture.at(5))
            _ = try await fixture.store.markRead(status.id, by: nil, at: fixture.at(5))
            let expected: [(HistoryFilter, [UserNotification])] = [
                (.init(categories: [.message]), [message]),
                (.init(categories: [.message, .reminder, .update]), [reminder, message]),
                (.init(categories: []), []),
                (.init(session: "run-1"), [done]), (.init(session: "lost"), []),
                (.init(thread: "chat"), [status, message]),
                (.init(isRead: true), [status, reminder]), (.init(isRead: false), [done, message]),
                (.init(since: fixture.at(3)), [status, done]), (.init(until: fixture.at(3)), [reminder, message]),
                (.init(since: fixture.at(2), until: fixture.at(4)), [done, reminder]),
                (.init(categories: [.message, .sessionStatus], thread: "chat", isRead: true), [status]),
                (.init(categories: [.message], isRead: false, since: fixture.at(1), until: fixture.at(2)), [message]),
                (.init(session: "run-2", thread: "chat", isRead: false), []),
            ]
            for (filter, items) in expected {
                let ids = items.map(\.id)
                let page = try await fixture.page(filter, from: .page(1), limit: 9)
                #expect(page.items.map(\.id) == ids, "\(filter)")
                #expect(page.total == ids.count, "\(filter)")
                #expect(
                    try await fixture.page(filter, from: .before(nil), limit: 9).items.map(\.id) == ids, "\(filter)")
                let second = try await fixture.page(filter, from: .page(2), limit: 1)
                #expect(second.items.map(\.id) == Array(ids.dropFirst().prefix(1)), "\(filter)")
                #expect(second.total == ids.count)
            }
        },
        ConformanceCase("A search finds a text in title, subtitle and body, with special characters as themselves") {
            fixture in
            var told: [UserNotification] = []
            for (second, text) in ["100 % done", "Übung_1", "a\\b 'c' \"d\"", "nothing"].enumerated() {
                var notification = fixture.notification(for: "ada", at: Int64(second), lasting: 60)
                notification.title = second == 0 ? text : "Build"
                notification.subtitle = second == 1 ? text : nil
                notification.body = second > 1 ? text : "Tests"
                _ = try await fixture.store.accept(Submission(notification: notification))
                told.append(notification)
            }
            _ = try await fixture.store.markRead(told[1].id, by: nil, at: fixture.at(5))
            let expected: [(String, [Int])] = [
                ("100 % DONE", [0]), ("%", [0]), ("_", [1]), ("Übung", [1]), ("\\B 'C'", [2]), ("\"d\"", [2]),
                ("build", [3, 2, 1]), ("lost", []),
            ]
            for (text, found) in expected {
                let page = try await fixture.page(.init(text: text), from: .before(nil), limit: 9)
                #expect(page.items.map(\.id) == found.map { told[$0].id }, "\(text)")
            }
            let rest = try await fixture.page(.init(text: "build"), from: .before(told[2].id), limit: 1)
            #expect(rest.items.map(\.id) == [told[1].id])
            #expect(try await fixture.page(.init(isRead: false, text: "build"), from: .page(1), limit: 1).total == 2)
        },
        ConformanceCase("The totals follow reading, changes and deletion") { fixture in
            let first = try await fixture.tell(lasting: 10)
            try await fixture.tell(at: 1)
            func totals() async throws -> [Int?] {
                var totals: [Int?] = []
                for isRead in [nil, false, true] as [Bool?] {
                    totals.append(try await fixture.page(.init(isRead: isRead), from: .page(1), limit: 1).total)
                }
                return totals
            }
            #expect(try await totals() == [2, 2, 0])
            _ = try await fixture.store.markRead(first.id, by: nil, at: fixture.at(2))
            #expect(try await totals() == [2, 1, 1])
            #expect(
                try await fixture.store.pruneNotifications(before: fixture.at(1), at: fixture.at(20), limit: 9) == 1)
            #expect(try await totals() == [1, 1, 0])
        },
    ]
}

extension StoreFixture {
    /// A page of ada's history.
    func page(_ filter: HistoryFilter, from start: HistoryStart, limit: Int) async throws -> HistoryPage {
        try await store.history(of: "ada", filter, from: start, limit: limit, at: at(6))
    }

    /// Sends ada a notification of a category.
    func tell(
        under category: CategoryID, session: SessionID?, thread: String?, at seconds: Int64
    ) async throws -> UserNotification {
        let notification = notification(at: seconds, under: category, session: session, thread: thread)
        _ = try await store.accept(Submission(notification: notification))
        return notification
    }
}
