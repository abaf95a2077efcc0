import BellhopModel
import BellhopPush
import BellhopSimulators
import InMemoryLogging
import Logging
import MetricsTestKit
import Testing

@testable import BellhopFCM

@Suite("The gateway and a simulated FCM", .timeLimit(.minutes(10)))
struct GatewayTests {
    @Test("A message reaches its device and returns FCM's message id")
    func delivered() async throws {
        try await Google.run { (google) async throws in
            let push = try Push.test(
                payload: #"{"data":{"a":"b"},"notification":{"title":"t"}}"#, expiration: .at(.test + .seconds(60)),
                collapseID: "c")
            let messages = google.fcm.attach(token: push.token)
            let outcome = try await google.send(push)
            var arrived = messages.makeAsyncIterator()
            let message = try #require(await arrived.next())
            #expect(outcome == .accepted(AcceptedPush(gatewayID: message.id)))
            #expect(try CanonicalJSON.encode(message.content) == push.payload)
            #expect(message.isHigh && message.lifetime == .seconds(60) && message.collapseKey == "c")
        }
    }

    @Test("Concurrent pushes share one access token and one connection to each endpoint")
    func shared() async throws {
        try await Google.run { (google) async throws in
            #expect(try await google.send(200).allSatisfy(\.isAccepted))
            #expect(google.fcm.statistics.tokenRequests == 1)
            #expect(google.fcm.statistics.accepted == 200)
            #expect(Set(google.fcm.received.map(\.connection)).count == 1)
        }
    }

    @Test("A revoked access token is replaced, and the push is sent again")
    func revokedToken() async throws {
        try await Google.run { (google) async throws in
            #expect(try await google.send(.test()).isAccepted)
            google.fcm.revokeTokens()
            google.clock.advance(by: .seconds(60))
            #expect(try await google.send(.test()) == .deferred("UNAUTHENTICATED"))
            #expect(try await google.send(.test()).isAccepted)
            #expect(google.fcm.statistics.tokensGiven == 2)
        }
    }

    @Test("An access token is renewed before it expires")
    func renewed() async throws {
        try await Google.run { (google) async throws in
            for _ in 0..<8 {
                #expect(try await google.send(.test()).isAccepted)
                for clock in [google.clock, google.serverClock] { clock.advance(by: .seconds(1100)) }
            }
            #expect(google.fcm.statistics.tokensGiven == 3)
            #expect(google.fcm.received.allSatisfy { $0.result == .accepted })
        }
    }

    @Test("A clock that is wrong by hours causes no failure", arguments: [Duration.seconds(7200), .seconds(-7200)])
    func wrongClock(error: Duration) async throws {
        try await Google.run { (google) async throws in
            google.clock.advance(by: error)
            #expect(try await google.send(.test()).isAccepted)
            // One request by its own clock, one by Google's.
            #expect(google.fcm.statistics.tokenRequests == 2)
            google.clock.advance(by: .seconds(60))
            #expect(try await google.send(.test()).isAccepted)
            #expect(google.fcm.statistics.tokenRequests == 2)
        }
    }

    @Test("A removed service account is a credential error")
    func revoked() async throws {
        try await Google.run { (google) async throws in
            google.fcm.revoke(try Google.account.get().email)
            #expect(try await google.send(.test()) == .rejected("invalid_grant", .credentialInvalid))
        }
    }

    @Test("A lost connection and an unreachable server defer a push")
    func lost() async throws {
        try await Google.run { (google) async throws in
            #expect(try await google.send(.test()).isAccepted)
            google.fcm.script(.cutConnection(.processed))
            #expect(try await google.send(.test()) == .deferred("ConnectionLost"))
            #expect(try await google.send(.test()).isAccepted)
            await google.fcm.refuseConnections()
            await google.fcm.cutConnections()
            let away = try await google.send(.test())
            // A lost connection may be detected only at the next send.
            #expect([.deferred("Unreachable"), .deferred("ConnectionLost")].contains(away))
            #expect(try await google.send(.test()) == .deferred("Unreachable"))
        }
    }

    @Test("An exhausted quota defers pushes until it is reset")
    func quota() async throws {
        try await Google.run(.init(messagesPerMinute: 2)) { (google) async throws in
            for _ in 0..<2 { #expect(try await google.send(.test()).isAccepted) }
            google.serverClock.advance(by: .seconds(15))
            #expect(try await google.send(.test()) == .deferred("QUOTA_EXCEEDED", until: .test + .seconds(45)))
            google.serverClock.advance(by: .seconds(45))
            #expect(try await google.send(.test()).isAccepted)
        }
    }

    @Test("A server that does not respond times out at the deadline, for the message and for the token")
    func stalled() async throws {
        try await Google.run(configure: { $0.requestDeadline = .seconds(8) }) { (google) async throws in
            // On a busy machine the first pushes may time out themselves.
            while try await !google.send(.test()).isAccepted {}
            google.fcm.script(.stall(.skipped))
            #expect(try await google.send(.test()) == .deferred("Timeout"))
        }
        try await Google.run(configure: { $0.tokenDeadline = .milliseconds(200) }) { (google) async throws in
            google.fcm.scriptToken(.stall(.skipped), times: 100)
            #expect(try await google.send(.test()) == .deferred("Timeout"))
        }
    }

    @Test("A server with an untrusted certificate gets no request")
    func untrusted() async throws {
        try await Google.run(configure: { $0.trustRoots = .system }) { (google) async throws in
            #expect(try await google.send(.test()) == .deferred("Unreachable"))
            #expect(google.fcm.statistics.tokenRequests == 0)
        }
    }

    @Test("Shutdown waits for pushes in flight, and defers new ones")
    func stop() async throws {
        try await Google.run { (google) async throws in
            let requests = google.fcm.requests()
            google.fcm.script(.hold)
            async let held = google.send(.test())
            _ = await requests.first { _ in true }
            async let stopped: Void = google.gateway.shutDown()
            // Other pushes succeed until the shutdown begins.
            while try await google.send(.test(2)) != .deferred("ShuttingDown") {}
            google.fcm.release()
            #expect(try await held.isAccepted)
            await stopped
        }
    }

    @Test("A push throws CancellationError when its task is cancelled")
    func cancelled() async throws {
        try await Google.run { (google) async throws in
            let requests = google.fcm.requests()
            google.fcm.script(.hold)
            let sending = Task { try await google.send(.test()) }
            _ = await requests.first { _ in true }
            sending.cancel()
            await #expect(throws: CancellationError.self) { try await sending.value }
        }
    }

    @Test("An invalid endpoint or trust roots throw a configuration error")
    func configuration() throws {
        let account = try ServiceAccount(json: Google.account.get().keyFile(tokenURI: "https://example.com/token"))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        for endpoint in ["http://example.com", "https://", "example.com", "https://example.com/path"] {
            var configuration = FCMConfiguration()
            configuration.endpoint = endpoint
            #expect(throws: FCMConfigurationError.endpointMalformed) {
                try FCMGateway(accounts: [account], configuration: configuration, logger: logger)
            }
        }
        var configuration = FCMConfiguration()
        configuration.trustRoots = .pem("no certificate")
        #expect(throws: FCMConfigurationError.unreadableTrustRoots) {
            try FCMGateway(accounts: [account], configuration: configuration, logger: logger)
        }
    }

    @Test("Logs and errors contain no token, key or payload")
    func secrets() async throws {
        let memory = InMemoryLogHandler()
        var logger = Logger(label: "test") { _ in memory }
        logger.logLevel = .trace
        try await Google.run(logger: logger) { (google) async throws in
            google.fcm.scriptToken(.refuse(.token(400, "invalid_grant", "Account disabled.\nreally")))
            _ = try await google.send(.test())
            google.clock.advance(by: .seconds(61))
            google.fcm.script(.refuse(FCMRefusal(418, "Teapot", body: "fcm-token:1")))
            let answer = await #expect(throws: UnknownResponse.self) { try await google.send(.test()) }
            #expect(answer.map { "\($0)".contains("fcm-token") } == false)
        }
        let text = memory.entries.map { "\($0.message) \($0.metadata)" }.joined(separator: "\n")
        #expect(text.contains("Account disabled._really"))
        for secret in ["fcm-token", "ya29", "eyJ", "PRIVATE KEY", "assertion"] { #expect(!text.contains(secret)) }
    }

    @Test("Messages are counted by outcome and known reason")
    func metrics() async throws {
        let metrics = TestMetrics()
        try await Google.run(metrics: metrics) { (google) async throws in
            google.fcm.script(.refuse(.send(400, "MADE_UP", code: nil, "")))
            google.fcm.script(.refuse(.unregistered))
            for _ in 0..<3 { _ = try await google.send(.test()) }
        }
        func count(_ outcome: String, _ reason: String) throws -> Int64 {
            try metrics.expectCounter(
                "bellhop_pushes_total",
                [
                    ("gateway", "fcm"), ("project", "bellhop-simulated"), ("outcome", outcome), ("reason", reason),
                ]
            ).totalValue
        }
        #expect(try count("accepted", "none") == 1)
        #expect(try count("rejected", "UNREGISTERED") == 1)
        #expect(try count("rejected", "other") == 1)
    }
}
