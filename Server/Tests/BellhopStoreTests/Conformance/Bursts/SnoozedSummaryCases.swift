import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let snoozedSummaryCases: [ConformanceCase] = [
        ConformanceCase("Snoozing the first notification of a summary delays no other in it") {
            fixture async throws in
            let phone = try await fixture.device()
            try await fixture.quiet("08:00", "10:00")
            let told = try await fixture.burst(5, lasting: 7200)
            #expect(try await fixture.snooze(told[3], until: 90_000, expiring: 99_000, by: phone, at: 10))
            #expect(try await fixture.sendAll(at: 3600).count == 3)
            let shown = try await fixture.sendAll(at: 3602)
            #expect(shown.map(\.purpose) == [.show])
            #expect(shown.first?.summary?.count == 1)
            #expect(shown.first?.summary?.id == told[3].id)
            _ = try await fixture.store.markRead(told[4].id, by: phone.id, at: fixture.at(3700))
            #expect(try await fixture.sendAll(at: 3702).map(\.summary?.count) == [0])
            let back = try await fixture.sendAll(at: 90_000)
            #expect(back.map(\.purpose) == [.show])
            #expect(back.map(\.notification.id) == [told[3].id])
            #expect(back.allSatisfy { $0.summary == nil })
        },
        ConformanceCase("A snoozed notification leaves its summary, which continues, and is shown on its own") {
            fixture in
            let phone = try await fixture.device()
            let told = try await fixture.burst(6)
            try await fixture.sendAll()
            try await fixture.sendAll(at: 2)
            #expect(try await fixture.snooze(told[3], until: 900, by: phone, at: 10))
            #expect(try await fixture.snooze(told[5], until: 1000, by: phone, at: 10))
            let less = try await fixture.sendAll(at: 12)
            #expect(less.map(\.purpose) == [.clear])
            #expect(less.map(\.summary?.count) == [1])
            let more = try await fixture.burst(1, at: 20)
            let update = try await fixture.sendAll(at: 22)
            #expect(update.map(\.purpose) == [.update])
            #expect(update.map(\.summary?.count) == [2])
            #expect((less + update).allSatisfy { $0.summary?.id == told[3].id })
            for (id, moment) in [(told[3].id, Int64(900)), (told[5].id, 1000)] {
                let back = try await fixture.sendAll(at: moment)
                #expect(back.map(\.notification.id) == [id])
                #expect(back.allSatisfy { $0.purpose == .show && $0.summary == nil })
            }
            // Another notification is the first now, and the summary moves to the next.
            #expect(try await fixture.snooze(told[4], until: 2000, by: phone, at: 1010))
            _ = try await fixture.store.markRead(more[0].id, by: phone.id, at: fixture.at(1020))
            let gone = try await fixture.sendAll(at: 1022)
            #expect(gone.map(\.summary?.id) == [told[3].id])
            #expect(gone.map(\.summary?.count) == [0])
        },
        ConformanceCase("A summary whose last notification is snoozed is cleared, and shown again afterwards") {
            fixture async throws in
            let phone = try await fixture.device()
            let told = try await fixture.burst(4)
            try await fixture.sendAll()
            try await fixture.sendAll(at: 2)
            #expect(try await fixture.snooze(told[3], until: 900, by: phone, at: 10))
            let gone = try await fixture.sendAll(at: 12)
            #expect(gone.map(\.purpose) == [.clear])
            #expect(gone.map(\.summary?.count) == [0])
            #expect(gone.map(\.device.id) == [phone.id])
            // Later notifications neither wait for it nor show it again.
            let next = try await fixture.burst(1, at: 20)
            let shown = try await fixture.sendAll(at: 22)
            #expect(shown.map(\.purpose) == [.show])
            #expect(shown.map(\.summary?.id) == [next[0].id])
            #expect(shown.map(\.summary?.count) == [1])
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(900))
            let back = try await fixture.sendAll(at: 900)
            #expect(back.map(\.purpose) == [.show])
            #expect(back.map(\.notification.id) == [told[3].id])
            #expect(back.map(\.summary?.count) == [1])
        },
        ConformanceCase("Snoozed while the summary is under way, it is not counted, and the others are shown") {
            fixture async throws in
            let phone = try await fixture.device()
            let told = try await fixture.burst(5)
            try await fixture.sendAll()
            let onItsWay = try #require(try await fixture.claim(at: 2).first)
            #expect(try await fixture.snooze(told[3], until: 900, by: phone, at: 3))
            try await fixture.record(onItsWay, .sent(gatewayID: nil), at: 4)
            let shown = try await fixture.sendAll(at: 5).filter { $0.summary != nil }
            #expect(shown.map(\.purpose) == [.show])
            #expect(shown.map(\.summary?.count) == [1])
            #expect(try await fixture.sendAll(at: 900).map(\.notification.id) == [told[3].id])
        },
        ConformanceCase("The only one snoozed while its summary is under way is cleared") { fixture async throws in
            let phone = try await fixture.device()
            let told = try await fixture.burst(4)
            try await fixture.sendAll()
            let onItsWay = try #require(try await fixture.claim(at: 2).first)
            #expect(try await fixture.snooze(told[3], until: 900, by: phone, at: 3))
            let isCleared = try await fixture.record(onItsWay, .sent(gatewayID: nil), at: 4)
            #expect(isCleared)
            let gone = try await fixture.sendAll(at: 4)
            #expect(gone.map(\.purpose) == [.clear])
            #expect(gone.map(\.summary?.count) == [0])
            #expect(try await fixture.sendAll(at: 900).map(\.purpose) == [.show])
        },
        ConformanceCase("A snoozed notification does not count for a burst") { fixture async throws in
            let phone = try await fixture.device()
            for notification in try await fixture.burst(3) {
                #expect(try await fixture.snooze(notification, until: 900, by: phone, at: 1))
            }
            let next = try await fixture.tell(at: 2)
            let sent = try await fixture.sendAll(at: 2)
            #expect(sent.map(\.notification.id) == [next.id])
            #expect(sent.allSatisfy { $0.summary == nil })
        },
    ]
}
