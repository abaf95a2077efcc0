import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let transitionCases: [ConformanceCase] = [
        ConformanceCase("An answer ends the ask and is stored") { fixture in
            let phone = try await fixture.device()
            let (ask, notification) = try await fixture.ask()
            let transition = try await fixture.transition(
                ask, fixture.answer(.deny(message: "not on Friday"), to: ask, by: phone), at: 5)
            let resolution = try #require(transition.ask.resolution)
            #expect(transition.consequence == .resolve(resolution))
            #expect(transition.notificationID == notification.id)
            #expect(resolution.state == .denied && resolution.at == fixture.at(5))
            #expect(resolution.answer?.deviceID == phone.id)
            #expect(try await fixture.store.ask(ask.id) == transition.ask)
        },
        ConformanceCase("A user's denials of one input are found across asks") { fixture in
            let phone = try await fixture.device()
            let hash = [UInt8](repeating: 1, count: 32)
            for (second, hash) in [(Int64(1), hash), (2, [2]), (3, hash)] {
                let ask = fixture.approval(at: second)
                let notification = fixture.notification(at: second, about: ask.id)
                _ = try await fixture.store.accept(Submission(notification: notification, ask: ask, inputHash: hash))
                _ = try await fixture.transition(
                    ask, fixture.answer(.deny(message: nil), to: ask, by: phone), at: second)
            }
            try await fixture.ask(at: 4)
            let store = fixture.store
            #expect(
                try await store.denials(of: "ada", inputHash: hash, after: fixture.at(0)) == [
                    fixture.at(1), fixture.at(3),
                ])
            #expect(try await store.denials(of: "ada", inputHash: hash, after: fixture.at(1)) == [fixture.at(3)])
            #expect(try await store.denials(of: "bob", inputHash: hash, after: fixture.at(0)).isEmpty)
        },
        ConformanceCase("A withdrawal ends the ask with its reason") { fixture in
            let (ask, _) = try await fixture.ask()
            let transition = try await fixture.transition(ask, .withdrawn(.answeredInTerminal), at: 5)
            let resolution = Resolution(state: .withdrawn, at: fixture.at(5), reason: .answeredInTerminal)
            #expect(transition.consequence == .resolve(resolution))
            #expect(try await fixture.store.ask(ask.id)?.resolution == resolution)
        },
        ConformanceCase("A transition of an unknown ask has no effect") { fixture async throws in
            #expect(
                try await fixture.store.transition(.make(at: fixture.at(0)), .withdrawn(.agentEnded), at: fixture.at(1))
                    == nil)
        },
        ConformanceCase("Repeating the same answer returns the same result and changes nothing") { fixture in
            let phone = try await fixture.device()
            try await fixture.device(at: 1)
            let (ask, _) = try await fixture.ask(at: 2)
            try await fixture.sendAll(at: 2)
            let first = try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 5)
            let second = try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 6)
            #expect(first.clearing == 1)
            #expect(second.consequence == first.ask.resolution.map { .unchanged($0) })
            #expect(second.ask == first.ask)
            #expect(second.clearing == 0)
            #expect(try await fixture.store.queueDepth() == 1)
        },
        ConformanceCase("A different later answer is refused and changes nothing") { fixture in
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            let (ask, _) = try await fixture.ask(at: 2)
            let first = try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 5)
            let second = try await fixture.transition(
                ask, fixture.answer(.deny(message: nil), to: ask, by: tablet), at: 6)
            #expect(second.consequence == first.ask.resolution.map { .refuse(.answeredDifferently($0)) })
            #expect(try await fixture.store.ask(ask.id) == first.ask)
        },
        ConformanceCase("An answer at the deadline or later is refused, and the ask is pending until it expires") {
            fixture in
            let phone = try await fixture.device()
            let (ask, _) = try await fixture.ask(patience: 10)
            let late = try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 10)
            #expect(late.consequence == .refuse(.expired(deadline: fixture.at(10))))
            #expect(late.clearing == 0)
            #expect(try await fixture.store.ask(ask.id)?.state == .pending)
        },
        ConformanceCase("An answer to another input is refused") { fixture in
            let phone = try await fixture.device()
            let (ask, _) = try await fixture.ask()
            let answer = SignedAnswer(answer: .approve, deviceID: phone.id, deviceName: "", signature: "")
            let transition = try await fixture.transition(
                ask, .answered(answer, inputDigest: "of something else"), at: 1)
            #expect(transition.consequence == .refuse(.inputDiffers))
            #expect(try await fixture.store.ask(ask.id)?.state == .pending)
        },
        ConformanceCase("Of a hundred different simultaneous answers exactly one ends the ask") { fixture in
            let phone = try await fixture.device()
            let (ask, notification) = try await fixture.ask()
            let transitions = try await inParallel(100) { index in
                let answer = fixture.answer(.deny(message: "number \(index)"), to: ask, by: phone)
                return try await fixture.transition(ask, answer, at: 1)
            }
            let resolution = try #require(try await fixture.store.ask(ask.id)?.resolution)
            #expect(transitions.count { $0.consequence == .resolve(resolution) } == 1)
            #expect(transitions.count { $0.consequence == .refuse(.answeredDifferently(resolution)) } == 99)
            #expect(try await fixture.steps(of: notification).count { $0 == .resolved } == 1)
        },
        ConformanceCase("Of a simultaneous answer, withdrawal and expiry exactly one ends the ask") { fixture in
            let phone = try await fixture.device()
            let (ask, notification) = try await fixture.ask(patience: 10)
            let transitions = try await inParallel(90) { index in
                switch index % 3 {
                case 0: try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 9)
                case 1: try await fixture.transition(ask, .withdrawn(.agentEnded), at: 9)
                default: try await fixture.transition(ask, .deadlineReached, at: 10)
                }
            }
            let endings = transitions.count { if case .resolve = $0.consequence { true } else { false } }
            #expect(endings == 1)
            #expect(Set(transitions.compactMap(\.ask.resolution)).count == 1)
            #expect(try await fixture.steps(of: notification).count { $0 == .resolved } == 1)
        },
        ConformanceCase("The end of an ask is in its notification's timeline, and marks it as read") { fixture in
            let phone = try await fixture.device()
            let (ask, notification) = try await fixture.ask()
            _ = try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 5)
            let line = TimelineEntry(at: fixture.at(5), step: .resolved, deviceID: phone.id, detail: "approved")
            #expect(try await fixture.store.timeline(of: notification.id).contains(line))
            #expect(try await fixture.store.notification(notification.id)?.readAt == fixture.at(5))
        },
        ConformanceCase("A notification that was read before its ask's end keeps that time") { fixture in
            let (ask, notification) = try await fixture.ask()
            _ = try await fixture.store.markRead(notification.id, by: nil, at: fixture.at(1))
            _ = try await fixture.transition(ask, .withdrawn(.agentEnded), at: 5)
            #expect(try await fixture.store.notification(notification.id)?.readAt == fixture.at(1))
        },
    ]
}
