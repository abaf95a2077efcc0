import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let readingCases: [ConformanceCase] = [
        ConformanceCase("Marking as read is recorded with its time, once") { fixture in
            let phone = try await fixture.device()
            let notification = try await fixture.tell()
            #expect(try await fixture.store.markRead(notification.id, by: phone.id, at: fixture.at(5)))
            #expect(try await !fixture.store.markRead(notification.id, by: nil, at: fixture.at(6)))
            #expect(try await fixture.store.notification(notification.id)?.readAt == fixture.at(5))
            let line = TimelineEntry(at: fixture.at(5), step: .read, deviceID: phone.id)
            #expect(try await fixture.store.timeline(of: notification.id).count { $0.step == .read } == 1)
            #expect(try await fixture.store.timeline(of: notification.id).contains(line))
        },
        ConformanceCase("An unknown notification cannot be read") { fixture async throws in
            #expect(try await !fixture.store.markRead(.make(at: fixture.at(0)), by: nil, at: fixture.at(1)))
        },
        ConformanceCase("Reading on one device clears the others that were sent it") { fixture in
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            let removed = try await fixture.device(at: 2)
            let notification = try await fixture.tell(at: 3)
            try await fixture.sendAll(at: 3)
            _ = try await fixture.store.removeDevice(removed.id, at: fixture.at(4))
            let late = try await fixture.device(at: 5)
            _ = try await fixture.store.markRead(notification.id, by: phone.id, at: fixture.at(6))
            let claimed = try await fixture.claim(at: 6)
            #expect(claimed.map(\.purpose) == [.clear])
            #expect(claimed.map(\.device.id) == [tablet.id])
            #expect(claimed.first?.notification.readAt == fixture.at(6))
            #expect(claimed.first?.badge == 0)
            #expect(late.state == .active)
        },
        ConformanceCase("Reading without a device clears all devices that were sent it") { fixture in
            try await fixture.device()
            try await fixture.device(at: 1)
            let notification = try await fixture.tell(at: 2)
            try await fixture.sendAll(at: 2)
            _ = try await fixture.store.markRead(notification.id, by: nil, at: fixture.at(3))
            #expect(try await fixture.claim(at: 3).map(\.purpose) == [.clear, .clear])
        },
        ConformanceCase("A read notification is not sent any more") { fixture in
            let phone = try await fixture.device()
            let notification = try await fixture.tell()
            _ = try await fixture.store.markRead(notification.id, by: nil, at: fixture.at(1))
            #expect(try await fixture.claim(at: 1).isEmpty)
            #expect(try await fixture.store.queueDepth() == 0)
            let cancelled = try await fixture.store.timeline(of: notification.id).filter { $0.step == .cancelled }
            #expect(cancelled.map(\.deviceID) == [phone.id])
        },
        ConformanceCase("Of a hundred devices reading at once one changes it") { fixture in
            let notification = try await fixture.tell()
            let changed = try await inParallel(100) { _ in
                try await fixture.store.markRead(notification.id, by: nil, at: fixture.at(1))
            }
            #expect(changed.count { $0 } == 1)
        },
    ]
}

extension ConformanceCase {
    static let readingManyCases: [ConformanceCase] = [
        ConformanceCase("Many are marked as read oldest first, up to a limit, and cleared on other devices") {
            fixture in
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            var told: [NotificationID] = []
            for second in 2..<7 { told.append(try await fixture.tell(at: Int64(second)).id) }
            try await fixture.tell("bob", at: 2)
            try await fixture.sendAll(at: 7)
            let last = NotificationID.last(at: fixture.at(9))
            func read(_ limit: Int) async throws -> [NotificationID] {
                try await fixture.store.markAllRead(
                    of: "ada", .init(), upTo: last, by: phone.id, at: fixture.at(9), limit: limit)
            }
            #expect(try await read(3) == Array(told[..<3]))
            #expect(try await read(3) == Array(told[3...]))
            #expect(try await read(3).isEmpty)
            let claimed = try await fixture.claim(at: 9)
            #expect(claimed.map(\.purpose) == Array(repeating: .clear, count: 5))
            #expect(Set(claimed.map(\.device.id)) == [tablet.id])
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(9)) == 0)
            #expect(try await fixture.store.badge(of: "bob", at: fixture.at(9)) == 1)
            let line = TimelineEntry(at: fixture.at(9), step: .read, deviceID: phone.id)
            #expect(try await fixture.store.timeline(of: told[0]).contains(line))
        },
        ConformanceCase("Only the session's or thread's are read, up to the last one, and no pending ask's") {
            fixture in
            let other = try await fixture.tell(under: .message, session: nil, thread: "chat", at: 1)
            let first = try await fixture.tell(at: 2)
            let (pending, question) = try await fixture.ask(at: 3)
            let second = try await fixture.tell(at: 4)
            func read(_ filter: HistoryFilter, upTo last: NotificationID) async throws -> [NotificationID] {
                try await fixture.store.markAllRead(of: "ada", filter, upTo: last, by: nil, at: fixture.at(5), limit: 9)
            }
            #expect(try await read(.init(session: "run-1"), upTo: first.id) == [first.id])
            #expect(try await read(.init(thread: "run-1"), upTo: .last(at: fixture.at(9))) == [second.id])
            #expect(try await read(.init(), upTo: .last(at: fixture.at(9))) == [other.id])
            #expect(try await fixture.store.notification(question.id)?.readAt == nil)
            _ = try await fixture.transition(pending, .withdrawn(.agentEnded), at: 6)
            #expect(try await read(.init(), upTo: .last(at: fixture.at(9))).isEmpty)
        },
        ConformanceCase("Only the categories' are read, in order; none with a filter for read ones") { fixture in
            let update = try await fixture.tell(under: .update, session: nil, thread: "chat", at: 1)
            let first = try await fixture.tell(under: .message, session: nil, thread: "chat", at: 2)
            let reminder = try await fixture.tell(under: .reminder, session: nil, thread: "chat", at: 3)
            let second = try await fixture.tell(under: .message, session: nil, thread: "chat", at: 4)
            func read(_ filter: HistoryFilter, limit: Int = 9) async throws -> [NotificationID] {
                let last = NotificationID.last(at: fixture.at(9))
                return try await fixture.store.markAllRead(
                    of: "ada", filter, upTo: last, by: nil, at: fixture.at(9), limit: limit)
            }
            #expect(try await read(.init(isRead: true)).isEmpty)
            #expect(try await read(.init(categories: [])).isEmpty)
            #expect(try await read(.init(categories: [.message, .reminder]), limit: 2) == [first.id, reminder.id])
            #expect(try await read(.init(categories: [.message])) == [second.id])
            #expect(try await fixture.store.notification(update.id)?.readAt == nil)
        },
    ]
}
