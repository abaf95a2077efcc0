import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let expiryCases: [ConformanceCase] = [
        ConformanceCase("Asks expire at their deadline, not before") { scene in
            let (ask, _) = try await scene.ask(patience: 10)
            #expect(try await scene.store.expireAsks(at: scene.at(9), limit: 10).isEmpty)
            let expired = try await scene.store.expireAsks(at: scene.at(10), limit: 10)
            #expect(expired.map(\.ask.id) == [ask.id])
            #expect(expired.first?.ask.resolution == Resolution(state: .expired, at: scene.at(10)))
            #expect(try await scene.store.ask(ask.id)?.state == .expired)
            #expect(try await scene.store.expireAsks(at: scene.at(11), limit: 10).isEmpty)
        },
        ConformanceCase("An ask that expires late expired at its deadline") { scene in
            let (ask, _) = try await scene.ask(patience: 10)
            _ = try await scene.store.expireAsks(at: scene.at(500), limit: 10)
            #expect(try await scene.store.ask(ask.id)?.resolution?.at == scene.at(10))
        },
        ConformanceCase("A batch of expiries holds at most as many as allowed, earliest deadline first") { scene in
            var asks: [AskID] = []
            for patience in [30, 10, 20] as [Int64] { asks.append(try await scene.ask(patience: patience).0.id) }
            let first = try await scene.store.expireAsks(at: scene.at(40), limit: 2)
            #expect(first.map(\.ask.id) == [asks[1], asks[2]])
            let second = try await scene.store.expireAsks(at: scene.at(40), limit: 2)
            #expect(second.map(\.ask.id) == [asks[0]])
        },
        ConformanceCase("The next deadline is the earliest of a pending ask") { scene in
            #expect(try await scene.store.nextAskDeadline() == nil)
            let (soon, _) = try await scene.ask(patience: 10)
            try await scene.ask(patience: 20)
            #expect(try await scene.store.nextAskDeadline() == scene.at(10))
            _ = try await scene.transition(soon, .withdrawn(.agentEnded), at: 1)
            #expect(try await scene.store.nextAskDeadline() == scene.at(20))
            _ = try await scene.store.expireAsks(at: scene.at(20), limit: 10)
            #expect(try await scene.store.nextAskDeadline() == nil)
        },
        ConformanceCase(
            "An expired ask is cleared from every device that was sent it, though its notification expired too"
        ) {
            scene in
            let phone = try await scene.device()
            let (_, notification) = try await scene.ask(patience: 10)
            try await scene.sendAll(at: 0)
            #expect(try await scene.store.expireAsks(at: scene.at(10), limit: 10).map(\.clearing) == [1])
            let claimed = try await scene.claim(at: 10)
            #expect(claimed.map(\.purpose) == [.clear])
            #expect(claimed.map(\.device.id) == [phone.id])
            #expect(claimed.first?.ask?.state == .expired)
            #expect(try await scene.store.notification(notification.id)?.readAt == scene.at(10))
        },
        ConformanceCase("Simultaneous batches of expiries end every ask once") { scene in
            for _ in 0..<60 { try await scene.ask(patience: 10) }
            let batches = try await inParallel(12) { _ in try await scene.store.expireAsks(at: scene.at(10), limit: 7) }
            let ended = batches.flatMap { $0.map(\.ask.id) }
            #expect(ended.count == 60)
            #expect(Set(ended).count == 60)
        },
    ]
}
