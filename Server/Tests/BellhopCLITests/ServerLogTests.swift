import ArgumentParser
import BellhopModel
import InMemoryLogging
import Logging
import Synchronization
import Testing

@testable import BellhopCLI

@Suite("The log of a server")
struct ServerLogTests {
    /// The lines of a handler for JSON.
    private final class Lines: Sendable {
        private let all = Mutex<[String]>([])

        var texts: [String] { all.withLock { $0 } }

        func logger() -> Logger {
            Logger(label: "bellhop") { label in
                JSONLogHandler(label: label, time: { Timestamp(milliseconds: 1_767_225_600_250) }) { line in
                    self.all.withLock { $0.append(line) }
                }
            }
        }
    }

    @Test("A line of JSON has the time, the level, the label, the message, the metadata and the source")
    func line() throws {
        let lines = Lines()
        var logger = lines.logger()
        logger[metadataKey: "request_id"] = "a"
        logger.notice(
            "Ready",
            metadata: [
                "status": .stringConvertible(200), "duration_ms": .stringConvertible(1.5), "who": "me",
                "device": ["name": "iPhone"], "hosts": ["a", "b"],
            ], source: "Tests")
        #expect(
            lines.texts == [
                #"{"label":"bellhop","level":"notice","message":"Ready","metadata":{"device.name":"iPhone","#
                    + #""duration_ms":1.5,"hosts.0":"a","hosts.1":"b","request_id":"a","status":200,"who":"me"},"#
                    + #""source":"Tests","time":"2026-01-01T00:00:00.250Z"}"#
            ])
    }

    @Test("Line breaks, control characters and numbers that JSON lacks do not break a line")
    func harmless() throws {
        let lines = Lines()
        lines.logger().info("a\nb\u{1B}[2J\u{2028}", metadata: ["x": .stringConvertible(Double.nan)])
        let text = try #require(lines.texts.first)
        #expect(text.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) })
        let value = try CanonicalJSON.decode(JSONValue.self, from: Array(text.utf8))
        #expect(value["message"]?.string == "a\nb\u{1B}[2J\u{2028}")
        #expect(value["metadata"]?["x"]?.string == "nan")
    }

    @Test("A secret is redacted")
    func secret() {
        let lines = Lines()
        let key = Secret("bh_agent_0123456789")
        lines.logger().error("\(key)", metadata: ["key": "\(key)"])
        #expect(lines.texts.count == 1)
        #expect(!lines.texts.contains { $0.contains("0123456789") })
    }

    @Test("A line below the level is not written")
    func level() {
        let lines = Lines()
        var logger = lines.logger()
        logger.logLevel = .warning
        logger.notice("no")
        logger.warning("yes")
        #expect(lines.texts.count == 1)
    }

    @Test("The server warns about unencrypted traffic only when it listens beyond this machine")
    func unencrypted() throws {
        let memory = InMemoryLogHandler()
        let log = ServerLog(logger: Logger(label: "test") { _ in memory })
        for host in ["127.0.0.1", "127.0.0.2", "localhost", "::1", "[::1]"] {
            log.warnAboutUnencryptedTraffic(on: host)
        }
        #expect(memory.entries.isEmpty)
        for host in ["0.0.0.0", "::", "192.168.1.4", "push.example.org"] { log.warnAboutUnencryptedTraffic(on: host) }
        #expect(memory.entries.map(\.level) == [.warning, .warning, .warning, .warning])
        let message = try #require(memory.entries.first).message.description
        #expect(message.contains("keys") && message.contains("docs/operating.md"))
    }

    @Test("Start and end are logged at notice with address, data folder, gateways and reason")
    func lifeCycle() async throws {
        let memory = InMemoryLogHandler()
        let log = ServerLog(logger: Logger(label: "test") { _ in memory })
        log.started(
            address: "http://127.0.0.1:1", data: "/data", platforms: [Platform.ios, .android], isSimulated: false)
        try await log.reportEnd {}
        await #expect(throws: CommandFailureSample.self) { try await log.reportEnd { throw CommandFailureSample() } }
        #expect(memory.entries.map(\.level) == [.notice, .notice, .notice])
        let metadata = memory.entries.map(\.metadata)
        #expect(metadata.first?["version"] == .string(BellhopVersion.current))
        #expect(metadata.first?["gateways"] == "android ios")
        #expect(metadata.dropFirst().map { $0["reason"] } == ["signal", "the port is taken"])
    }

    @Test("serve accepts the formats of log lines and rejects others", arguments: ["text", "json"])
    func formats(_ format: String) throws {
        #expect(try BellhopCommand.parseAsRoot(["serve", "--log-format", format]) is ServeCommand)
        #expect(LogFormat(rawValue: format) != nil)
        #expect(LogFormat(rawValue: "xml") == nil)
    }
}

private struct CommandFailureSample: Error, CustomStringConvertible {
    var description: String { "the port is taken" }
}
