import BellhopModel
public import BellhopStore
import Testing

extension StoreConformance {
    /// The limits that a store for ``burstCases`` is opened with.
    public static let burst = BurstLimits(limit: 3, window: .seconds(60))

    /// What a store does that folds bursts.
    public static let burstCases: [ConformanceCase] =
        foldingCases + summaryCases + releaseCases + snoozedSummaryCases + campaignBurstCases + forgottenSummaryCases
        + summaryRevivalCases

    static let foldingCases: [ConformanceCase] = [
        ConformanceCase("Of many at once the first come by themselves, and the others in one summary for each device") {
            scene in
            let devices = Set([try await scene.device().id, try await scene.device(at: 1).id])
            let told = try await scene.burst(20, at: 5)
            let alone = try await scene.sendAll(at: 5)
            #expect(alone.count == 6)
            #expect(Set(alone.map(\.notification.id)) == Set(told.prefix(3).map(\.id)))
            #expect(alone.allSatisfy { $0.summary == nil && $0.badge == 20 })
            #expect(try await scene.claim(at: 6).isEmpty)
            let folded = try await scene.sendAll(at: 7)
            #expect(Set(folded.map(\.device.id)) == devices)
            #expect(folded.allSatisfy { $0.purpose == .show && $0.summary?.count == 17 && $0.ask == nil })
            #expect(Set(folded.compactMap(\.summary?.id)) == [told[3].id])
        },
        ConformanceCase("Asks of many sessions at once: five by themselves, the others in one summary of no session") {
            scene in
            try await scene.device()
            for number in 0..<20 {
                let session = try #require(SessionID("run-\(number)"))
                let ask = scene.approval()
                let notification = scene.notification(about: ask.id, session: session, thread: "run-\(number)")
                _ = try await scene.store.accept(Submission(notification: notification, ask: ask))
            }
            let alone = try await scene.sendAll()
            #expect(alone.count == 5 && alone.allSatisfy { $0.summary == nil && $0.ask != nil })
            let folded = try await scene.sendAll(at: 2)
            #expect(folded.map(\.summary?.count) == [15])
            #expect(folded.allSatisfy { $0.summary?.thread == nil && $0.summary?.source == nil })
            let ask = scene.approval(at: 20)
            let late = scene.notification(at: 20, about: ask.id, session: "run-0", thread: "run-0")
            _ = try await scene.store.accept(Submission(notification: late, ask: ask))
            #expect(try await scene.sendAll(at: 20).map(\.notification.id) == [late.id])
        },
        ConformanceCase("What is folded stays in the history, unread, and says so in its timeline") { scene in
            try await scene.device()
            let told = try await scene.burst(5)
            #expect(
                try await scene.store.notifications(of: "ada", before: nil, limit: 9) == told.sorted { $0.id > $1.id })
            #expect(try await scene.store.badge(of: "ada", at: scene.at(1)) == 5)
            #expect(try await scene.steps(of: told[2]) == [.accepted])
            let entry = try #require(try await scene.store.timeline(of: told[4].id).last)
            #expect(entry.step == .folded)
            #expect(entry.detail == "more than 3 within 60 seconds: summary \(told[3].id)")
        },
        ConformanceCase("Only what is unread counts: whoever sees to each gets each by itself") { scene in
            let phone = try await scene.device()
            for second in 0..<10 {
                let told = try await scene.tell(at: Int64(second))
                let sent = try await scene.sendAll(at: Int64(second))
                #expect(sent.map(\.notification.id) == [told.id])
                #expect(sent.allSatisfy { $0.summary == nil })
                _ = try await scene.store.markRead(told.id, by: phone.id, at: scene.at(Int64(second)))
            }
        },
        ConformanceCase("What comes slowly, is of another thread or category or user, or shows nothing is not folded") {
            scene in
            try await scene.device()
            try await scene.device(of: "bob")
            for minute in 0..<5 { try await scene.tell(at: Int64(minute) * 20 + 1) }
            try await scene.burst(3, at: 500)
            try await scene.accept(scene.notification(at: 501, under: .taskComplete))
            try await scene.accept(scene.notification(for: "bob", at: 501))
            try await scene.accept(scene.notification(at: 501, thread: "run-2"))
            try await scene.accept(scene.notification(at: 501, options: NotificationOptions(isSilent: true)))
            try await scene.accept(scene.notification(at: 501, options: NotificationOptions(collapseKey: "own")))
            let sent = try await scene.sendAll(at: 501)
            #expect(sent.count == 13)
            #expect(sent.allSatisfy { $0.summary == nil })
        },
        ConformanceCase("An ask in a summary is answered as ever; when the last is, the summary goes") { scene in
            let phone = try await scene.device()
            var asks: [Ask] = []
            for _ in 0..<5 { asks.append(try await scene.ask().0) }
            try await scene.sendAll()
            let shown = try #require(try await scene.sendAll(at: 2).first?.summary)
            #expect(shown.count == 2)
            #expect(shown.askID == nil)
            for (index, left) in [(3, 1), (4, 0)] {
                let at = Int64(10 * index)
                let answer = scene.answer(.approve, to: asks[index], by: phone)
                let ended = try await scene.transition(asks[index], answer, at: at)
                #expect(ended.ask.state == .approved)
                #expect(ended.clearing == 1)
                let told = try await scene.sendAll(at: at + 2)
                #expect(told.map(\.purpose) == [.clear])
                #expect(told.first?.summary?.count == left)
                #expect(told.first?.summary?.askID == (left == 1 ? asks[4].id : nil))
            }
            #expect(try await scene.store.asks(of: "ada", state: .pending, limit: 9).count == 3)
            #expect(try await scene.store.nextDeliveryDue() == nil)
        },
    ]
}
