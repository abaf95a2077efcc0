import BellhopModel
import BellhopPush
import BellhopSimulators
import Testing

@testable import BellhopWebPush

@Suite("Endpoints that the gateway does not connect to", .timeLimit(.minutes(10)))
struct ForbiddenEndpointTests {
    @Test("A host with a private address gets no connection, as a name and as an address")
    func privateAddress() async throws {
        try await WebPush.run(configure: { $0.privateHosts = ["other.example"] }) { (web) async throws in
            #expect(try await web.send() == .rejected("PrivateAddress", .deviceSuspect))
            #expect(web.service.received.isEmpty)
        }
        let connects = WebPushSimulatorConfiguration(publicName: "rebinding.example")
        try await WebPush.run(
            connects, configure: { $0.privateHosts = [] }, resolve: { _ in [try await .test("127.0.0.1")] }
        ) { (web) async throws in
            #expect(try await web.send() == .rejected("PrivateAddress", .deviceSuspect))
            #expect(web.service.received.isEmpty)
        }
    }

    @Test("A connection goes to the checked address, and its certificate must be that of the name")
    func pinned() async throws {
        // No resolver knows the names: a second lookup while connecting would fail. The certificate is for the first name
        // and for 127.0.0.1.
        let named = WebPushSimulatorConfiguration(host: "127.0.0.2", publicName: "push.bellhop.invalid")
        try await WebPush.run(
            named, configure: { $0.privateHosts.insert("other.bellhop.invalid") },
            resolve: { _ in [try await .test("127.0.0.2")] }
        ) { (web) async throws in
            #expect(try await web.send().isAccepted)
            let port = try #require(web.service.port)
            let keys = web.browser.subscription
            let other = try WebPushSubscription(
                endpoint: "https://other.bellhop.invalid:\(port)/x", publicKey: keys.publicKey, secret: keys.secret)
            var push = try web.push()
            push.token = try #require(other.token)
            #expect(try await web.gateway.send(push) == .deferred("Unreachable"))
            #expect(web.service.received.count == 1)
        }
    }

    @Test("An address that refuses connections is followed by the next one")
    func nextAddress() async throws {
        let named = WebPushSimulatorConfiguration(publicName: "push.bellhop.invalid")
        // 127.0.0.2 is this machine too, where nothing listens on the port.
        try await WebPush.run(
            named, resolve: { _ in [try await .test("127.0.0.2"), try await .test("127.0.0.1")] }
        ) { (web) async throws in
            #expect(try await web.send().isAccepted)
        }
    }

    @Test("Ports of other protocols get no connection", arguments: [1, 22, 25, 80, 1023])
    func ports(port: Int) async throws {
        try await WebPush.run { (web) async throws in
            let keys = web.browser.subscription
            let other = try WebPushSubscription(
                endpoint: "https://127.0.0.1:\(port)/x", publicKey: keys.publicKey, secret: keys.secret)
            var push = try web.push()
            push.token = try #require(other.token)
            #expect(try await web.gateway.send(push) == .rejected("ReservedPort", .deviceSuspect))
        }
    }

    @Test("Errors and descriptions contain no endpoint")
    func secrets() async throws {
        try await WebPush.run { (web) async throws in
            let endpoint = web.browser.subscription.endpoint
            web.service.script(.refuse(WebPushRefusal(418, "\(endpoint) is a teapot")))
            let answer = await #expect(throws: UnknownResponse.self) { try await web.send() }
            #expect(answer.map { "\($0)".contains("/push/") } == false)
            var dumped = ""
            dump(web.browser.subscription, to: &dumped)
            #expect(!dumped.contains("/push/") && !"\(web.browser.subscription)".contains("/push/"))
        }
    }
}
