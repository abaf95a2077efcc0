import BellhopPush
import Logging
import NIOHTTP2
import Synchronization
import Testing

@testable import BellhopAPNs

@Suite("The gateway's log", .timeLimit(.minutes(10)))
struct LogTests {
    private final class Lines: Sendable {
        let text = Mutex("")
    }

    /// Keeps everything that is logged, at every level.
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
            lines.text.withLock { $0 += "\(event.level) \(event.message) \(all)\n" }
        }
    }

    @Test("tells of connections and of new reasons, and holds no token and no key")
    func secrets() async throws {
        let lines = Lines()
        let script: ScriptedAPNs.Script = { peer, request in
            switch request.stream {
            case 1: peer.answer(1)
            case 3: peer.refuse(3, 400, "NewReason")
            case 5: peer.answer(5, 302, body: "moved: \(request[":path"])")
            default:
                peer.goAway(last: request.stream, #"{"reason":"Shutdown"}"#)
                peer.hangUp()
            }
        }
        let logger = Logger(label: "test") { _ in Keeper(lines: lines) }
        try await Loopback.run(logger: logger, script: script) { (loopback) async throws in
            #expect(try await loopback.send(1) == .accepted)
            #expect(try await loopback.send(2) == .rejected("NewReason", .pushInvalid))
            let answer = await #expect(throws: UnknownResponse.self) { try await loopback.send(3) }
            #expect(answer?.body == "moved: /3/device/<token>")
            #expect(try await loopback.send(4) == .deferred(.connectionLost))
            let text = lines.text.withLock { $0 }
            for expected in ["connecting to APNs", "connected to APNs", "NewReason", "Shutdown", "KEY1234567"] {
                #expect(text.contains(expected))
            }
            for secret in ["a1b2c3d4", "bearer", "eyJ", "PRIVATE KEY", "hello"] { #expect(!text.contains(secret)) }
        }
    }
}
