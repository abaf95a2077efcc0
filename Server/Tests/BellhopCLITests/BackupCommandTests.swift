import ArgumentParser
import BellhopModel
import BellhopStore
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("bellhop backup and restore")
struct BackupCommandTests {
    @Test("The data folder is that of serve: --data, then the environment, then the server file")
    func dataFolder() throws {
        try TemporaryFolder.with { folder in
            let file = folder.appending(path: ServerFile.name)
            try Data("data = ../elsewhere\n".utf8).write(to: file)
            try FileManager.default.setMode(0o600, ofItemAtPath: file.path)
            func path(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
                try BackupCommand.parse(["copy"] + arguments).server.folder(environment: environment).url
                    .standardizedFileURL.path
            }
            let named = ["BELLHOP_SERVER_CONFIG": file.path]
            let elsewhere = folder.deletingLastPathComponent().appending(path: "elsewhere").path
            #expect(try path(["--data", "/a"], ["BELLHOP_DATA": "/b"]) == "/a")
            #expect(try path([], named.merging(["BELLHOP_DATA": "/b"]) { own, _ in own }) == "/b")
            #expect(try path([], named) == elsewhere)
            #expect(try path(["--config", file.path]) == elsewhere)
            #expect(throws: CommandFailure.self) { try path(["--config", folder.path + "/none"]) }
        }
    }

    @Test("Without a readable current database, a restoration says that keys are valid again and how to revoke them")
    func caution() throws {
        try TemporaryFolder.with { folder in
            _ = try Store(folder: folder.path + "/data")
            _ = try Backup.make(of: folder.path + "/data", at: folder.path + "/copy")
            func lines(_ data: String) throws -> String {
                let restoration = try Restoration(
                    of: folder.path + "/copy", into: folder.path + "/" + data, at: Timestamp(seconds: 0))
                return RestoreCommand.lines(about: restoration).joined(separator: "\n")
            }
            let compared = try lines("data")
            #expect(compared.contains("0 notifications and 0 asks") && !compared.contains("valid again"))
            #expect(compared.contains("bellhop.sqlite.before-restore-19700101T000000Z"))
            try Data(repeating: 0x42, count: 8192).write(to: folder.appending(path: "data/bellhop.sqlite"))
            let alone = try lines("data")
            for text in ["valid again", "bellhop keys revoke ID", "bellhop devices remove ID", "before-restore"] {
                #expect(alone.contains(text), "\(text)")
            }
        }
    }
}
