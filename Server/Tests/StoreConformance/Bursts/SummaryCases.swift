import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let summaryCases: [ConformanceCase] = [
        ConformanceCase("A summary that a device has is brought up to date without a noise, several changes at once") {
            scene in
            try await scene.device()
            let told = try await scene.burst(4)
            try await scene.sendAll()
            #expect(try await scene.sendAll(at: 2).first?.summary?.count == 1)
            try await scene.burst(3, at: 10)
            let update = try await scene.sendAll(at: 12)
            #expect(update.map(\.purpose) == [.update])
            #expect(update.first?.summary?.count == 4)
            #expect(update.first?.summary?.id == told[3].id)
            // It reaches a device that came later as one that was never heard.
            let late = try await scene.device(at: 13)
            try await scene.burst(1, at: 14)
            let more = try await scene.sendAll(at: 16)
            #expect(more.first { $0.device.id == late.id }?.purpose == .show)
            #expect(Set(more.compactMap(\.summary?.count)) == [5])
        },
        ConformanceCase("What is read counts down, also what begins the summary; nobody is told who was not shown it") {
            scene in
            let phone = try await scene.device()
            let told = try await scene.burst(6)
            _ = try await scene.store.markRead(told[3].id, by: phone.id, at: scene.at(1))
            try await scene.sendAll(at: 1)
            #expect(try await scene.sendAll(at: 2).first?.summary?.count == 2)
            _ = try await scene.store.markRead(told[4].id, by: phone.id, at: scene.at(3))
            let less = try await scene.sendAll(at: 5)
            #expect(less.map(\.purpose) == [.clear])
            #expect(less.first?.summary?.count == 1)
            _ = try await scene.store.markRead(told[5].id, by: phone.id, at: scene.at(6))
            #expect(try await scene.sendAll(at: 8).first?.summary?.count == 0)
            #expect(try await scene.store.nextDeliveryDue() == nil)
        },
        ConformanceCase("A summary of which nothing is left before it is sent is not sent") { scene in
            let phone = try await scene.device()
            let told = try await scene.burst(5)
            try await scene.sendAll()
            for one in told.suffix(2) { _ = try await scene.store.markRead(one.id, by: phone.id, at: scene.at(1)) }
            #expect(try await scene.claim(at: 2).isEmpty)
            #expect(try await scene.store.queueDepth() == 0)
            #expect(try await scene.steps(of: told[3]).last == .cancelled)
        },
        ConformanceCase("What is seen to while a summary is on its way takes it off again") { scene in
            let phone = try await scene.device()
            let told = try await scene.burst(4)
            try await scene.sendAll()
            let onItsWay = try #require(try await scene.claim(at: 2).first)
            _ = try await scene.store.markRead(told[3].id, by: phone.id, at: scene.at(3))
            #expect(try await scene.record(onItsWay, .sent(gatewayID: nil), at: 4))
            let clears = try await scene.sendAll(at: 5)
            #expect(clears.map(\.purpose) == [.clear])
            #expect(clears.first?.summary?.count == 0)
        },
        ConformanceCase("After everything was seen to, the next burst is heard again") { scene in
            let phone = try await scene.device()
            for start in [Int64(0), 100] {
                let told = try await scene.burst(5, at: start)
                try await scene.sendAll(at: start)
                let shown = try await scene.sendAll(at: start + 2)
                #expect(shown.map(\.purpose) == [.show])
                #expect(shown.first?.summary?.id == told[3].id)
                for one in told { _ = try await scene.store.markRead(one.id, by: phone.id, at: scene.at(start + 3)) }
                try await scene.sendAll(at: start + 5)
            }
        },
        ConformanceCase("What expires in a summary counts down") { scene in
            try await scene.device()
            try await scene.burst(4, lasting: 100)
            try await scene.burst(1, lasting: 200)
            try await scene.sendAll()
            #expect(try await scene.sendAll(at: 2).first?.summary?.count == 2)
            #expect(try await scene.store.nextDeliveryDue() == scene.at(100))
            let less = try await scene.sendAll(at: 100)
            #expect(less.map(\.purpose) == [.clear])
            #expect(less.first?.summary?.count == 1)
            #expect(try await scene.sendAll(at: 200).first?.summary?.count == 0)
            #expect(try await scene.store.nextDeliveryDue() == nil)
        },
        ConformanceCase("A summary says what its notifications come from, and which is the newest") { scene in
            try await scene.device()
            _ = try await scene.store.put(
                AgentSession(
                    id: "run-1", userID: "ada", title: "Fix the tests",
                    origin: Origin(agent: "claude", project: "shop"),
                    startedAt: scene.at(0), updatedAt: scene.at(0)))
            try await scene.burst(4)
            try await scene.accept(scene.notification(at: 1, titled: "The last"))
            let summary = try #require(try await scene.claim(at: 3).last?.summary)
            #expect(summary.source == "shop")
            #expect(summary.newest == "The last")
            #expect(summary.category == .sessionStatus)
            #expect(summary.sessionID == "run-1")
            #expect(summary.thread == "run-1")
            #expect(summary.expiresAt == scene.at(3601))
        },
        ConformanceCase("A summary that was deferred waits, and then says what is true by then") { scene in
            try await scene.device()
            try await scene.burst(4)
            try await scene.sendAll()
            let claimed = try #require(try await scene.claim(at: 2).first)
            try await scene.record(claimed, .deferred(until: scene.at(60), reason: "busy"), at: 3)
            try await scene.burst(2, at: 5)
            #expect(try await scene.store.nextDeliveryDue() == scene.at(60))
            let again = try await scene.sendAll(at: 60)
            #expect(again.map(\.purpose) == [.show])
            #expect(again.first?.attempt == 2)
            #expect(again.first?.summary?.count == 3)
        },
    ]
}
