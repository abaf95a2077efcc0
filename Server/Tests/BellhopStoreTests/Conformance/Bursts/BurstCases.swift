import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    /// The limits of the store that runs ``burstCases``.
    static let burst = BurstLimits(limit: 3, window: .seconds(60))

    /// The contract of a store that folds bursts.
    static let burstCases: [ConformanceCase] =
        foldingCases + summaryCases + releaseCases + snoozedSummaryCases + campaignBurstCases + forgottenSummaryCases
        + summaryRevivalCases

    static let foldingCases: [ConformanceCase] = [
        ConformanceCase("In a burst the first notifications are shown one by one, the others in a summary per device") {
            fixture in
            let devices = Set([try await fixture.device().id, try await fixture.device(at: 1).id])
            let told = try await fixture.burst(20, at: 5)
            let alone = try await fixture.sendAll(at: 5)
            #expect(alone.count == 6)
            #expect(Set(alone.map(\.notification.id)) == Set(told.prefix(3).map(\.id)))
            #expect(alone.allSatisfy { $0.summary == nil && $0.badge == 20 })
            #expect(try await fixture.claim(at: 6).isEmpty)
            let folded = try await fixture.sendAll(at: 7)
            #expect(Set(folded.map(\.device.id)) == devices)
            #expect(folded.allSatisfy { $0.purpose == .show && $0.summary?.count == 17 && $0.ask == nil })
            #expect(Set(folded.compactMap(\.summary?.id)) == [told[3].id])
        },
        ConformanceCase("Of asks of many sessions at once five are shown one by one, the others in one summary") {
            fixture in
            try await fixture.device()
            for number in 0..<20 {
                let session = try #require(SessionID("run-\(number)"))
                let ask = fixture.approval()
                let notification = fixture.notification(about: ask.id, session: session, thread: "run-\(number)")
                _ = try await fixture.store.accept(Submission(notification: notification, ask: ask))
            }
            let alone = try await fixture.sendAll()
            #expect(alone.count == 5 && alone.allSatisfy { $0.summary == nil && $0.ask != nil })
            let folded = try await fixture.sendAll(at: 2)
            #expect(folded.map(\.summary?.count) == [15])
            #expect(folded.allSatisfy { $0.summary?.thread == nil && $0.summary?.source == nil })
            let ask = fixture.approval(at: 20)
            let late = fixture.notification(at: 20, about: ask.id, session: "run-0", thread: "run-0")
            _ = try await fixture.store.accept(Submission(notification: late, ask: ask))
            #expect(try await fixture.sendAll(at: 20).map(\.notification.id) == [late.id])
        },
        ConformanceCase("A folded notification stays unread in the history, with a timeline entry") { fixture in
            try await fixture.device()
            let told = try await fixture.burst(5)
            #expect(
                try await fixture.store.notifications(of: "ada", before: nil, limit: 9) == told.sorted { $0.id > $1.id }
            )
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(1)) == 5)
            #expect(try await fixture.steps(of: told[2]) == [.accepted])
            let entry = try #require(try await fixture.store.timeline(of: told[4].id).last)
            #expect(entry.step == .folded)
            #expect(entry.detail == "more than 3 within 60 seconds: summary \(told[3].id)")
        },
        ConformanceCase("Only unread notifications count: when each is read in time, none is folded") { fixture in
            let phone = try await fixture.device()
            for second in 0..<10 {
                let told = try await fixture.tell(at: Int64(second))
                let sent = try await fixture.sendAll(at: Int64(second))
                #expect(sent.map(\.notification.id) == [told.id])
                #expect(sent.allSatisfy { $0.summary == nil })
                _ = try await fixture.store.markRead(told.id, by: phone.id, at: fixture.at(Int64(second)))
            }
        },
        ConformanceCase("Notifications apart in time, thread, category or user, and silent ones, are not folded") {
            fixture in
            try await fixture.device()
            try await fixture.device(of: "bob")
            for minute in 0..<5 { try await fixture.tell(at: Int64(minute) * 20 + 1) }
            try await fixture.burst(3, at: 500)
            try await fixture.accept(fixture.notification(at: 501, under: .taskComplete))
            try await fixture.accept(fixture.notification(for: "bob", at: 501))
            try await fixture.accept(fixture.notification(at: 501, thread: "run-2"))
            try await fixture.accept(fixture.notification(at: 501, options: NotificationOptions(isSilent: true)))
            try await fixture.accept(fixture.notification(at: 501, options: NotificationOptions(collapseKey: "own")))
            let sent = try await fixture.sendAll(at: 501)
            #expect(sent.count == 13)
            #expect(sent.allSatisfy { $0.summary == nil })
        },
        ConformanceCase("An ask in a summary can be answered; after the last one the summary is cleared") { fixture in
            let phone = try await fixture.device()
            var asks: [Ask] = []
            for _ in 0..<5 { asks.append(try await fixture.ask().0) }
            try await fixture.sendAll()
            let shown = try #require(try await fixture.sendAll(at: 2).first?.summary)
            #expect(shown.count == 2)
            #expect(shown.askID == nil)
            for (index, left) in [(3, 1), (4, 0)] {
                let at = Int64(10 * index)
                let answer = fixture.answer(.approve, to: asks[index], by: phone)
                let ended = try await fixture.transition(asks[index], answer, at: at)
                #expect(ended.ask.state == .approved)
                #expect(ended.clearing == 1)
                let told = try await fixture.sendAll(at: at + 2)
                #expect(told.map(\.purpose) == [.clear])
                #expect(told.first?.summary?.count == left)
                #expect(told.first?.summary?.askID == (left == 1 ? asks[4].id : nil))
            }
            #expect(try await fixture.store.asks(of: "ada", state: .pending, limit: 9).count == 3)
            #expect(try await fixture.store.nextDeliveryDue() == nil)
        },
    ]
}

extension ConformanceCase {
    /// The fixture begins on 2027-01-15 at 09:00 in Zürich.
    static let releaseCases: [ConformanceCase] = [
        ConformanceCase("At the end of quiet hours no more are shown at once than of a burst") {
            fixture in
            try await fixture.device()
            try await fixture.quiet("08:00", "10:00")
            for minute in 0..<10 { try await fixture.tell(at: Int64(minute) * 300, lasting: 7200) }
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(3600))
            #expect(try await fixture.claim(at: 3599).isEmpty)
            #expect(try await fixture.sendAll(at: 3600).count == 3)
            let folded = try await fixture.sendAll(at: 3602)
            #expect(folded.map(\.summary?.count) == [7])
        },
        ConformanceCase("A notification right after the end of quiet hours joins the summary") { fixture in
            try await fixture.device()
            try await fixture.quiet("08:00", "10:00")
            for second in 0..<4 { try await fixture.tell(at: Int64(second), lasting: 7200) }
            try await fixture.sendAll(at: 3602)
            try await fixture.tell(at: 3610)
            let update = try await fixture.sendAll(at: 3612)
            #expect(update.map(\.purpose) == [.update])
            #expect(update.first?.summary?.count == 2)
        },
    ]
}

extension ConformanceCase {
    static let campaignBurstCases: [ConformanceCase] = [
        ConformanceCase("Folded notifications of a stopped campaign are not pushed or counted") {
            fixture async throws in
            try await fixture.device()
            let campaign = try await fixture.foldedCampaign()
            let folded = try #require(try await fixture.store.notifications(of: "ada", before: nil, limit: 1).first)
            try await fixture.sendAll(at: 1)
            _ = try await fixture.store.stopCampaign(campaign.id, at: fixture.at(2))
            #expect(try await fixture.claim(at: 3).isEmpty)
            #expect(try await fixture.store.timeline(of: folded.id).last?.detail == "the campaign was stopped")
            #expect(try await fixture.store.nextDeliveryDue() == nil)
            try await fixture.accept(fixture.notification(at: 4, under: .update, titled: "Another"))
            let shown = try await fixture.sendAll(at: 6)
            #expect(shown.map(\.purpose) == [.show])
            #expect(shown.first?.summary?.count == 1)
            #expect(shown.first?.summary?.newest == "Another")
        },
        ConformanceCase("In one step of a campaign a user's own recent or delayed notifications decide about a summary")
        {
            fixture async throws in
            try await fixture.quiet("09:00", "10:00")
            for (user, seconds) in [("ada", 0), ("ben", 0), ("eve", 99)] as [(UserID, Int64)] {
                try await fixture.device(of: user)
                for _ in 0..<3 {
                    try await fixture.accept(
                        fixture.notification(for: user, at: seconds, lasting: 7200, under: .update))
                }
            }
            try await fixture.campaign(to: .users(["ada", "ben", "eve", "zoe"]), at: 100)
            let step = try #require(try await fixture.store.advanceCampaign(at: fixture.at(100), limit: 9))
            #expect(step.campaign.deliveries == 3 && step.campaign.refused == 0)
            let expected: [[TimelineEntry.Step]] = [
                [.accepted, .held, .folded], [.accepted], [.accepted, .folded], [.accepted],
            ]
            for (notification, steps) in zip(step.notifications, expected) {
                #expect(try await fixture.steps(of: notification) == steps, "\(notification.userID)")
            }
        },
        ConformanceCase("A campaign's summary is claimed after other deliveries, and counts in the backlog") {
            fixture async throws in
            try await fixture.device()
            try await fixture.foldedCampaign()
            try await fixture.sendAll(at: 1)
            #expect(try await fixture.store.campaignBacklog(at: fixture.at(3), limit: 9) == 1)
            let (ask, _) = try await fixture.ask(at: 5)
            let first = try await fixture.claim(at: 5, limit: 1)
            #expect(first.map(\.ask) == [ask])
            #expect(first.map(\.isBulk) == [false])
            let second = try #require(try await fixture.claim(at: 5, limit: 1).first)
            #expect(second.summary?.count == 1)
            #expect(second.isBulk)
            try await fixture.record(second, .sent(gatewayID: nil), at: 5)
            _ = try await fixture.campaign(to: .user("ada"), at: 6)
            _ = try await fixture.advanceAll(at: 6)
            #expect(try await fixture.store.campaignBacklog(at: fixture.at(8), limit: 9) == 1)
            // A notification outside of the campaign is folded into it as well.
            try await fixture.accept(fixture.notification(at: 7, under: .update))
            #expect(try await fixture.store.campaignBacklog(at: fixture.at(9), limit: 9) == 0)
            let update = try await fixture.claim(at: 9)
            #expect(update.map(\.purpose) == [.update])
            #expect(update.map(\.isBulk) == [false])
        },
    ]
}

extension StoreFixture {
    /// A campaign for ada whose notification is folded at 1, after three others, into a summary that begins with it.
    @discardableResult
    fileprivate func foldedCampaign() async throws -> Campaign {
        for _ in 0..<3 { try await accept(notification(at: 0, under: .update)) }
        let campaign = try await campaign(to: .user("ada"))
        _ = try await advanceAll(at: 1)
        return campaign
    }
}
