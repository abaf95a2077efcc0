import BellhopClient
import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStoreSQLite
import BellhopTerminal
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI

@Suite("What a server writes down on its machine")
struct ServerRecordTests {
    /// A record in a folder of its own, and the keys of a server there: none yet.
    private static func beforeFirstStart(_ body: (ServerRecord, KeyService) async throws -> Void) async throws {
        try await TemporaryFolder.with { root in
            let folder = DataFolder(option: root.appending(path: "data").path, environment: [:])
            try folder.prepare()
            let store = try SQLiteStore.open(folder: folder.url.path)
            try await body(
                ServerRecord(folder: folder, settings: SettingsFile(path: root.path + "/config.json")),
                KeyService(store: store, time: SystemTime()))
        }
    }

    /// The same, with the first keys.
    private static func with(_ body: (ServerRecord, FirstKeys) throws -> Void) async throws {
        try await beforeFirstStart { record, desk in
            let keys = try #require(try await FirstKeys.make(with: desk))
            try body(record, keys)
        }
    }

    @Test("The keys of a first start that could not listen are there at the next one")
    func keysOutliveAFailedStart() async throws {
        try await Self.with { record, keys in
            try record.keep(keys)
            #expect(record.note(url: "http://127.0.0.1:1", phonePort: nil) == record.settings.path)
            let settings = try record.settings.load()
            #expect(settings.url == "http://127.0.0.1:1")
            #expect(settings.key == keys.agent)
            #expect(record.folder.readAdminKey() == keys.admin)
        }
    }

    @Test("Where the admin key is, is said at each start until it was taken away")
    func adminKeyNote() async throws {
        try await Self.with { record, keys in
            #expect(record.adminKeyNote == nil)
            try record.keep(keys)
            #expect(record.adminKeyNote?.hasPrefix(record.folder.adminKey.path) == true)
            try FileManager.default.removeItem(at: record.folder.adminKey)
            #expect(record.adminKeyNote == nil)
        }
    }

    @Test("What cannot be written is said in one sentence")
    func notWritten() async throws {
        try await Self.with { record, keys in
            try record.keep(keys)
            let unwritable = ServerRecord(
                folder: record.folder, settings: SettingsFile(path: record.folder.adminKey.path + "/config.json"))
            try unwritable.keep(keys)
            let note = unwritable.note(url: "http://127.0.0.1:1", phonePort: nil)
            #expect(note.hasPrefix("not written: ") && !note.contains(".;"), "\(note)")
            #expect(note.contains("; the first agent key is in \(record.folder.agentKey.path)"))
        }
    }

    @Test("A folder that cannot be made is named with the system's reason, and with the option for another")
    func folders() async throws {
        try await Self.with { record, keys in
            try record.keep(keys)
            let place = record.folder.adminKey.appending(path: "x/y").path
            let data = #expect(throws: CommandFailure.self) {
                try DataFolder(option: place, environment: [:]).prepare()
            }
            #expect(
                data?.description
                    == "The data folder \(place) cannot be made: not a directory. Choose another with --data.")
            let simulator = #expect(throws: CommandFailure.self) { _ = try SimulatorFolder(option: place, name: "fcm") }
            #expect(
                simulator?.description
                    == "The folder \(place) cannot be made: not a directory. Choose another with --folder.")
        }
    }

    @Test("Keys are written down before they are good; those of a start that got no further are replaced at the next")
    func brokenFirstStart() async throws {
        try await Self.beforeFirstStart { record, desk in
            await #expect(throws: CancellationError.self) {
                try await FirstKeys.make(with: desk) { keys in
                    try record.keep(keys)
                    throw CancellationError()
                }
            }
            #expect(try await desk.list().isEmpty)
            let keys = try #require(try await FirstKeys.make(with: desk, keeping: record.keep))
            #expect(record.folder.readAdminKey() == keys.admin)
            #expect(try record.settings.load().key == keys.agent)
        }
    }

    @Test("Settings of another server stay as they are, and the agent key goes beside the admin key")
    func anotherServer() async throws {
        try await Self.with { record, keys in
            let others = ClientSettings(url: "https://push.example", key: Secret("theirs"))
            try record.settings.save(others)
            try record.keep(keys)
            #expect(record.note(url: "http://127.0.0.1:1", phonePort: nil).contains(record.folder.agentKey.path))
            #expect(try record.settings.load() == others)
            let agentKey = try String(contentsOf: record.folder.agentKey, encoding: .utf8)
            #expect(agentKey == keys.agent.reveal() + "\n")
        }
    }

    @Test("A key is readable by its owner only, also where a file was there before that anybody could read")
    func mode() async throws {
        try await Self.with { record, keys in
            let file = record.folder.adminKey
            try Data("old".utf8).write(to: file)
            try FileManager.default.setMode(0o644, ofItemAtPath: file.path)
            try record.keep(keys)
            #expect(try FileManager.default.mode(ofItemAtPath: file.path) == 0o600)
        }
    }

    @Test("An empty file holds no key")
    func emptyKey() async throws {
        try await Self.with { record, _ in
            try Data("\n".utf8).write(to: record.folder.adminKey)
            #expect(record.folder.readAdminKey() == nil)
        }
    }

    @Test("The admin key in a data folder goes to the server of that folder, and to no other")
    func adminKey() async throws {
        try await Self.with { record, keys in
            try record.keep(keys)
            func key(_ settings: ClientSettings, elsewhere url: String? = nil) -> Secret? {
                record.folder.adminKey(for: settings, elsewhere: url)
            }
            let own = ClientSettings(url: "https://push.example.org", dataFolder: record.folder.url.path)
            let team = ClientSettings(url: "https://push.example.org")
            #expect(key(own) == keys.admin)
            #expect(key(own, elsewhere: "https://team.example.org") == nil)
            #expect(key(own, elsewhere: "http://127.0.0.1:8787") == keys.admin)
            #expect(key(team) == nil)
            #expect(key(team, elsewhere: "http://localhost:8787") == keys.admin)
            #expect(key(own, elsewhere: "http://127.0.0.1.example.org:8787") == nil)
            #expect(key(team, elsewhere: "http://127.example.org") == nil)
            #expect(key(ClientSettings()) == keys.admin)
        }
    }
}
