import BellhopModel
import BellhopSimulators
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("A user with a browser", .timeLimit(.minutes(10)))
struct WebPushJourneyTests {
    @Test("A notification is decrypted by the browser, byte for byte, with a link to the page")
    func notice() async throws {
        try await WebPushBench.run { bench in
            var messages = bench.service.attach(bench.subscriber).makeAsyncIterator()
            let notification = try await bench.accept(
                .init(title: "Tests", subtitle: "shop", body: "All 12 passed", category: .taskComplete))
            try await running(bench.dispatcher) { _ in
                let message = try #require(await messages.next())
                let shown = try PayloadRenderer().show(notification, ask: nil, badge: 1, as: .web)
                #expect(message.content == WebMessage.resolved(shown.bytes, origin: "https://bellhop.example.com"))
                let json = try #require(message.json)
                #expect(json["web_push"] == 8030 && json["type"] == "complete")
                #expect(
                    json["notification"]?["navigate"]?.string
                        == "https://bellhop.example.com/notifications/\(notification.id)")
                #expect(json["notification"]?["body"] == "shop\nAll 12 passed")
                #expect(message.topic?.count == 32)
            }
        }
    }

    @Test(
        "An ask reaches the browser urgently until its deadline, and is replaced silently when it is answered elsewhere"
    )
    func ask() async throws {
        try await WebPushBench.run { bench in
            var messages = bench.service.attach(bench.subscriber).makeAsyncIterator()
            let phone = TestPhone()
            _ = try await bench.store.register(phone.device)
            guard case .accepted(let ask) = try await bench.asks.create(.approval(), by: .agent(), recorder: nil) else {
                Issue.record("not accepted")
                return
            }
            try await running(bench.dispatcher) { _ in
                let message = try #require(await messages.next())
                #expect(message.urgency == "high" && message.lifetime == .seconds(300))
                let json = try #require(message.json)
                #expect(json["type"] == "approval" && json["requestId"]?.string == ask.id.description)
                #expect(json["inputDigest"]?.string == ask.request.inputDigest && json["hiddenCharacters"] == 0)
                #expect(json["category"]?.string == ask.category.rawValue)
                #expect(json["notification"]?["tag"]?.string == "ask-\(ask.id)")
                #expect(json["notification"]?["navigate"]?.string == "https://bellhop.example.com/asks/\(ask.id)")

                _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
                let clear = try #require(await messages.next())
                #expect(clear.urgency == "normal" && clear.topic == message.topic)
                let cleared = try #require(clear.json)
                #expect(cleared["type"] == "clear" && cleared["reason"] == "approved_on_other_device")
                #expect(cleared["clearApprovalId"]?.string == ask.id.description)
                #expect(cleared["notification"]?["tag"] == json["notification"]?["tag"])
                #expect(cleared["notification"]?["title"] == "Approved on another device")
                #expect(cleared["notification"]?["silent"] == true)
            }
        }
    }

    @Test(
        "A fault of the push service has the expected retries and results",
        arguments: [
            ([], [FaultCase.Attempt.sent], Device.State.active),
            ([.refuse(.gone)], [.failed("SubscriptionGone")], .inactive),
            ([.refuse(.notFound)], [.failed("SubscriptionNotFound")], .inactive),
            (
                [.refuse(WebPushRefusal(429, retryAfter: "90"))], [.deferred("WebPushThrottled", .seconds(90)), .sent],
                .active
            ),
            ([.refuse(.unavailable)], [.deferred("WebPushServerError"), .sent], .active),
            ([.cutConnection(.skipped)], [.deferred("ConnectionLost"), .sent], .active),
            ([.refuse(WebPushRefusal(403))], [.failed("VapidForbidden")], .quarantined),
            ([.refuse(.tooLarge)], [.failed("WebPushBodyTooLarge")], .active),
        ] as [([WebPushFault], [FaultCase.Attempt], Device.State)])
    func fault(faults: [WebPushFault], attempts: [FaultCase.Attempt], state: Device.State) async throws {
        try await WebPushBench.run { bench in
            for fault in faults { bench.service.script(fault) }
            let requests = bench.service.requests()
            let start = bench.time.now
            let notification = try await bench.accept()
            try await running(bench.dispatcher) { _ in
                var arrivals = requests.makeAsyncIterator()
                for (number, attempt) in attempts.enumerated() {
                    _ = await arrivals.next()
                    guard case .deferred = attempt.ending else { break }
                    try await bench.workSignal.awaitDeferrals(number + 1, of: notification, in: bench.store)
                    bench.time.advance(to: try #require(try await bench.store.nextDeliveryDue()))
                }
            }
            let timeline = try await bench.store.timeline(of: notification.id)
            #expect(timeline.attemptEndings(since: start) == attempts.map(\.ending))
            #expect(try await bench.store.device(bench.browser.device.id)?.state == state)
            #expect(try await bench.store.queueDepth() == 0)
        }
    }
}
