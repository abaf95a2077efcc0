import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("The server file")
struct ServerFileTests {
    private static func file(_ text: String) throws -> ServerFile {
        ServerFile(path: "/etc/bellhop/server.conf", text: text, keys: try SettingKey.all(of: ServeCommand.self))
    }

    @Test("Comments, spaces, CRLF and a byte order mark are accepted")
    func form() throws {
        let file = try Self.file(
            "\u{FEFF}# Bellhop\r\n\r\n  port=9000\r\nhost = ::1 # all\r\nallow-host = a\r\nallow-host = b#c")
        #expect(file.problems == [])
        #expect(file.entries["port"] == .init(values: ["9000"], lines: [3]))
        #expect(file.entries["host"]?.values == ["::1"])
        #expect(file.entries["allow-host"] == .init(values: ["a", "b#c"], lines: [5, 6]))
    }

    @Test("A relative path starts at the file's folder")
    func paths() throws {
        let file = try Self.file("apns-key = keys/a.p8\nfcm-ca = /ca.pem\ndata = data")
        #expect(file.entries["apns-key"]?.values == ["/etc/bellhop/keys/a.p8"])
        #expect(file.entries["fcm-ca"]?.values == ["/ca.pem"])
        #expect(file.entries["data"]?.values == ["/etc/bellhop/data"])
    }

    @Test(
        "An invalid line is reported with its number",
        arguments: [
            ("prot = 1", #"There is no setting "prot". Did you mean port? `bellhop config sample` prints "#),
            ("apns_key = a", #"There is no setting "apns_key". Did you mean apns-key? "#),
            ("config = /etc/x", #"There is no setting "config". "#),
            ("port", #""port" is not of the form `key = value`."#),
            ("port =", "port has no value: give one, or remove the line."),
            ("port = # later", "port has no value: give one, or remove the line."),
            (#"host = "::1""#, "host is in quotes: remove them, also from a value with spaces."),
            ("host = a\u{0}b", "host contains a control character."),
            ("simulate = yes", "simulate takes true or false."),
            ("rate-limit = 2", "rate-limit is already set in line 1: remove one of the lines."),
        ])
    func invalid(line: String, sentence: String) throws {
        let file = try Self.file("rate-limit = 1\n\(line)\n")
        #expect(file.problems.count == 1)
        #expect(file.problems.first?.hasPrefix("/etc/bellhop/server.conf:2: \(sentence)") == true, "\(file.problems)")
    }

    @Test("A file that cannot be trusted or read is refused as a whole")
    func unreadable() throws {
        try TemporaryFolder.with { folder in
            let path = folder.appending(path: "server.conf").path
            func refusal() throws -> String? {
                let keys = try SettingKey.all(of: ServeCommand.self)
                return #expect(throws: CommandFailure.self) { try ServerFile(path: path, keys: keys) }?.description
            }
            #expect(try refusal()?.hasPrefix("\(path) cannot be read: ") == true)
            try Data("port = 1\n".utf8).write(to: URL(filePath: path))
            for mode in [0o666, 0o620] {
                try FileManager.default.setMode(mode, ofItemAtPath: path)
                #expect(try refusal() == "\(path) can be written by other users: run `chmod go-w` for it.")
            }
            try FileManager.default.setMode(0o600, ofItemAtPath: path)
            try Data([0x61, 0xFF]).write(to: URL(filePath: path))
            #expect(try refusal()?.contains("is not text in UTF-8") == true)
            try Data(repeating: 0x23, count: 1 << 20).write(to: URL(filePath: path))
            #expect(try refusal() == "\(path) is larger than 64 KiB: use another file.")
        }
    }
}
