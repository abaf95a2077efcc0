import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let askCases: [ConformanceCase] = [
        ConformanceCase("An ask comes back as it was accepted") { scene in
            let (ask, notification) = try await scene.ask()
            #expect(try await scene.store.ask(ask.id) == ask)
            #expect(try await scene.store.notification(notification.id)?.askID == ask.id)
            #expect(try await scene.store.ask(.make(at: scene.at(0))) == nil)
        },
        ConformanceCase("An ask with questions and no session comes back as it was accepted") { scene in
            let question = Question(
                text: "Which\n\"one\"?", header: "Database",
                options: [.init(label: "SQLite", description: "one file"), .init(label: "PostgreSQL")],
                multiSelect: true, allowsText: false)
            let ask = Ask(
                id: .make(at: scene.at(0)), userID: "ada", sessionID: nil, category: CategoryID("QUESTION_ASKED"),
                request: .init(title: "?", body: "", input: "\u{1F6CE}", inputDigest: "d", questions: [question]),
                createdAt: scene.at(0), deadline: scene.at(60))
            let notification = scene.notification(about: ask.id)
            _ = try await scene.store.accept(Submission(notification: notification, ask: ask))
            #expect(try await scene.store.ask(ask.id) == ask)
        },
        ConformanceCase("An ask comes back with its nonce, also at its end") { scene in
            let phone = try await scene.device()
            let ask = Ask(
                id: .make(at: scene.at(0)), userID: "ada", sessionID: "run-1", category: CategoryID("APPROVAL_REQUEST"),
                request: .init(title: "?", body: "", input: "ls", inputDigest: "d", nonce: "0123456789-_abcdef"),
                createdAt: scene.at(0), deadline: scene.at(60))
            _ = try await scene.store.accept(Submission(notification: scene.notification(about: ask.id), ask: ask))
            #expect(try await scene.store.ask(ask.id) == ask)
            _ = try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 5)
            let listed = try await scene.store.asks(of: "ada", state: .approved, limit: 9)
            #expect(listed.map(\.request) == [ask.request])
        },
        ConformanceCase("An answer comes back as it was given, replies included") { scene in
            let phone = try await scene.device()
            let question = Question(text: "Which?", options: [.init(label: "A"), .init(label: "B")], multiSelect: true)
            let ask = Ask(
                id: .make(at: scene.at(0)), userID: "ada", sessionID: nil, category: CategoryID("QUESTION_ASKED"),
                request: .init(title: "?", body: "", input: "", inputDigest: "d", questions: [question]),
                createdAt: scene.at(0), deadline: scene.at(60))
            _ = try await scene.store.accept(Submission(notification: scene.notification(about: ask.id), ask: ask))
            let replies = Answer.replies([Reply(selected: ["A", "B"], text: "both")])
            let transition = try await scene.transition(ask, scene.answer(replies, to: ask, by: phone), at: 5)
            let stored = try #require(try await scene.store.ask(ask.id))
            #expect(stored == transition.ask)
            #expect(stored.resolution?.answer?.answer == replies)
            #expect(stored.state == .answered)
        },
        ConformanceCase("A user's asks are newest first, of one state if asked") { scene in
            let phone = try await scene.device()
            let (first, _) = try await scene.ask(at: 1)
            let (second, _) = try await scene.ask(at: 2)
            let (third, _) = try await scene.ask(at: 3)
            try await scene.ask("bob", at: 4)
            _ = try await scene.transition(second, scene.answer(.approve, to: second, by: phone), at: 5)
            let store = scene.store
            #expect(try await store.asks(of: "ada", state: nil, limit: 9).map(\.id) == [third.id, second.id, first.id])
            #expect(try await store.asks(of: "ada", state: .pending, limit: 9).map(\.id) == [third.id, first.id])
            #expect(try await store.asks(of: "ada", state: .approved, limit: 9).map(\.id) == [second.id])
            #expect(try await store.asks(of: "ada", state: .denied, limit: 9).isEmpty)
            #expect(try await store.asks(of: "ada", state: nil, limit: 2).map(\.id) == [third.id, second.id])
            #expect(try await store.asks(of: "ada", state: nil, limit: 0).isEmpty)
        },
        ConformanceCase("That the agent went on is noted with its moment, the first time only") { scene in
            let phone = try await scene.device()
            let (ask, notification) = try await scene.ask()
            _ = try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 1)
            let first = try #require(try await scene.store.markApplied(ask.id, at: scene.at(2)))
            #expect(first.appliedAt == scene.at(2))
            let second = try #require(try await scene.store.markApplied(ask.id, at: scene.at(3)))
            #expect(second == first)
            #expect(try await scene.store.ask(ask.id) == first)
            #expect(try await scene.steps(of: notification).count { $0 == .applied } == 1)
        },
        ConformanceCase("An agent cannot go on with what has no answer") { scene in
            let (pending, _) = try await scene.ask()
            let (withdrawn, _) = try await scene.ask()
            _ = try await scene.transition(withdrawn, .withdrawn(.agentEnded), at: 1)
            let (expired, _) = try await scene.ask(patience: 1)
            _ = try await scene.transition(expired, .deadlineReached, at: 1)
            for ask in [pending, withdrawn, expired] {
                #expect(try await scene.store.markApplied(ask.id, at: scene.at(2)) == nil)
                #expect(try await scene.store.ask(ask.id)?.appliedAt == nil)
            }
            #expect(try await scene.store.markApplied(.make(at: scene.at(0)), at: scene.at(2)) == nil)
        },
    ]
}
