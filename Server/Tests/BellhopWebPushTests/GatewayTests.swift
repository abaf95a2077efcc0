import BellhopModel
import BellhopPush
import BellhopSimulators
import MetricsTestKit
import Testing

@testable import BellhopWebPush

@Suite("The gateway and a simulated push service", .timeLimit(.minutes(10)))
struct GatewayTests {
    @Test("A message is decrypted by its subscriber, byte for byte")
    func delivered() async throws {
        try await WebPush.run { (web) async throws in
            var messages = web.service.attach(web.browser).makeAsyncIterator()
            for size in [1, 1024, 3993] {
                let payload = String(repeating: "x", count: size)
                #expect(try await web.send(payload).isAccepted)
                let message = try #require(await messages.next())
                #expect(message.content == Array(payload.utf8))
            }
        }
    }

    @Test(
        "Urgency and lifetime are those of the push",
        arguments: [
            (Urgency.immediate, Expiration.gatewayDefault, "high", "2419200"),
            (.considerate, .immediately, "normal", "0"), (.low, .at(.test + .milliseconds(59_999)), "low", "59"),
            (.low, .at(.test - .seconds(5)), "low", "0"), (.low, .at(.test + .seconds(9_999_999)), "low", "2419200"),
        ])
    func options(urgency: Urgency, expiration: Expiration, field: String, ttl: String) async throws {
        try await WebPush.run { (web) async throws in
            #expect(try await web.gateway.send(web.push(urgency: urgency, expiration: expiration)).isAccepted)
            let request = try #require(web.service.received.first)
            #expect(request.result == .accepted)
            #expect(request.fields["ttl"] == ttl && request.fields["urgency"] == field)
            #expect(request.fields["topic"] == nil)
        }
    }

    @Test("A message replaces an undelivered one with its collapse id, of any length")
    func collapsing() async throws {
        try await WebPush.run { (web) async throws in
            let long = String(repeating: "ü", count: 32)
            for (payload, id) in [("1", "ask-1"), ("2", long), ("3", "ask-1"), ("4", "ask-2"), ("5", long)] {
                #expect(try await web.gateway.send(web.push(payload, collapseID: id)).isAccepted)
            }
            var messages = web.service.attach(web.browser).makeAsyncIterator()
            var contents: [String] = []
            for _ in 0..<3 {
                contents.append(String(decoding: try #require(await messages.next()?.content), as: UTF8.self))
            }
            #expect(contents == ["3", "4", "5"])
        }
    }

    @Test("Concurrent pushes share one connection and one token")
    func shared() async throws {
        try await WebPush.run { (web) async throws in
            let accepted = try await withThrowingTaskGroup { group in
                for _ in 0..<100 { group.addTask { try await web.send().isAccepted } }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(accepted == 100)
            #expect(Set(web.service.received.map(\.connection)).count == 1)
            #expect(Set(web.service.received.map { $0.fields["authorization"] }).count == 1)
        }
    }

    @Test("A declarative message gets the absolute link of its subscriber's page")
    func declarative() async throws {
        try await WebPush.run(origin: "https://bellhop.example.com") { (web) async throws in
            let bare = try web.service.subscribe(applicationServerKey: web.key.publicKey)
            let message = WebMessage(notification: WebNotification(title: "t", navigate: "/asks/1", tag: "a"))
            let payload = String(decoding: try message.encoded(), as: UTF8.self)
            var received: [JSONValue] = []
            for subscriber in [web.browser, bare] {
                var messages = web.service.attach(subscriber).makeAsyncIterator()
                #expect(try await web.send(payload, to: subscriber).isAccepted)
                received.append(try #require(await messages.next()?.json))
            }
            #expect(received[0]["notification"]?["navigate"] == "https://bellhop.example.com/asks/1")
            #expect(received[0]["web_push"] == 8030)
            // Without a page the link stays relative, and a service worker must show the message.
            #expect(received[1]["notification"]?["navigate"] == "/asks/1")
            #expect(received[1]["web_push"] == nil)
        }
    }

    @Test("A subscription that has ended is reported as gone", arguments: [WebPushRefusal.gone, .notFound])
    func ended(refusal: WebPushRefusal) async throws {
        try await WebPush.run { (web) async throws in
            web.service.unsubscribe(web.browser, with: refusal)
            guard case .rejected(let rejection) = try await web.send() else {
                Issue.record("not rejected")
                return
            }
            #expect(rejection.cause == .deviceGone(since: nil))
        }
    }

    @Test("A subscription with another key is suspended")
    func otherKey() async throws {
        try await WebPush.run { (web) async throws in
            let other = try web.service.subscribe(applicationServerKey: VAPIDKey().publicKey)
            #expect(try await web.send(to: other) == .rejected("VapidForbidden", .deviceSuspect))
            #expect(try await web.send().isAccepted)
        }
    }

    @Test("A token is renewed before it expires")
    func renewed() async throws {
        try await WebPush.run { (web) async throws in
            for _ in 0..<12 {
                #expect(try await web.send().isAccepted)
                web.clock.advance(by: .seconds(2 * 3600))
            }
            #expect(Set(web.service.received.map { $0.fields["authorization"] }).count == 2)
        }
    }

    @Test("Throttling defers a push, with a number of seconds and with a date")
    func throttled() async throws {
        try await WebPush.run { (web) async throws in
            for (field, seconds) in [("90", 90), (((Timestamp.test + .seconds(120)).httpDate), 120)]
                as [(String, Int64)]
            {
                web.service.script(.refuse(WebPushRefusal(429, retryAfter: field)))
                #expect(try await web.send() == .deferred("WebPushThrottled", until: .test + .seconds(seconds)))
            }
            #expect(try await web.send().isAccepted)
        }
    }

    @Test("A redirect is not followed")
    func redirect() async throws {
        try await WebPush.run { (web) async throws in
            let other = try web.service.subscribe(applicationServerKey: web.key.publicKey)
            web.service.script(.refuse(WebPushRefusal(307, location: other.subscription.endpoint)), for: web.browser)
            #expect(try await web.send() == .rejected("EndpointRedirects", .deviceSuspect))
            #expect(web.service.received.count == 1)
        }
    }

    @Test("A lost connection and an unreachable service defer a push")
    func lost() async throws {
        try await WebPush.run { (web) async throws in
            #expect(try await web.send().isAccepted)
            web.service.script(.cutConnection(.processed))
            #expect(try await web.send() == .deferred("ConnectionLost"))
            #expect(try await web.send().isAccepted)
            await web.service.refuseConnections()
            await web.service.cutConnections()
            let away = try await web.send()
            // A lost connection may be detected only at the next send.
            #expect([.deferred("Unreachable"), .deferred("ConnectionLost")].contains(away))
            #expect(try await web.send() == .deferred("Unreachable"))
            try await web.service.start()
            #expect(try await web.send().isAccepted)
        }
    }

    @Test("A service that does not respond times out at the deadline")
    func stalled() async throws {
        try await WebPush.run(configure: { $0.requestDeadline = .seconds(8) }) { (web) async throws in
            // On a busy machine the first pushes may time out themselves.
            while try await !web.send().isAccepted {}
            web.service.script(.stall(.skipped))
            #expect(try await web.send() == .deferred("Timeout"))
        }
    }

    @Test("A name that is not resolved in time does not keep a push beyond its deadline")
    func slowName() async throws {
        let (names, continuation) = AsyncStream.makeStream(of: [NetworkAddress].self)
        defer { continuation.finish() }
        try await WebPush.run(
            configure: { $0.requestDeadline = .milliseconds(200) },
            resolve: { _ in
                for await addresses in names { return addresses }
                throw CancellationError()
            }
        ) { (web) async throws in
            #expect(try await web.send() == .deferred("Timeout"))
            #expect(web.service.received.isEmpty)
        }
    }

    @Test("A service with an untrusted certificate gets no request")
    func untrusted() async throws {
        try await WebPush.run(configure: { $0.trustRoots = .system }) { (web) async throws in
            #expect(try await web.send() == .deferred("Unreachable"))
            #expect(web.service.received.isEmpty)
        }
    }

    @Test("Shutdown waits for pushes in flight, and defers new ones")
    func stop() async throws {
        try await WebPush.run { (web) async throws in
            let requests = web.service.requests()
            web.service.script(.hold)
            async let held = web.send()
            _ = await requests.first { _ in true }
            async let stopped: Void = web.gateway.shutDown()
            // Other pushes succeed until the shutdown begins.
            while try await web.send() != .deferred("ShuttingDown") {}
            web.service.release()
            #expect(try await held.isAccepted)
            await stopped
        }
    }

    @Test("A push throws CancellationError when its task is cancelled")
    func cancelled() async throws {
        try await WebPush.run { (web) async throws in
            let requests = web.service.requests()
            web.service.script(.hold)
            let sending = Task { try await web.send() }
            _ = await requests.first { _ in true }
            sending.cancel()
            await #expect(throws: CancellationError.self) { try await sending.value }
        }
    }

    @Test("A message that is too large, and one that shows nothing in Safari, are not sent")
    func refused() async throws {
        try await WebPush.run { (web) async throws in
            #expect(
                try await web.send(String(repeating: "x", count: 3994))
                    == .rejected("WebPushPayloadTooLarge", .pushInvalid))
            let keys = web.browser.subscription
            let apple = try WebPushSubscription(
                endpoint: "https://web.push.apple.com/x", publicKey: keys.publicKey, secret: keys.secret)
            var push = try web.push(#"{"type":"sync"}"#, kind: .background)
            push.token = try #require(apple.token)
            #expect(try await web.gateway.send(push) == .rejected("SilentWebPush", .pushInvalid))
            #expect(web.service.received.isEmpty)
        }
    }

    @Test(
        "A token that is no subscription suspends the device",
        arguments: [
            "a1b2c3", "{}", #"{"endpoint":"http://push.example.net/x","keys":{}}"#,
            #"{"endpoint":"https://push.example.net/x","keys":{"auth":"AAAAAAAAAAAAAAAAAAAAAA","p256dh":"BAAA"}}"#,
        ])
    func malformed(token: String) async throws {
        try await WebPush.run { (web) async throws in
            var push = try web.push()
            push.token = try #require(DeviceToken(token))
            #expect(try await web.gateway.send(push) == .rejected("MalformedSubscription", .deviceSuspect))
        }
    }

    @Test("Invalid trust roots throw a configuration error")
    func configuration() throws {
        var configuration = WebPushConfiguration(contact: try .test())
        configuration.trustRoots = .pem("no certificate")
        #expect(throws: WebPushConfigurationError.unreadableTrustRoots) {
            try WebPushGateway(key: VAPIDKey(), configuration: configuration)
        }
    }

    @Test("Pushes are counted by outcome and known reason")
    func metrics() async throws {
        let metrics = TestMetrics()
        try await WebPush.run(metrics: metrics) { (web) async throws in
            web.service.script(.refuse(.gone))
            for _ in 0..<2 { _ = try await web.send() }
        }
        func count(_ outcome: String, _ reason: String) throws -> Int64 {
            try metrics.expectCounter(
                "bellhop_pushes_total", [("gateway", "webpush"), ("outcome", outcome), ("reason", reason)]
            ).totalValue
        }
        #expect(try count("accepted", "none") == 1)
        #expect(try count("rejected", "SubscriptionGone") == 1)
    }
}
