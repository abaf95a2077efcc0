import BellhopPush
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@testable import BellhopAPNs

@Suite("The gateway, shutting down", .timeLimit(.minutes(10)))
struct ShutdownTests {
    @Test("lets pushes that were sent have their answers, and defers all others")
    func graceful() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        try await Loopback.run(script: { _, _ in arrived.yield() }) { (loopback) async throws in
            async let sent = loopback.send(1)
            for await _ in arrivals { break }
            async let waiting = loopback.send(2)
            async let end: Void = loopback.gateway.shutDown()
            // The connection is not proven, so that the second push waits until the shutdown defers it.
            #expect(try await waiting == .deferred(.shuttingDown))
            try await loopback.apns.withPeer { $0.answerAll() }
            #expect(try await sent == .accepted)
            await end
            #expect(try await loopback.send(3) == .deferred(.shuttingDown))
        }
    }

    @Test("runs as a service until its group shuts down")
    func service() async throws {
        try await Loopback.run(script: { $0.answer($1.stream) }) { (loopback) async throws in
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup { group in
                    group.addTask { try await loopback.gateway.run() }
                    #expect(try await loopback.send(1) == .accepted)
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
            #expect(try await loopback.send(2) == .deferred(.shuttingDown))
        }
    }

    @Test("does not wait for answers when it is cancelled")
    func cancelled() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        try await Loopback.run(script: { _, _ in arrived.yield() }) { (loopback) async throws in
            async let sent = loopback.send(1)
            for await _ in arrivals { break }
            await withThrowingTaskGroup { group in
                group.addTask { try await loopback.gateway.run() }
                group.cancelAll()
            }
            #expect(try await sent == .deferred(.connectionLost))
        }
    }

    @Test("closes its connections when it is let go without a word")
    func dropped() async throws {
        let apns = try await ScriptedAPNs { $0.answer($1.stream) }
        var configuration = APNsConfiguration()
        configuration.sandbox = APNsEndpoint(host: "localhost", port: apns.port)
        configuration.trustRoots = .pem(ScriptedAPNs.certificate)
        do {
            let gateway = try APNsGateway(
                credentials: [try TestKey.credential()], configuration: configuration, logger: Logger(label: "test"))
            #expect(try await gateway.send(try Push.test()) == .accepted)
        }
        for await _ in apns.disconnections { break }
        try await apns.close()
    }

    @Test("refuses a key that is given twice, and roots that are none")
    func misconfigured() throws {
        let credential = try TestKey.credential()
        #expect(throws: APNsConfigurationError.repeatedKey(teamID: "TEAM123456", keyID: "KEY1234567")) {
            try APNsGateway(credentials: [credential, credential], logger: Logger(label: "test"))
        }
        var configuration = APNsConfiguration()
        configuration.trustRoots = .pem("not PEM")
        #expect(throws: APNsConfigurationError.unreadableTrustRoots) {
            try APNsGateway(credentials: [], configuration: configuration, logger: Logger(label: "test"))
        }
    }
}
