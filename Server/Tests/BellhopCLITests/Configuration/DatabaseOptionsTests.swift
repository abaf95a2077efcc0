import ArgumentParser
import BellhopStore
import BellhopTerminal
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI

@Suite("The options for the database")
struct DatabaseOptionsTests {
    @Test(
        "A password on the command line is refused",
        arguments: [
            "postgres://bellhop:secret@db/bellhop", "postgres://bellhop:a@b@db/bellhop", "postgresql://:x@db",
            "host=db password=secret", "host=db password = 'secret'", "postgres://db/bellhop?password=secret",
        ])
    func password(database: String) throws {
        let error = #expect(throws: (any Error).self) { try DatabaseOptions.parse(["--database", database]) }
        let message = DatabaseOptions.message(for: try #require(error))
        #expect(message.contains("--database-file") && !message.contains("secret"))
    }

    @Test(
        "Connection strings without a password are accepted",
        arguments: ["postgres://bellhop@db:5432/bellhop", "postgres://db/a:b@c", "host=/run/postgresql dbname=bellhop"])
    func accepted(database: String) throws {
        #expect(try DatabaseOptions.parse(["--database", database]).connectionString() == database)
    }

    @Test("The connection string is read from the file without surrounding white space")
    func file() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.path + "/database.url"
        try " postgres://bellhop:secret@db/bellhop\n".write(toFile: file, atomically: true, encoding: .utf8)
        let options = try DatabaseOptions.parse(["--database-file", file])
        #expect(try options.connectionString() == "postgres://bellhop:secret@db/bellhop")
        #expect(throws: (any Error).self) {
            try DatabaseOptions.parse(["--database-file", file, "--database", "postgres://db/bellhop"])
        }
        #expect(throws: CommandFailure.self) {
            try DatabaseOptions.parse(["--database-file", file + ".missing"]).connectionString()
        }
        try " \n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(throws: CommandFailure.self) { try options.connectionString() }
    }

    @Test("Backups refuse a server that uses PostgreSQL, unless a data folder is named")
    func backup() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let environment = ["HOME": folder.path, "BELLHOP_DATABASE": "postgres://db/bellhop"]
        let error = #expect(throws: CommandFailure.self) {
            try DataFolderOptions.parse([]).folder(environment: environment)
        }
        #expect(error?.description.contains("pg_dump") == true)
        let named = try DataFolderOptions.parse(["--data", folder.path]).folder(environment: environment)
        #expect(named.url.path == folder.path)
    }

    #if Postgres
    @Test("The store of the named database is opened, and describes it without the password")
    func postgres() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let database = try PostgresServer.shared.makeDatabase()
        let file = folder.path + "/database.url"
        try "\(database) password=secret".write(toFile: file, atomically: true, encoding: .utf8)
        let data = DataFolder(option: folder.path + "/data", environment: [:])
        let store = try DatabaseOptions.parse(["--database-file", file]).openStore(in: data, burst: nil)
        let address = try #require(store.address)
        #expect(address.contains("dbname=") && !address.contains("secret"))
        #expect(!FileManager.default.fileExists(atPath: data.database.path))
    }
    #endif
}
