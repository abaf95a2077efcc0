import ArgumentParser
import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTerminal
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI

@Suite("bellhop migrate")
struct MigrateCommandTests {
    @Test("The data folder and the database come from the options, else from the server's settings")
    func settings() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/server.conf"
        try Data("data = here\ndatabase = postgres://file\nport = 1\n".utf8).write(to: URL(filePath: file))
        func settings(_ arguments: [String], _ environment: [String: String] = [:]) throws -> [String] {
            let command = try MigrateCommand.parse(arguments)
            let (data, target) = try command.settings(environment, folder.path + "/none")
            return [data.url.path, target]
        }
        #expect(try settings(["--to", "postgres://a", "--data", "/d"]) == ["/d", "postgres://a"])
        #expect(try settings(["--config", file]) == [folder.path + "/here", "postgres://file"])
        #expect(try settings(["--config", file, "--to", "b", "--data", "/d"]) == ["/d", "b"])
        #expect(try settings(["--data", "/d"], ["BELLHOP_DATABASE": "c"]) == ["/d", "c"])
        try Data("postgres://secret\n".utf8).write(to: folder.url.appending(path: "database"))
        #expect(try settings(["--data", "/d", "--to-file", folder.path + "/database"]) == ["/d", "postgres://secret"])
        #expect(throws: CommandFailure.self) { try settings(["--data", "/d"]) }
    }

    #if Postgres
    @Test("The first run copies beside the server, and the second completes the migration after its end")
    func twoRuns() async throws {
        let temporary = try TemporaryFolder()
        let folder = DataFolder(option: temporary.path, environment: [:])
        let target = try PostgresServer.shared.makeDatabase()
        let command = try MigrateCommand.parse(["--to", target, "--data", temporary.path])
        func run() throws { try command.run(environment: [:], systemFile: temporary.path + "/none") }
        do {
            let lock = try DataFolderLock(folder)
            let store = try Store(folder: temporary.path)
            _ = try await FirstKeys.make(with: ServerAssembly(store: store, logger: .silent).keys) { _ in }
            try run()
            #expect(throws: StoreUnavailable.self) { try Store(postgres: target) }
            #expect(throws: CommandFailure.self) { try DataFolderLock(folder) }
            withExtendedLifetime(lock) {}
        }
        // The store closes its connections a moment after its last use.
        try await until {
            do {
                try run()
                return true
            } catch is CommandFailure {
                return false
            }
        }
        #expect(throws: StoreUnavailable.self) { try Store(folder: temporary.path) }
        #expect(try await Store(postgres: target).keys().count == 2)
        // A further run only prints the next command.
        try run()
    }
    #else
    @Test("A build without the driver says how to get it")
    func noDriver() throws {
        let command = try MigrateCommand.parse(["--to", "postgres://a", "--data", "/d"])
        let failure = #expect(throws: CommandFailure.self) { try command.run(environment: [:], systemFile: "/none") }
        #expect(failure?.description.hasPrefix("This build has no driver for PostgreSQL") == true)
    }
    #endif
}
