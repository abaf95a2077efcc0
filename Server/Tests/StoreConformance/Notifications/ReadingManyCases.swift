import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let readingManyCases: [ConformanceCase] = [
        ConformanceCase("Many are read oldest first, a few at a time, and cleared on the other devices") { scene in
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            var told: [NotificationID] = []
            for second in 2..<7 { told.append(try await scene.tell(at: Int64(second)).id) }
            try await scene.tell("bob", at: 2)
            try await scene.sendAll(at: 7)
            let last = NotificationID.last(at: scene.at(9))
            func read(_ limit: Int) async throws -> [NotificationID] {
                try await scene.store.markAllRead(
                    of: "ada", .init(), upTo: last, by: phone.id, at: scene.at(9), limit: limit)
            }
            #expect(try await read(3) == Array(told[..<3]))
            #expect(try await read(3) == Array(told[3...]))
            #expect(try await read(3).isEmpty)
            let claimed = try await scene.claim(at: 9)
            #expect(claimed.map(\.purpose) == Array(repeating: .clear, count: 5))
            #expect(Set(claimed.map(\.device.id)) == [tablet.id])
            #expect(try await scene.store.badge(of: "ada", at: scene.at(9)) == 0)
            #expect(try await scene.store.badge(of: "bob", at: scene.at(9)) == 1)
            let line = TimelineEntry(at: scene.at(9), step: .read, deviceID: phone.id)
            #expect(try await scene.store.timeline(of: told[0]).contains(line))
        },
        ConformanceCase("Only those of the session or thread, none made after the last, and no pending ask's") {
            scene in
            let other = try await scene.tell(under: .message, session: nil, thread: "chat", at: 1)
            let first = try await scene.tell(at: 2)
            let (pending, question) = try await scene.ask(at: 3)
            let second = try await scene.tell(at: 4)
            func read(_ filter: HistoryFilter, upTo last: NotificationID) async throws -> [NotificationID] {
                try await scene.store.markAllRead(of: "ada", filter, upTo: last, by: nil, at: scene.at(5), limit: 9)
            }
            #expect(try await read(.init(session: "run-1"), upTo: first.id) == [first.id])
            #expect(try await read(.init(thread: "run-1"), upTo: .last(at: scene.at(9))) == [second.id])
            #expect(try await read(.init(), upTo: .last(at: scene.at(9))) == [other.id])
            #expect(try await scene.store.notification(question.id)?.readAt == nil)
            _ = try await scene.transition(pending, .withdrawn(.agentEnded), at: 6)
            #expect(try await read(.init(), upTo: .last(at: scene.at(9))).isEmpty)
        },
        ConformanceCase("Only those of the categories, in order; nothing when what was read is meant") { scene in
            let update = try await scene.tell(under: .update, session: nil, thread: "chat", at: 1)
            let first = try await scene.tell(under: .message, session: nil, thread: "chat", at: 2)
            let reminder = try await scene.tell(under: .reminder, session: nil, thread: "chat", at: 3)
            let second = try await scene.tell(under: .message, session: nil, thread: "chat", at: 4)
            func read(_ filter: HistoryFilter, limit: Int = 9) async throws -> [NotificationID] {
                let last = NotificationID.last(at: scene.at(9))
                return try await scene.store.markAllRead(
                    of: "ada", filter, upTo: last, by: nil, at: scene.at(9), limit: limit)
            }
            #expect(try await read(.init(isRead: true)).isEmpty)
            #expect(try await read(.init(categories: [])).isEmpty)
            #expect(try await read(.init(categories: [.message, .reminder]), limit: 2) == [first.id, reminder.id])
            #expect(try await read(.init(categories: [.message])) == [second.id])
            #expect(try await scene.store.notification(update.id)?.readAt == nil)
        },
    ]
}
