import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let snoozedSummaryCases: [ConformanceCase] = [
        ConformanceCase("To snooze what a summary begins with holds back nothing else that was folded into it") {
            scene async throws in
            let phone = try await scene.device()
            try await scene.quiet("08:00", "10:00")
            let told = try await scene.burst(5, lasting: 7200)
            #expect(try await scene.snooze(told[3], until: 90_000, expiring: 99_000, by: phone, at: 10))
            #expect(try await scene.sendAll(at: 3600).count == 3)
            let shown = try await scene.sendAll(at: 3602)
            #expect(shown.map(\.purpose) == [.show])
            #expect(shown.first?.summary?.count == 1)
            #expect(shown.first?.summary?.id == told[3].id)
            _ = try await scene.store.markRead(told[4].id, by: phone.id, at: scene.at(3700))
            #expect(try await scene.sendAll(at: 3702).map(\.summary?.count) == [0])
            let back = try await scene.sendAll(at: 90_000)
            #expect(back.map(\.purpose) == [.show])
            #expect(back.map(\.notification.id) == [told[3].id])
            #expect(back.allSatisfy { $0.summary == nil })
        },
        ConformanceCase("What is snoozed leaves its summary for good, which goes on as the same; it comes by itself") {
            scene in
            let phone = try await scene.device()
            let told = try await scene.burst(6)
            try await scene.sendAll()
            try await scene.sendAll(at: 2)
            #expect(try await scene.snooze(told[3], until: 900, by: phone, at: 10))
            #expect(try await scene.snooze(told[5], until: 1000, by: phone, at: 10))
            let less = try await scene.sendAll(at: 12)
            #expect(less.map(\.purpose) == [.clear])
            #expect(less.map(\.summary?.count) == [1])
            let more = try await scene.burst(1, at: 20)
            let update = try await scene.sendAll(at: 22)
            #expect(update.map(\.purpose) == [.update])
            #expect(update.map(\.summary?.count) == [2])
            #expect((less + update).allSatisfy { $0.summary?.id == told[3].id })
            for (id, moment) in [(told[3].id, Int64(900)), (told[5].id, 1000)] {
                let back = try await scene.sendAll(at: moment)
                #expect(back.map(\.notification.id) == [id])
                #expect(back.allSatisfy { $0.purpose == .show && $0.summary == nil })
            }
            // Begun by another now, it is handed on again.
            #expect(try await scene.snooze(told[4], until: 2000, by: phone, at: 1010))
            _ = try await scene.store.markRead(more[0].id, by: phone.id, at: scene.at(1020))
            let gone = try await scene.sendAll(at: 1022)
            #expect(gone.map(\.summary?.id) == [told[3].id])
            #expect(gone.map(\.summary?.count) == [0])
        },
        ConformanceCase("A summary of which all that is left is snoozed leaves the screens, and comes back then") {
            scene async throws in
            let phone = try await scene.device()
            let told = try await scene.burst(4)
            try await scene.sendAll()
            try await scene.sendAll(at: 2)
            #expect(try await scene.snooze(told[3], until: 900, by: phone, at: 10))
            let gone = try await scene.sendAll(at: 12)
            #expect(gone.map(\.purpose) == [.clear])
            #expect(gone.map(\.summary?.count) == [0])
            #expect(gone.map(\.device.id) == [phone.id])
            // What comes meanwhile does not wait for it, and does not wake it.
            let next = try await scene.burst(1, at: 20)
            let shown = try await scene.sendAll(at: 22)
            #expect(shown.map(\.purpose) == [.show])
            #expect(shown.map(\.summary?.id) == [next[0].id])
            #expect(shown.map(\.summary?.count) == [1])
            #expect(try await scene.store.nextDeliveryDue() == scene.at(900))
            let back = try await scene.sendAll(at: 900)
            #expect(back.map(\.purpose) == [.show])
            #expect(back.map(\.notification.id) == [told[3].id])
            #expect(back.map(\.summary?.count) == [1])
        },
        ConformanceCase("Snoozed while the summary is on its way, it is in no number, and the others are shown") {
            scene async throws in
            let phone = try await scene.device()
            let told = try await scene.burst(5)
            try await scene.sendAll()
            let onItsWay = try #require(try await scene.claim(at: 2).first)
            #expect(try await scene.snooze(told[3], until: 900, by: phone, at: 3))
            try await scene.record(onItsWay, .sent(gatewayID: nil), at: 4)
            let shown = try await scene.sendAll(at: 5).filter { $0.summary != nil }
            #expect(shown.map(\.purpose) == [.show])
            #expect(shown.map(\.summary?.count) == [1])
            #expect(try await scene.sendAll(at: 900).map(\.notification.id) == [told[3].id])
        },
        ConformanceCase("Snoozed alone while its summary is on its way, it is taken off again") { scene async throws in
            let phone = try await scene.device()
            let told = try await scene.burst(4)
            try await scene.sendAll()
            let onItsWay = try #require(try await scene.claim(at: 2).first)
            #expect(try await scene.snooze(told[3], until: 900, by: phone, at: 3))
            let isCleared = try await scene.record(onItsWay, .sent(gatewayID: nil), at: 4)
            #expect(isCleared)
            let gone = try await scene.sendAll(at: 4)
            #expect(gone.map(\.purpose) == [.clear])
            #expect(gone.map(\.summary?.count) == [0])
            #expect(try await scene.sendAll(at: 900).map(\.purpose) == [.show])
        },
        ConformanceCase("What is snoozed makes no burst of what comes next") { scene async throws in
            let phone = try await scene.device()
            for notification in try await scene.burst(3) {
                #expect(try await scene.snooze(notification, until: 900, by: phone, at: 1))
            }
            let next = try await scene.tell(at: 2)
            let sent = try await scene.sendAll(at: 2)
            #expect(sent.map(\.notification.id) == [next.id])
            #expect(sent.allSatisfy { $0.summary == nil })
        },
    ]
}
