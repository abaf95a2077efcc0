import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let summaryCases: [ConformanceCase] = [
        ConformanceCase("A displayed summary is updated silently, several changes at once") {
            fixture in
            try await fixture.device()
            let told = try await fixture.burst(4)
            try await fixture.sendAll()
            #expect(try await fixture.sendAll(at: 2).first?.summary?.count == 1)
            try await fixture.burst(3, at: 10)
            let update = try await fixture.sendAll(at: 12)
            #expect(update.map(\.purpose) == [.update])
            #expect(update.first?.summary?.count == 4)
            #expect(update.first?.summary?.id == told[3].id)
            // A device that registered later receives it as a new summary.
            let late = try await fixture.device(at: 13)
            try await fixture.burst(1, at: 14)
            let more = try await fixture.sendAll(at: 16)
            #expect(more.first { $0.device.id == late.id }?.purpose == .show)
            #expect(Set(more.compactMap(\.summary?.count)) == [5])
        },
        ConformanceCase("Reading lowers a summary, also of its first notification; other devices get nothing") {
            fixture in
            let phone = try await fixture.device()
            let told = try await fixture.burst(6)
            _ = try await fixture.store.markRead(told[3].id, by: phone.id, at: fixture.at(1))
            try await fixture.sendAll(at: 1)
            #expect(try await fixture.sendAll(at: 2).first?.summary?.count == 2)
            _ = try await fixture.store.markRead(told[4].id, by: phone.id, at: fixture.at(3))
            let less = try await fixture.sendAll(at: 5)
            #expect(less.map(\.purpose) == [.clear])
            #expect(less.first?.summary?.count == 1)
            _ = try await fixture.store.markRead(told[5].id, by: phone.id, at: fixture.at(6))
            #expect(try await fixture.sendAll(at: 8).first?.summary?.count == 0)
            #expect(try await fixture.store.nextDeliveryDue() == nil)
        },
        ConformanceCase("A summary that is empty before it is sent is not sent") { fixture in
            let phone = try await fixture.device()
            let told = try await fixture.burst(5)
            try await fixture.sendAll()
            for one in told.suffix(2) { _ = try await fixture.store.markRead(one.id, by: phone.id, at: fixture.at(1)) }
            #expect(try await fixture.claim(at: 2).isEmpty)
            #expect(try await fixture.store.queueDepth() == 0)
            #expect(try await fixture.steps(of: told[3]).last == .cancelled)
        },
        ConformanceCase("A summary that becomes empty while under way is cleared") { fixture in
            let phone = try await fixture.device()
            let told = try await fixture.burst(4)
            try await fixture.sendAll()
            let onItsWay = try #require(try await fixture.claim(at: 2).first)
            _ = try await fixture.store.markRead(told[3].id, by: phone.id, at: fixture.at(3))
            #expect(try await fixture.record(onItsWay, .sent(gatewayID: nil), at: 4))
            let clears = try await fixture.sendAll(at: 5)
            #expect(clears.map(\.purpose) == [.clear])
            #expect(clears.first?.summary?.count == 0)
        },
        ConformanceCase("After a summary is empty, the next burst sounds again") { fixture in
            let phone = try await fixture.device()
            for start in [Int64(0), 100] {
                let told = try await fixture.burst(5, at: start)
                try await fixture.sendAll(at: start)
                let shown = try await fixture.sendAll(at: start + 2)
                #expect(shown.map(\.purpose) == [.show])
                #expect(shown.first?.summary?.id == told[3].id)
                for one in told {
                    _ = try await fixture.store.markRead(one.id, by: phone.id, at: fixture.at(start + 3))
                }
                try await fixture.sendAll(at: start + 5)
            }
        },
        ConformanceCase("An expiring notification lowers its summary") { fixture in
            try await fixture.device()
            try await fixture.burst(4, lasting: 100)
            try await fixture.burst(1, lasting: 200)
            try await fixture.sendAll()
            #expect(try await fixture.sendAll(at: 2).first?.summary?.count == 2)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(100))
            let less = try await fixture.sendAll(at: 100)
            #expect(less.map(\.purpose) == [.clear])
            #expect(less.first?.summary?.count == 1)
            #expect(try await fixture.sendAll(at: 200).first?.summary?.count == 0)
            #expect(try await fixture.store.nextDeliveryDue() == nil)
        },
        ConformanceCase("A summary has its notifications' origin and the newest of them") { fixture in
            try await fixture.device()
            _ = try await fixture.store.put(
                AgentSession(
                    id: "run-1", userID: "ada", title: "Fix the tests",
                    origin: Origin(agent: "claude", project: "shop"),
                    startedAt: fixture.at(0), updatedAt: fixture.at(0)))
            try await fixture.burst(4)
            try await fixture.accept(fixture.notification(at: 1, titled: "The last"))
            let summary = try #require(try await fixture.claim(at: 3).last?.summary)
            #expect(summary.source == "shop")
            #expect(summary.newest == "The last")
            #expect(summary.category == .sessionStatus)
            #expect(summary.sessionID == "run-1")
            #expect(summary.thread == "run-1")
            #expect(summary.expiresAt == fixture.at(3601))
        },
        ConformanceCase("A deferred summary waits, and then has the content of that time") { fixture in
            try await fixture.device()
            try await fixture.burst(4)
            try await fixture.sendAll()
            let claimed = try #require(try await fixture.claim(at: 2).first)
            try await fixture.record(claimed, .deferred(until: fixture.at(60), reason: "busy"), at: 3)
            try await fixture.burst(2, at: 5)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(60))
            let again = try await fixture.sendAll(at: 60)
            #expect(again.map(\.purpose) == [.show])
            #expect(again.first?.attempt == 2)
            #expect(again.first?.summary?.count == 3)
        },
    ]
}

extension ConformanceCase {
    static let forgottenSummaryCases: [ConformanceCase] = [
        ConformanceCase("The first notification of a summary is kept while another one in it is unread and unexpired") {
            fixture async throws in
            // No device shows it, so no delivery is open.
            let told = try await fixture.burst(4, lasting: 10)
            let folded = try await fixture.tell(at: 5, lasting: 1000)
            func forget() async throws -> Int {
                try await fixture.store.pruneNotifications(before: fixture.at(50), at: fixture.at(100), limit: 9)
            }
            #expect(try await forget() == 3)
            #expect(try await fixture.store.notification(told[3].id) != nil)
            try await fixture.device(at: 101)
            try await fixture.burst(4, at: 102)
            #expect(try await fixture.sendAll(at: 102).count == 3)
            let shown = try await fixture.sendAll(at: 104)
            #expect(shown.map(\.purpose) == [.show])
            #expect(shown.first?.summary?.count == 2)
            #expect(shown.first?.summary?.id == told[3].id)
            #expect(try await fixture.store.notification(folded.id)?.readAt == nil)
        }
    ]
}

extension ConformanceCase {
    static let summaryRevivalCases: [ConformanceCase] = [
        ConformanceCase("A summary whose update failed for a doubted token is updated once, with all changes") {
            fixture in
            try await fixture.device()
            try await fixture.burst(4)
            try await fixture.sendAll()
            #expect(try await fixture.sendAll(at: 2).first?.summary?.count == 1)
            try await fixture.burst(1, at: 10)
            let update = try #require(try await fixture.claim(at: 12).first)
            try await fixture.record(update, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 12)
            try await fixture.burst(2, at: 20)
            try await fixture.doubtTokens(at: 21)
            let again = try await fixture.sendAll(at: 300).filter { $0.device.userID == "ada" }
            #expect(again.map(\.purpose) == [.update])
            #expect(again.first?.summary?.count == 4)
        },
        ConformanceCase("Notifications folded while a device counted as dead are in the summary it has") {
            fixture in
            try await fixture.device()
            try await fixture.burst(4)
            try await fixture.sendAll()
            try await fixture.sendAll(at: 2)
            try await fixture.accept(fixture.notification(at: 100, thread: "other"))
            let first = try #require(try await fixture.claim(at: 100).first)
            try await fixture.record(first, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 101)
            try await fixture.burst(4, at: 110)
            try await fixture.doubtTokens(at: 111)
            let again = try await fixture.sendAll(at: 300).filter { $0.device.userID == "ada" }
            #expect(again.count { $0.purpose == .update } == 1)
            #expect(again.first { $0.purpose == .update }?.summary?.count == 2)
            #expect(again.count { $0.purpose == .show } == 4)
        },
    ]
}
