import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let clearingCases: [ConformanceCase] = [
        ConformanceCase("An answer clears every other device that was sent the ask") { fixture in
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            let browser = try await fixture.device(at: 2)
            let (ask, notification) = try await fixture.ask(at: 3)
            try await fixture.sendAll(at: 3)
            let transition = try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 5)
            #expect(transition.clearing == 2)
            let claimed = try await fixture.claim(at: 5)
            #expect(Set(claimed.map(\.device.id)) == [tablet.id, browser.id])
            #expect(
                claimed.allSatisfy { $0.purpose == .clear && $0.notification.id == notification.id && $0.attempt == 1 })
            #expect(claimed.allSatisfy { $0.ask == transition.ask })
        },
        ConformanceCase("A withdrawal clears every device that was sent the ask") { fixture in
            try await fixture.device()
            try await fixture.device(at: 1)
            let (ask, _) = try await fixture.ask(at: 2)
            try await fixture.sendAll(at: 2)
            #expect(try await fixture.transition(ask, .withdrawn(.agentEnded), at: 3).clearing == 2)
            #expect(try await fixture.claim(at: 3).map(\.purpose) == [.clear, .clear])
        },
        ConformanceCase("An ask that ends before it was sent is not sent, and nothing is cleared") { fixture in
            let phone = try await fixture.device()
            let (ask, notification) = try await fixture.ask()
            let transition = try await fixture.transition(ask, .withdrawn(.answeredInTerminal), at: 1)
            #expect(transition.clearing == 0)
            #expect(try await fixture.claim(at: 1).isEmpty)
            #expect(try await fixture.store.queueDepth() == 0)
            let cancelled = try await fixture.store.timeline(of: notification.id).filter { $0.step == .cancelled }
            #expect(cancelled.map(\.deviceID) == [phone.id])
        },
        ConformanceCase("A device whose delivery failed is not cleared") { fixture in
            try await fixture.device()
            let (ask, _) = try await fixture.ask()
            let claimed = try #require(try await fixture.claim().first)
            try await fixture.record(claimed, .failed(reason: "PayloadTooLarge"), at: 1)
            #expect(try await fixture.transition(ask, .withdrawn(.agentEnded), at: 2).clearing == 0)
        },
        ConformanceCase("An inactive device is not cleared") { fixture in
            let phone = try await fixture.device()
            let (ask, _) = try await fixture.ask()
            try await fixture.sendAll()
            _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(1))
            #expect(try await fixture.transition(ask, .withdrawn(.agentEnded), at: 2).clearing == 0)
            #expect(try await fixture.claim(at: 2).isEmpty)
        },
        ConformanceCase("An ask that ends while it is under way is cleared after it was sent") { fixture in
            let phone = try await fixture.device()
            let (ask, notification) = try await fixture.ask()
            let onItsWay = try #require(try await fixture.claim().first)
            #expect(try await fixture.transition(ask, .withdrawn(.answeredInTerminal), at: 1).clearing == 0)
            #expect(try await fixture.claim(at: 1).isEmpty)
            #expect(try await fixture.record(onItsWay, .sent(gatewayID: nil), at: 2))
            let claimed = try await fixture.claim(at: 2)
            #expect(claimed.map(\.purpose) == [.clear])
            #expect(claimed.map(\.device.id) == [phone.id])
            #expect(try await fixture.steps(of: notification).contains(.sent))
            let clear = try #require(claimed.first)
            #expect(try await !fixture.record(clear, .sent(gatewayID: nil), at: 3))
        },
        ConformanceCase("An ask that ends while it is under way is not retried") { fixture in
            try await fixture.device()
            let (ask, _) = try await fixture.ask()
            let onItsWay = try #require(try await fixture.claim().first)
            _ = try await fixture.transition(ask, .withdrawn(.answeredInTerminal), at: 1)
            try await fixture.record(onItsWay, .deferred(until: fixture.at(5), reason: "InternalServerError"), at: 2)
            #expect(try await fixture.claim(at: 5).isEmpty)
            #expect(try await fixture.store.queueDepth() == 0)
        },
        ConformanceCase("A claim that died after the ask's end may have been sent, and is cleared") {
            fixture in
            let phone = try await fixture.device()
            let (ask, _) = try await fixture.ask()
            _ = try await fixture.claim(at: 0, lease: 30)
            _ = try await fixture.transition(ask, .withdrawn(.answeredInTerminal), at: 1)
            var claimed = try await fixture.claim(at: 30)
            claimed += try await fixture.claim(at: 30)
            #expect(claimed.map(\.purpose) == [.clear])
            #expect(claimed.map(\.device.id) == [phone.id])
        },
        ConformanceCase("A recovered claim of a dead process is cleared as well", isForOneNode: true) { fixture in
            try await fixture.device()
            let (ask, _) = try await fixture.ask()
            _ = try await fixture.claim(at: 0, lease: 3600)
            _ = try await fixture.transition(ask, .withdrawn(.answeredInTerminal), at: 1)
            try await fixture.store.recover()
            var claimed = try await fixture.claim(at: 2)
            claimed += try await fixture.claim(at: 2)
            #expect(claimed.map(\.purpose) == [.clear])
        },
        ConformanceCase("A claim that died before the deadline may have been sent, and is cleared") {
            fixture in
            let phone = try await fixture.device()
            let (ask, _) = try await fixture.ask(patience: 20)
            _ = try await fixture.claim(at: 0, lease: 30)
            var claimed = try await fixture.claim(at: 30)
            claimed += try await fixture.claim(at: 30)
            #expect(claimed.map(\.purpose) == [.clear])
            #expect(claimed.map(\.device.id) == [phone.id])
            #expect(try await fixture.transition(ask, .deadlineReached, at: 30).clearing == 0)
            #expect(try await fixture.store.queueDepth() == 1)
        },
        ConformanceCase("A notification shown by a late claim after it was cleared is cleared again") {
            fixture in
            try await fixture.device()
            let (ask, _) = try await fixture.ask()
            let slow = try #require(try await fixture.claim(at: 0, lease: 30).first)
            _ = try await fixture.transition(ask, .withdrawn(.answeredInTerminal), at: 1)
            for _ in 0..<2 { try await fixture.sendAll(at: 30) }
            #expect(try await fixture.store.queueDepth() == 0)
            try await fixture.record(slow, .sent(gatewayID: nil), at: 31)
            #expect(try await fixture.claim(at: 31).map(\.purpose) == [.clear])
        },
        ConformanceCase("A notification cleared by reading is cleared again when its ask ends") { fixture in
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            let (ask, notification) = try await fixture.ask(at: 2)
            try await fixture.sendAll(at: 2)
            _ = try await fixture.store.markRead(notification.id, by: phone.id, at: fixture.at(3))
            #expect(try await fixture.sendAll(at: 3).map(\.device.id) == [tablet.id])
            let transition = try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 4)
            #expect(transition.clearing == 1)
            let claimed = try await fixture.claim(at: 4)
            #expect(claimed.map(\.device.id) == [tablet.id])
            #expect(claimed.map(\.attempt) == [1])
        },
    ]
}
