import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let clearingCases: [ConformanceCase] = [
        ConformanceCase("An answer clears every other device that was sent the ask") { scene in
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            let browser = try await scene.device(at: 2)
            let (ask, notification) = try await scene.ask(at: 3)
            try await scene.sendAll(at: 3)
            let transition = try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 5)
            #expect(transition.clearing == 2)
            let claimed = try await scene.claim(at: 5)
            #expect(Set(claimed.map(\.device.id)) == [tablet.id, browser.id])
            #expect(
                claimed.allSatisfy { $0.purpose == .clear && $0.notification.id == notification.id && $0.attempt == 1 })
            #expect(claimed.allSatisfy { $0.ask == transition.ask })
        },
        ConformanceCase("A withdrawal clears every device that was sent the ask") { scene in
            try await scene.device()
            try await scene.device(at: 1)
            let (ask, _) = try await scene.ask(at: 2)
            try await scene.sendAll(at: 2)
            #expect(try await scene.transition(ask, .withdrawn(.agentEnded), at: 3).clearing == 2)
            #expect(try await scene.claim(at: 3).map(\.purpose) == [.clear, .clear])
        },
        ConformanceCase("An ask that ends before it was sent is not sent, and nothing is cleared") { scene in
            let phone = try await scene.device()
            let (ask, notification) = try await scene.ask()
            let transition = try await scene.transition(ask, .withdrawn(.answeredInTerminal), at: 1)
            #expect(transition.clearing == 0)
            #expect(try await scene.claim(at: 1).isEmpty)
            #expect(try await scene.store.queueDepth() == 0)
            let cancelled = try await scene.store.timeline(of: notification.id).filter { $0.step == .cancelled }
            #expect(cancelled.map(\.deviceID) == [phone.id])
        },
        ConformanceCase("A device whose delivery failed is not cleared") { scene in
            try await scene.device()
            let (ask, _) = try await scene.ask()
            let claimed = try #require(try await scene.claim().first)
            try await scene.record(claimed, .failed(reason: "PayloadTooLarge"), at: 1)
            #expect(try await scene.transition(ask, .withdrawn(.agentEnded), at: 2).clearing == 0)
        },
        ConformanceCase("A device that is no longer active is not cleared") { scene in
            let phone = try await scene.device()
            let (ask, _) = try await scene.ask()
            try await scene.sendAll()
            _ = try await scene.store.removeDevice(phone.id, at: scene.at(1))
            #expect(try await scene.transition(ask, .withdrawn(.agentEnded), at: 2).clearing == 0)
            #expect(try await scene.claim(at: 2).isEmpty)
        },
        ConformanceCase("An ask that ends while it is on its way is cleared once it was sent") { scene in
            let phone = try await scene.device()
            let (ask, notification) = try await scene.ask()
            let onItsWay = try #require(try await scene.claim().first)
            #expect(try await scene.transition(ask, .withdrawn(.answeredInTerminal), at: 1).clearing == 0)
            #expect(try await scene.claim(at: 1).isEmpty)
            #expect(try await scene.record(onItsWay, .sent(gatewayID: nil), at: 2))
            let claimed = try await scene.claim(at: 2)
            #expect(claimed.map(\.purpose) == [.clear])
            #expect(claimed.map(\.device.id) == [phone.id])
            #expect(try await scene.steps(of: notification).contains(.sent))
            let clear = try #require(claimed.first)
            #expect(try await !scene.record(clear, .sent(gatewayID: nil), at: 3))
        },
        ConformanceCase("An ask that ends while it is on its way is not tried again") { scene in
            try await scene.device()
            let (ask, _) = try await scene.ask()
            let onItsWay = try #require(try await scene.claim().first)
            _ = try await scene.transition(ask, .withdrawn(.answeredInTerminal), at: 1)
            try await scene.record(onItsWay, .deferred(until: scene.at(5), reason: "InternalServerError"), at: 2)
            #expect(try await scene.claim(at: 5).isEmpty)
            #expect(try await scene.store.queueDepth() == 0)
        },
        ConformanceCase("A claim that died with its process after the ask ended may have been sent: it is cleared") {
            scene in
            let phone = try await scene.device()
            let (ask, _) = try await scene.ask()
            _ = try await scene.claim(at: 0, lease: 30)
            _ = try await scene.transition(ask, .withdrawn(.answeredInTerminal), at: 1)
            var claimed = try await scene.claim(at: 30)
            claimed += try await scene.claim(at: 30)
            #expect(claimed.map(\.purpose) == [.clear])
            #expect(claimed.map(\.device.id) == [phone.id])
        },
        ConformanceCase("The same holds after a start, when the claims of the dead process were recovered") { scene in
            try await scene.device()
            let (ask, _) = try await scene.ask()
            _ = try await scene.claim(at: 0, lease: 3600)
            _ = try await scene.transition(ask, .withdrawn(.answeredInTerminal), at: 1)
            try await scene.store.recover()
            var claimed = try await scene.claim(at: 2)
            claimed += try await scene.claim(at: 2)
            #expect(claimed.map(\.purpose) == [.clear])
        },
        ConformanceCase("A claim that died with its process before the deadline may have been sent: it is cleared") {
            scene in
            let phone = try await scene.device()
            let (ask, _) = try await scene.ask(patience: 20)
            _ = try await scene.claim(at: 0, lease: 30)
            var claimed = try await scene.claim(at: 30)
            claimed += try await scene.claim(at: 30)
            #expect(claimed.map(\.purpose) == [.clear])
            #expect(claimed.map(\.device.id) == [phone.id])
            #expect(try await scene.transition(ask, .deadlineReached, at: 30).clearing == 0)
            #expect(try await scene.store.queueDepth() == 1)
        },
        ConformanceCase("What is shown by a claim that was taken for dead, after it was cleared, is cleared again") {
            scene in
            try await scene.device()
            let (ask, _) = try await scene.ask()
            let slow = try #require(try await scene.claim(at: 0, lease: 30).first)
            _ = try await scene.transition(ask, .withdrawn(.answeredInTerminal), at: 1)
            for _ in 0..<2 { try await scene.sendAll(at: 30) }
            #expect(try await scene.store.queueDepth() == 0)
            try await scene.record(slow, .sent(gatewayID: nil), at: 31)
            #expect(try await scene.claim(at: 31).map(\.purpose) == [.clear])
        },
        ConformanceCase("What was cleared when it was read is cleared again when its ask ends") { scene in
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            let (ask, notification) = try await scene.ask(at: 2)
            try await scene.sendAll(at: 2)
            _ = try await scene.store.markRead(notification.id, by: phone.id, at: scene.at(3))
            #expect(try await scene.sendAll(at: 3).map(\.device.id) == [tablet.id])
            let transition = try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 4)
            #expect(transition.clearing == 1)
            let claimed = try await scene.claim(at: 4)
            #expect(claimed.map(\.device.id) == [tablet.id])
            #expect(claimed.map(\.attempt) == [1])
        },
    ]
}
