import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let transitionCases: [ConformanceCase] = [
        ConformanceCase("An answer ends the ask and is stored") { scene in
            let phone = try await scene.device()
            let (ask, notification) = try await scene.ask()
            let transition = try await scene.transition(
                ask, scene.answer(.deny(message: "not on Friday"), to: ask, by: phone), at: 5)
            let resolution = try #require(transition.ask.resolution)
            #expect(transition.consequence == .resolve(resolution))
            #expect(transition.notificationID == notification.id)
            #expect(resolution.state == .denied && resolution.at == scene.at(5))
            #expect(resolution.answer?.deviceID == phone.id)
            #expect(try await scene.store.ask(ask.id) == transition.ask)
        },
        ConformanceCase("A user's denials of one input are known, whatever the ask") { scene in
            let phone = try await scene.device()
            let hash = [UInt8](repeating: 1, count: 32)
            for (second, hash) in [(Int64(1), hash), (2, [2]), (3, hash)] {
                let ask = scene.approval(at: second)
                let notification = scene.notification(at: second, about: ask.id)
                _ = try await scene.store.accept(Submission(notification: notification, ask: ask, inputHash: hash))
                _ = try await scene.transition(ask, scene.answer(.deny(message: nil), to: ask, by: phone), at: second)
            }
            try await scene.ask(at: 4)
            let store = scene.store
            #expect(
                try await store.denials(of: "ada", inputHash: hash, after: scene.at(0)) == [scene.at(1), scene.at(3)])
            #expect(try await store.denials(of: "ada", inputHash: hash, after: scene.at(1)) == [scene.at(3)])
            #expect(try await store.denials(of: "bob", inputHash: hash, after: scene.at(0)).isEmpty)
        },
        ConformanceCase("A withdrawal ends the ask with its reason") { scene in
            let (ask, _) = try await scene.ask()
            let transition = try await scene.transition(ask, .withdrawn(.answeredInTerminal), at: 5)
            let resolution = Resolution(state: .withdrawn, at: scene.at(5), reason: .answeredInTerminal)
            #expect(transition.consequence == .resolve(resolution))
            #expect(try await scene.store.ask(ask.id)?.resolution == resolution)
        },
        ConformanceCase("Nothing happens to an ask that is not there") { scene async throws in
            #expect(
                try await scene.store.transition(.make(at: scene.at(0)), .withdrawn(.agentEnded), at: scene.at(1))
                    == nil)
        },
        ConformanceCase("The same answer again gets the same receipt and changes nothing") { scene in
            let phone = try await scene.device()
            try await scene.device(at: 1)
            let (ask, _) = try await scene.ask(at: 2)
            try await scene.sendAll(at: 2)
            let first = try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 5)
            let second = try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 6)
            #expect(first.clearing == 1)
            #expect(second.consequence == first.ask.resolution.map { .unchanged($0) })
            #expect(second.ask == first.ask)
            #expect(second.clearing == 0)
            #expect(try await scene.store.queueDepth() == 1)
        },
        ConformanceCase("A different answer later is refused and changes nothing") { scene in
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            let (ask, _) = try await scene.ask(at: 2)
            let first = try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 5)
            let second = try await scene.transition(ask, scene.answer(.deny(message: nil), to: ask, by: tablet), at: 6)
            #expect(second.consequence == first.ask.resolution.map { .refuse(.answeredDifferently($0)) })
            #expect(try await scene.store.ask(ask.id) == first.ask)
        },
        ConformanceCase("An answer at the deadline or later is refused, and the ask stays pending until it expires") {
            scene in
            let phone = try await scene.device()
            let (ask, _) = try await scene.ask(patience: 10)
            let late = try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 10)
            #expect(late.consequence == .refuse(.expired(deadline: scene.at(10))))
            #expect(late.clearing == 0)
            #expect(try await scene.store.ask(ask.id)?.state == .pending)
        },
        ConformanceCase("An answer to another input is refused") { scene in
            let phone = try await scene.device()
            let (ask, _) = try await scene.ask()
            let answer = SignedAnswer(answer: .approve, deviceID: phone.id, deviceName: "", signature: "")
            let transition = try await scene.transition(ask, .answered(answer, inputDigest: "of something else"), at: 1)
            #expect(transition.consequence == .refuse(.inputDiffers))
            #expect(try await scene.store.ask(ask.id)?.state == .pending)
        },
        ConformanceCase("Of a hundred different simultaneous answers exactly one ends the ask") { scene in
            let phone = try await scene.device()
            let (ask, notification) = try await scene.ask()
            let transitions = try await inParallel(100) { index in
                let answer = scene.answer(.deny(message: "number \(index)"), to: ask, by: phone)
                return try await scene.transition(ask, answer, at: 1)
            }
            let resolution = try #require(try await scene.store.ask(ask.id)?.resolution)
            #expect(transitions.count { $0.consequence == .resolve(resolution) } == 1)
            #expect(transitions.count { $0.consequence == .refuse(.answeredDifferently(resolution)) } == 99)
            #expect(try await scene.steps(of: notification).count { $0 == .resolved } == 1)
        },
        ConformanceCase("Answer, withdrawal and expiry race: exactly one ends the ask") { scene in
            let phone = try await scene.device()
            let (ask, notification) = try await scene.ask(patience: 10)
            let transitions = try await inParallel(90) { index in
                switch index % 3 {
                case 0: try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 9)
                case 1: try await scene.transition(ask, .withdrawn(.agentEnded), at: 9)
                default: try await scene.transition(ask, .deadlineReached, at: 10)
                }
            }
            let endings = transitions.count { if case .resolve = $0.consequence { true } else { false } }
            #expect(endings == 1)
            #expect(Set(transitions.compactMap(\.ask.resolution)).count == 1)
            #expect(try await scene.steps(of: notification).count { $0 == .resolved } == 1)
        },
        ConformanceCase("The end of an ask is noted in its notification's timeline, which counts as read") { scene in
            let phone = try await scene.device()
            let (ask, notification) = try await scene.ask()
            _ = try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 5)
            let line = TimelineEntry(at: scene.at(5), step: .resolved, deviceID: phone.id, detail: "approved")
            #expect(try await scene.store.timeline(of: notification.id).contains(line))
            #expect(try await scene.store.notification(notification.id)?.readAt == scene.at(5))
        },
        ConformanceCase("A notification that was read before keeps that moment when its ask ends") { scene in
            let (ask, notification) = try await scene.ask()
            _ = try await scene.store.markRead(notification.id, by: nil, at: scene.at(1))
            _ = try await scene.transition(ask, .withdrawn(.agentEnded), at: 5)
            #expect(try await scene.store.notification(notification.id)?.readAt == scene.at(1))
        },
    ]
}
