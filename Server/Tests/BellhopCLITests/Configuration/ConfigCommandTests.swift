import ArgumentParser
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("bellhop config")
struct ConfigCommandTests {
    @Test("The sample in docs has every option of bellhop serve")
    func sample() throws {
        let keys = try SettingKey.all(of: ServeCommand.self)
        #expect(try Repository.text("docs/server.conf.sample") == ServerSample.text(of: keys))
        #expect(Set(["host", "port", "data", "simulate", "apns-key", "fcm-app"]).isSubset(of: keys.map(\.name)))
    }

    @Test("Every setting of the sample is known, and a default is a valid value")
    func sampleIsValid() throws {
        let keys = try SettingKey.all(of: ServeCommand.self)
        let settings = ServerSample.text(of: keys).split(separator: "\n")
            .filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") && !$0.hasPrefix("##") && $0.count > 1 }
            .map { $0.dropFirst() }
        #expect(settings.count == keys.count)
        let file = ServerFile(path: "/x", text: settings.joined(separator: "\n"), keys: keys)
        #expect(file.problems == [])
        for key in keys where key.defaultValue != nil {
            let values = try #require(file.entries[key.name]).values
            #expect(throws: Never.self) { try ServeCommand.parse(key.arguments(for: values)) }
        }
    }

    @Test("docs/configuration.md names the variable of every option")
    func variables() throws {
        let page = try Repository.text("docs/configuration.md")
        for key in try SettingKey.all(of: ServeCommand.self) {
            #expect(page.contains("| `\(key.name)` | `\(key.variable)` |"), "\(key.name)")
        }
    }

    /// Checks `text` as a server file beside the given files.
    private static func report(
        _ text: String, files: [String: String] = [:], environment: [String: String] = [:]
    ) async throws -> ConfigurationReport {
        try await TemporaryFolder.with { folder in
            for (name, content) in files.merging([ServerFile.name: text], uniquingKeysWith: { first, _ in first }) {
                let file = folder.appending(path: name)
                try Data(content.utf8).write(to: file)
                try FileManager.default.setMode(0o600, ofItemAtPath: file.path)
            }
            return try await ConfigCommand.report(
                commandLine: ["--config=\(folder.appending(path: ServerFile.name).path)"],
                environment: ["BELLHOP_DATA": "/var/lib/bellhop"].merging(environment) { _, given in given },
                systemFile: "/nonexistent")
        }
    }

    @Test("The check prints each effective setting with its origin, and loads the keys")
    func valid() async throws {
        let (key, account) = (SimulatedCredential(), try SimulatedServiceAccount())
        let report = try await Self.report(
            "port = 9000\napns-key = key.p8\napns-key-id = \(key.keyID)\nfcm-service-account = account.json",
            files: [
                "key.p8": key.p8.reveal(), "account.json": try account.keyFile(tokenURI: "https://a.b/token").reveal(),
            ], environment: ["BELLHOP_APNS_TEAM_ID": key.teamID])
        #expect(report.problems == [])
        func row(_ key: String) -> ConfigurationReport.Row? { report.settings.first { $0.key == key } }
        let file = try #require(report.file)
        #expect(row("port") == .init(key: "port", values: ["9000"], origin: "\(file):1"))
        #expect(row("host") == .init(key: "host", values: ["127.0.0.1"], origin: "default"))
        #expect(row("data") == .init(key: "data", values: ["/var/lib/bellhop"], origin: "BELLHOP_DATA"))
        #expect(row("simulate")?.values == ["false"])
        #expect(row("apns-team-id")?.origin == "BELLHOP_APNS_TEAM_ID")
        #expect(row("apns-url") == nil)
        #expect(!report.lines.joined().contains("PRIVATE KEY"))
    }

    @Test("The check lists all problems")
    func invalid() async throws {
        let lines = try await Self.report("prot = 1\nport = 1\nport = 2\nrate-limit = 0\nburst-limit = many").problems
        #expect(lines.count == 4)
        for text in ["prot", "already set in line 2", "--rate-limit takes 1 or more", "--burst-limit is set by"] {
            #expect(lines.contains { $0.contains(text) }, "\(text)")
        }
        let keys = try await Self.report(
            "apns-key = none.p8\napns-key-id = K\napns-team-id = T\nfcm-service-account = account.json",
            files: ["account.json": "{"]
        ).problems
        #expect(keys.count == 2)
        #expect(keys.first?.contains("none.p8 cannot be read") == true)
        #expect(keys.last?.contains("incomplete JSON") == true)
        let both = try await Self.report("simulate = true\nfcm-app = a=b").problems
        #expect(both.count == 1 && both.first?.contains("--fcm-app is set by") == true)
    }
}
