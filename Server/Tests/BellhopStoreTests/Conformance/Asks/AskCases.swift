import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let askCases: [ConformanceCase] = [
        ConformanceCase("An ask is read as it was accepted") { fixture in
            let (ask, notification) = try await fixture.ask()
            #expect(try await fixture.store.ask(ask.id) == ask)
            #expect(try await fixture.store.notification(notification.id)?.askID == ask.id)
            #expect(try await fixture.store.ask(.make(at: fixture.at(0))) == nil)
        },
        ConformanceCase("An ask with questions and without a session is read as it was accepted") { fixture in
            let question = Question(
                text: "Which\n\"one\"?", header: "Database",
                options: [.init(label: "SQLite", description: "one file"), .init(label: "PostgreSQL")],
                multiSelect: true, allowsText: false)
            let ask = Ask(
                id: .make(at: fixture.at(0)), userID: "ada", sessionID: nil, category: CategoryID("QUESTION_ASKED"),
                request: .init(title: "?", body: "", input: "\u{1F6CE}", inputDigest: "d", questions: [question]),
                createdAt: fixture.at(0), deadline: fixture.at(60))
            let notification = fixture.notification(about: ask.id)
            _ = try await fixture.store.accept(Submission(notification: notification, ask: ask))
            #expect(try await fixture.store.ask(ask.id) == ask)
        },
        ConformanceCase("An ask is read with its nonce, also after its end") { fixture in
            let phone = try await fixture.device()
            let ask = Ask(
                id: .make(at: fixture.at(0)), userID: "ada", sessionID: "run-1",
                category: CategoryID("APPROVAL_REQUEST"),
                request: .init(title: "?", body: "", input: "ls", inputDigest: "d", nonce: "0123456789-_abcdef"),
                createdAt: fixture.at(0), deadline: fixture.at(60))
            _ = try await fixture.store.accept(Submission(notification: fixture.notification(about: ask.id), ask: ask))
            #expect(try await fixture.store.ask(ask.id) == ask)
            _ = try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 5)
            let listed = try await fixture.store.asks(of: "ada", state: .approved, limit: 9)
            #expect(listed.map(\.request) == [ask.request])
        },
        ConformanceCase("An answer is read as it was given, with its replies") { fixture in
            let phone = try await fixture.device()
            let question = Question(text: "Which?", options: [.init(label: "A"), .init(label: "B")], multiSelect: true)
            let ask = Ask(
                id: .make(at: fixture.at(0)), userID: "ada", sessionID: nil, category: CategoryID("QUESTION_ASKED"),
                request: .init(title: "?", body: "", input: "", inputDigest: "d", questions: [question]),
                createdAt: fixture.at(0), deadline: fixture.at(60))
            _ = try await fixture.store.accept(Submission(notification: fixture.notification(about: ask.id), ask: ask))
            let replies = Answer.replies([Reply(selected: ["A", "B"], text: "both")])
            let transition = try await fixture.transition(ask, fixture.answer(replies, to: ask, by: phone), at: 5)
            let stored = try #require(try await fixture.store.ask(ask.id))
            #expect(stored == transition.ask)
            #expect(stored.resolution?.answer?.answer == replies)
            #expect(stored.state == .answered)
        },
        ConformanceCase("A user's asks are newest first, optionally of one state") { fixture in
            let phone = try await fixture.device()
            let (first, _) = try await fixture.ask(at: 1)
            let (second, _) = try await fixture.ask(at: 2)
            let (third, _) = try await fixture.ask(at: 3)
            try await fixture.ask("bob", at: 4)
            _ = try await fixture.transition(second, fixture.answer(.approve, to: second, by: phone), at: 5)
            let store = fixture.store
            #expect(try await store.asks(of: "ada", state: nil, limit: 9).map(\.id) == [third.id, second.id, first.id])
            #expect(try await store.asks(of: "ada", state: .pending, limit: 9).map(\.id) == [third.id, first.id])
            #expect(try await store.asks(of: "ada", state: .approved, limit: 9).map(\.id) == [second.id])
            #expect(try await store.asks(of: "ada", state: .denied, limit: 9).isEmpty)
            #expect(try await store.asks(of: "ada", state: nil, limit: 2).map(\.id) == [third.id, second.id])
            #expect(try await store.asks(of: "ada", state: nil, limit: 0).isEmpty)
        },
        ConformanceCase("A page of asks continues before its cursor") { fixture in
            let phone = try await fixture.device()
            var ids: [AskID] = []
            for second: Int64 in 1...5 { ids.append(try await fixture.ask(at: second).0.id) }
            try await fixture.ask("bob", at: 6)
            let fourth = try #require(try await fixture.store.ask(ids[3]))
            _ = try await fixture.transition(fourth, fixture.answer(.approve, to: fourth, by: phone), at: 7)
            func page(_ state: AskState?, before cursor: AskID?) async throws -> [AskID] {
                try await fixture.store.asks(of: "ada", state: state, before: cursor, limit: 2).map(\.id)
            }
            #expect(try await page(nil, before: nil) == [ids[4], ids[3]])
            #expect(try await page(nil, before: ids[3]) == [ids[2], ids[1]])
            #expect(try await page(nil, before: ids[1]) == [ids[0]])
            #expect(try await page(nil, before: ids[0]).isEmpty)
            #expect(try await page(.pending, before: nil) == [ids[4], ids[2]])
            // The cursor may have left the state since the previous page.
            #expect(try await page(.pending, before: ids[3]) == [ids[2], ids[1]])
            #expect(try await page(.approved, before: ids[3]).isEmpty)
        },
        ConformanceCase("The first time at which an answer was applied is recorded") { fixture in
            let phone = try await fixture.device()
            let (ask, notification) = try await fixture.ask()
            _ = try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 1)
            let first = try #require(try await fixture.store.markApplied(ask.id, at: fixture.at(2)))
            #expect(first.appliedAt == fixture.at(2))
            let second = try #require(try await fixture.store.markApplied(ask.id, at: fixture.at(3)))
            #expect(second == first)
            #expect(try await fixture.store.ask(ask.id) == first)
            #expect(try await fixture.steps(of: notification).count { $0 == .applied } == 1)
        },
        ConformanceCase("An ask without an answer cannot be marked as applied") { fixture in
            let (pending, _) = try await fixture.ask()
            let (withdrawn, _) = try await fixture.ask()
            _ = try await fixture.transition(withdrawn, .withdrawn(.agentEnded), at: 1)
            let (expired, _) = try await fixture.ask(patience: 1)
            _ = try await fixture.transition(expired, .deadlineReached, at: 1)
            for ask in [pending, withdrawn, expired] {
                #expect(try await fixture.store.markApplied(ask.id, at: fixture.at(2)) == nil)
                #expect(try await fixture.store.ask(ask.id)?.appliedAt == nil)
            }
            #expect(try await fixture.store.markApplied(.make(at: fixture.at(0)), at: fixture.at(2)) == nil)
        },
    ]
}

extension ConformanceCase {
    static let expiryCases: [ConformanceCase] = [
        ConformanceCase("Asks expire at their deadline, not before") { fixture in
            let (ask, _) = try await fixture.ask(patience: 10)
            #expect(try await fixture.store.expireAsks(at: fixture.at(9), limit: 10).isEmpty)
            let expired = try await fixture.store.expireAsks(at: fixture.at(10), limit: 10)
            #expect(expired.map(\.ask.id) == [ask.id])
            #expect(expired.first?.ask.resolution == Resolution(state: .expired, at: fixture.at(10)))
            #expect(try await fixture.store.ask(ask.id)?.state == .expired)
            #expect(try await fixture.store.expireAsks(at: fixture.at(11), limit: 10).isEmpty)
        },
        ConformanceCase("The resolution of a late expiry has the time of the deadline") { fixture in
            let (ask, _) = try await fixture.ask(patience: 10)
            _ = try await fixture.store.expireAsks(at: fixture.at(500), limit: 10)
            #expect(try await fixture.store.ask(ask.id)?.resolution?.at == fixture.at(10))
        },
        ConformanceCase("A batch of expiries has at most the limit, earliest deadline first") { fixture in
            var asks: [AskID] = []
            for patience in [30, 10, 20] as [Int64] { asks.append(try await fixture.ask(patience: patience).0.id) }
            let first = try await fixture.store.expireAsks(at: fixture.at(40), limit: 2)
            #expect(first.map(\.ask.id) == [asks[1], asks[2]])
            let second = try await fixture.store.expireAsks(at: fixture.at(40), limit: 2)
            #expect(second.map(\.ask.id) == [asks[0]])
        },
        ConformanceCase("The next deadline is the earliest of a pending ask") { fixture in
            #expect(try await fixture.store.nextAskDeadline() == nil)
            let (soon, _) = try await fixture.ask(patience: 10)
            try await fixture.ask(patience: 20)
            #expect(try await fixture.store.nextAskDeadline() == fixture.at(10))
            _ = try await fixture.transition(soon, .withdrawn(.agentEnded), at: 1)
            #expect(try await fixture.store.nextAskDeadline() == fixture.at(20))
            _ = try await fixture.store.expireAsks(at: fixture.at(20), limit: 10)
            #expect(try await fixture.store.nextAskDeadline() == nil)
        },
        ConformanceCase(
            "An expired ask is cleared on every device that was sent it, though its notification expired too"
        ) {
            fixture in
            let phone = try await fixture.device()
            let (_, notification) = try await fixture.ask(patience: 10)
            try await fixture.sendAll(at: 0)
            #expect(try await fixture.store.expireAsks(at: fixture.at(10), limit: 10).map(\.clearing) == [1])
            let claimed = try await fixture.claim(at: 10)
            #expect(claimed.map(\.purpose) == [.clear])
            #expect(claimed.map(\.device.id) == [phone.id])
            #expect(claimed.first?.ask?.state == .expired)
            #expect(try await fixture.store.notification(notification.id)?.readAt == fixture.at(10))
        },
        ConformanceCase("Simultaneous batches expire every ask once") { fixture in
            for _ in 0..<60 { try await fixture.ask(patience: 10) }
            let batches = try await inParallel(12) { _ in
                try await fixture.store.expireAsks(at: fixture.at(10), limit: 7)
            }
            let ended = batches.flatMap { $0.map(\.ask.id) }
            #expect(ended.count == 60)
            #expect(Set(ended).count == 60)
        },
    ]
}
