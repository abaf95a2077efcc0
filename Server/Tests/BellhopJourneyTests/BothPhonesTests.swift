import BellhopAPNs
import BellhopCore
import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopStore
import BellhopTestSupport
import Metrics
import Testing

@Suite("A user with an iPhone and an Android device", .timeLimit(.minutes(10)))
struct BothPhonesTests {
    @Test("An ask reaches both devices in their formats, and an answer on one clears the other")
    func ask() async throws {
        try await run { bench, apns, gateway, iPhone in
            let apple = apns.attach(token: iPhone.device.token)
            let google = bench.fcm.attach(token: bench.phone.device.token)
            let ask = try await create(.approval(), on: bench)
            try await running(bench.dispatcher([.ios: gateway])) { _ in
                var (pushes, messages) = (apple.makeAsyncIterator(), google.makeAsyncIterator())
                let push = try #require(await pushes.next())
                let payload = try PushPayload(bytes: push.payload)
                #expect(payload.askID == ask.id && payload.aps.alert?.title == "Run a command")
                let message = try #require(await messages.next())
                #expect(message.content == AndroidMessage(payload, tag: "ask-\(ask.id)").json)
                #expect(message.isHigh && message.collapseKey == nil && message.lifetime == .seconds(300))
                var tray = AndroidTray()
                tray.receive(message)
                #expect(tray.items.map(\.tag) == ["ask-\(ask.id)"])
                #expect(tray.items.first?.actions == ["APPROVE_ACTION", "DENY_ACTION"])

                _ = try await bench.asks.answer(
                    ask.id, iPhone.answer(.approve, to: ask), by: iPhone.key)
                let clear = try #require(await messages.next())
                #expect(clear.data["clearApprovalId"] == ask.id.description && clear.notification == nil)
                #expect(clear.data["reason"] == "approved_on_other_device" && !clear.isHigh)
                tray.receive(clear)
                #expect(tray.items == [])
            }
        }
    }

    @Test("A notification reaches both devices; Android shows it without code of the app")
    func notice() async throws {
        try await run { bench, apns, gateway, iPhone in
            let apple = apns.attach(token: iPhone.device.token)
            let google = bench.fcm.attach(token: bench.phone.device.token)
            let notification = try await bench.accept(
                .init(title: "Tests", subtitle: "shop", body: "All 12 passed", category: .taskComplete))
            try await running(bench.dispatcher([.ios: gateway])) { _ in
                var (pushes, messages) = (apple.makeAsyncIterator(), google.makeAsyncIterator())
                #expect(await pushes.next() != nil)
                var tray = AndroidTray()
                tray.receive(try #require(await messages.next()))
                let item = AndroidTray.Item(
                    tag: notification.id.description, title: "Tests", body: "shop\nAll 12 passed",
                    channel: "TASK_COMPLETE", actions: [])
                #expect(tray.items == [item])
            }
        }
    }

    @Test("A gateway that does not respond does not delay the other platform")
    func oneFails() async throws {
        try await run { bench, apns, gateway, iPhone in
            bench.fcm.script(.hold, times: 50)
            let requests = bench.fcm.requests()
            let apple = apns.attach(token: iPhone.device.token)
            for _ in 0..<50 { _ = try await bench.accept() }
            try await running(bench.dispatcher([.ios: gateway])) { _ in
                var pushes = apple.makeAsyncIterator()
                for _ in 0..<50 { #expect(await pushes.next() != nil) }
                var held = requests.makeAsyncIterator()
                for _ in 0..<50 { _ = await held.next() }
                bench.fcm.release()
            }
        }
        try await run { bench, apns, gateway, iPhone in
            await apns.refuseConnections()
            let google = bench.fcm.attach(token: bench.phone.device.token)
            for _ in 0..<50 { _ = try await bench.accept() }
            try await running(bench.dispatcher([.ios: gateway])) { _ in
                var messages = google.makeAsyncIterator()
                for _ in 0..<50 { #expect(await messages.next() != nil) }
            }
        }
    }

    private func create(_ request: AskRequest, on bench: AndroidBench) async throws -> Ask {
        switch try await bench.asks.create(request, by: .agent(), recorder: nil) {
        case .accepted(let ask): return ask
        case .repeated: throw CancellationError()
        }
    }

    /// A bench with a simulated APNs, its gateway, and an iPhone of the same user.
    private func run(
        _ body: (AndroidBench, APNsSimulator, APNsGateway, TestPhone) async throws -> Void
    ) async throws {
        try await AndroidBench.run { bench in
            let (time, credential) = (bench.time, SimulatedCredential())
            let apns = try APNsSimulator(.init(keys: [credential.providerKey])) { time.now }
            try await apns.start()
            var configuration = APNsConfiguration()
            configuration.trustRoots = .pem(apns.certificates.authorityPEM)
            configuration.production = APNsEndpoint(host: "127.0.0.1", port: try #require(apns.port))
            let gateway = try APNsGateway(
                credentials: [credential.forGateway()], configuration: configuration, clock: { time.now },
                logger: .silent, metrics: NOOPMetricsHandler.instance)
            let iPhone = TestPhone()
            _ = try await bench.store.register(iPhone.device)
            try await attempt {
                try await body(bench, apns, gateway, iPhone)
            } finally: {
                await gateway.shutDown()
                await apns.stop()
            }
        }
    }
}
