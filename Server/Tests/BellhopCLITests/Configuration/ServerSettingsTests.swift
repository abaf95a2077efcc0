import ArgumentParser
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("The settings of the server")
struct ServerSettingsTests {
    /// Reads settings with `text` as the server file of the data folder.
    private static func settings(
        _ commandLine: [String] = [], _ environment: [String: String] = [:], file text: String? = nil,
        machine: String? = nil
    ) throws -> ServerSettings {
        try TemporaryFolder.with { folder in
            let system = folder.appending(path: "machine.conf")
            if let machine { try write(machine, to: system) }
            if let text { try write(text, to: folder.appending(path: ServerFile.name)) }
            return ServerSettings(
                keys: try SettingKey.all(of: ServeCommand.self), commandLine: commandLine,
                environment: ["BELLHOP_DATA": folder.path].merging(environment) { _, given in given },
                systemFile: system.path)
        }
    }

    private static func write(_ text: String, to file: URL) throws {
        try Data(text.utf8).write(to: file)
        try FileManager.default.setMode(0o600, ofItemAtPath: file.path)
    }

    private static func command(_ settings: ServerSettings) throws -> ServeCommand {
        try ServeCommand.parse(try settings.arguments())
    }

    @Test("The command line overrides variables, and they override the file and the defaults")
    func precedence() throws {
        let file = "host = file\nport = 1\nrate-limit = 2\nburst-limit = 3"
        let command = try Self.command(
            try Self.settings(
                ["--host", "line"], ["BELLHOP_HOST": "variable", "BELLHOP_PORT": "4", "BELLHOP_RATE_LIMIT": ""],
                file: file))
        #expect(command.host == "line" && command.port == 4 && command.rateLimit == 2 && command.burstLimit == 3)
        #expect(command.burstWindow == 60)
    }

    @Test("A list comes from the most specific source as a whole")
    func lists() throws {
        let file = "allow-host = a\nallow-host = b"
        #expect(try Self.command(try Self.settings(file: file)).allowedHosts == ["a", "b"])
        let environment = ["BELLHOP_ALLOW_HOST": "c, d"]
        #expect(try Self.command(try Self.settings([], environment, file: file)).allowedHosts == ["c", "d"])
        #expect(
            try Self.command(try Self.settings(["--allow-host=e"], environment, file: file)).allowedHosts == ["e"])
    }

    @Test("A variable switches a flag of the file off, and takes nothing but true and false")
    func flags() throws {
        #expect(try Self.command(try Self.settings(file: "simulate = true")).simulate)
        #expect(try !Self.command(try Self.settings([], ["BELLHOP_SIMULATE": "0"], file: "simulate = true")).simulate)
        #expect(
            try Self.settings([], ["BELLHOP_SIMULATE": "on"]).problems == ["BELLHOP_SIMULATE takes true or false."])
    }

    @Test("The variables of clients and empty variables are ignored")
    func clients() throws {
        let environment = ["BELLHOP_URL": "x", "BELLHOP_KEY": "x", "BELLHOP_CONFIG": "/x", "BELLHOP_PORT": ""]
        #expect(try Self.settings([], environment).settings.map(\.key.name) == ["data"])
    }

    @Test("The data folder's file is used before the machine's, and a named one before both")
    func files() throws {
        #expect(try Self.command(try Self.settings(file: "port = 1", machine: "port = 2")).port == 1)
        #expect(try Self.command(try Self.settings(machine: "port = 2")).port == 2)
        #expect(try Self.settings().file == nil)
        try TemporaryFolder.with { folder in
            let named = folder.appending(path: "named.conf")
            try Self.write("port = 3", to: named)
            let environment = [SettingKey.fileVariable: named.path]
            #expect(try Self.command(try Self.settings([], environment, file: "port = 1")).port == 3)
            #expect(try Self.command(try Self.settings(["--config", named.path], file: "port = 1")).port == 3)
            let missing = try Self.settings(["--config=\(named.path)2"], environment, file: "port = 1")
            #expect(missing.problems.first?.hasPrefix("\(named.path)2 cannot be read: ") == true)
        }
    }

    @Test("Only the first of several problems is printed at the start, and help in spite of them")
    func problems() throws {
        let settings = try Self.settings(file: "prt = 1\nhots = 2")
        let failure = #expect(throws: CommandFailure.self) { try settings.arguments() }
        #expect(failure?.description.contains("server.conf:1: ") == true)
        #expect(failure?.description.hasSuffix(" `bellhop config check` lists 1 more.") == true)
        #expect(failure?.exitCode == .validationFailure)
        #expect(try Self.settings(["--help"], file: "prt = 1").arguments() == ["--help"])
    }

    @Test(
        "An error names the origin of each option that it concerns",
        arguments: [
            ("port = many", [:], "--port is set by "),
            ("rate-limit = 0", [:], "--rate-limit takes 1 or more. --rate-limit is set by "),
            ("log-level = loud", [:], "critical. --log-level is set by "),
            ("simulate = true", ["BELLHOP_APNS_KEY": "k"], "--apns-key. --simulate is set by "),
            ("", ["BELLHOP_PORT": "tcp://10.0.0.1:8787"], "--port is set by BELLHOP_PORT."),
        ] as [(String, [String: String], String)])
    func origins(file: String, environment: [String: String], sentence: String) throws {
        let settings = try Self.settings([], environment, file: file)
        let error = try #require(throws: (any Error).self) { try Self.command(settings) }
        let named = try #require(settings.naming(error, of: ServeCommand.self) as? CommandFailure)
        #expect(named.description.contains(sentence), "\(named)")
        #expect(named.exitCode == .validationFailure)
        if !environment.isEmpty {
            #expect(named.description.contains(environment.keys.map { "is set by \($0)." }.joined()))
        } else {
            #expect(named.description.hasSuffix("server.conf:1."))
        }
    }

    @Test("An error about the command line and the help stay unchanged", arguments: ["--port=x", "--help"])
    func commandLine(argument: String) throws {
        let settings = try Self.settings([argument], [:], file: "host = ::1")
        let error = try #require(throws: (any Error).self) { try Self.command(settings) }
        #expect(!(settings.naming(error, of: ServeCommand.self) is CommandFailure))
    }
}
