import BellhopPush
import Logging
import NIOConcurrencyHelpers
import NIOHTTP2
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@testable import BellhopAPNs

@Suite("The gateway, shutting down", .timeLimit(.minutes(10)))
struct ShutdownTests {
    @Test("completes pushes in flight, and defers all others")
    func graceful() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        try await Loopback.run(script: { _, _ in arrived.yield() }) { (loopback) async throws in
            async let sent = loopback.send(1)
            for await _ in arrivals { break }
            async let waiting = loopback.send(2)
            async let end: Void = loopback.gateway.shutDown()
            // The connection is not authenticated yet, so the second push waits until the shutdown defers it.
            #expect(try await waiting == .deferred(.shuttingDown))
            try await loopback.apns.withPeer { $0.respondToAll() }
            #expect(try await sent == .accepted)
            await end
            #expect(try await loopback.send(3) == .deferred(.shuttingDown))
        }
    }

    @Test("runs as a service until its group shuts down")
    func service() async throws {
        try await Loopback.run(script: { $0.respond($1.stream) }) { (loopback) async throws in
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

    @Test("does not wait for responses when it is cancelled")
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

    @Test("closes its connections when it is deallocated without a shutdown")
    func dropped() async throws {
        let apns = try await ScriptedAPNs { $0.respond($1.stream) }
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

    @Test("rejects duplicate keys and invalid trust roots")
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

@Suite("The gateway's log", .timeLimit(.minutes(10)))
struct LogTests {
    private final class Lines: Sendable {
        let text = NIOLockedValueBox("")
    }

    /// Records all log messages of every level.
    private struct Keeper: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            lines.text.withLockedValue { $0 += "\(event.level) \(event.message) \(all)\n" }
        }
    }

    @Test("reports connections and unknown reasons, and contains no token or key")
    func secrets() async throws {
        let lines = Lines()
        let script: ScriptedAPNs.Script = { peer, request in
            switch request.stream {
            case 1: peer.respond(1)
            case 3: peer.refuse(3, 400, "NewReason")
            case 5: peer.respond(5, 302, body: "moved: \(request[":path"])")
            default:
                peer.goAway(last: request.stream, #"{"reason":"Shutdown"}"#)
                peer.disconnect()
            }
        }
        let logger = Logger(label: "test") { _ in Keeper(lines: lines) }
        try await Loopback.run(logger: logger, script: script) { (loopback) async throws in
            #expect(try await loopback.send(1) == .accepted)
            #expect(try await loopback.send(2) == .rejected("NewReason", .pushInvalid))
            let answer = await #expect(throws: UnknownResponse.self) { try await loopback.send(3) }
            #expect(answer?.body == "moved: /3/device/<token>")
            #expect(try await loopback.send(4) == .deferred(.connectionLost))
            let text = lines.text.withLockedValue { $0 }
            for expected in ["connecting to APNs", "connected to APNs", "NewReason", "Shutdown", "KEY1234567"] {
                #expect(text.contains(expected))
            }
            for secret in ["a1b2c3d4", "bearer", "eyJ", "PRIVATE KEY", "hello"] { #expect(!text.contains(secret)) }
        }
    }
}
