import BellhopClient
import BellhopCore
import BellhopModel
import BellhopStore
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Files that a server writes for the other commands")
struct ServerRecordTests {
    /// A record in a temporary folder, and the key service of a server without keys.
    private static func beforeFirstStart(_ body: (ServerRecord, KeyService) async throws -> Void) async throws {
        try await TemporaryFolder.with { root in
            let folder = DataFolder(option: root.appending(path: "data").path, environment: [:])
            try folder.prepare()
            let store = try Store(folder: folder.url.path)
            try await body(
                ServerRecord(folder: folder, settings: SettingsFile(path: root.path + "/config.json")),
                ServerAssembly(store: store, logger: .silent).keys)
        }
    }

    /// A record with the first keys.
    private static func with(_ body: (ServerRecord, FirstKeys) throws -> Void) async throws {
        try await beforeFirstStart { record, desk in
            let keys = try #require(try await FirstKeys.make(with: desk))
            try body(record, keys)
        }
    }

    @Test("The keys of a first start that failed to listen are kept")
    func keysOutliveAFailedStart() async throws {
        try await Self.with { record, keys in
            try record.store(keys)
            #expect(record.recordAddress(url: "http://127.0.0.1:1", phonePort: nil) == record.settings.path)
            let settings = try record.settings.load()
            #expect(settings.url == "http://127.0.0.1:1")
            #expect(settings.key == keys.agent)
            #expect(record.folder.readAdminKey() == keys.admin)
        }
    }

    @Test("The path of the admin key is printed at each start until the file is deleted")
    func adminKeyHint() async throws {
        try await Self.with { record, keys in
            #expect(record.adminKeyHint == nil)
            try record.store(keys)
            #expect(record.adminKeyHint?.hasPrefix(record.folder.adminKey.path) == true)
            try FileManager.default.removeItem(at: record.folder.adminKey)
            #expect(record.adminKeyHint == nil)
        }
    }

    @Test("An unwritable configuration file is reported in one sentence")
    func notWritten() async throws {
        try await Self.with { record, keys in
            try record.store(keys)
            let unwritable = ServerRecord(
                folder: record.folder, settings: SettingsFile(path: record.folder.adminKey.path + "/config.json"))
            try unwritable.store(keys)
            let note = unwritable.recordAddress(url: "http://127.0.0.1:1", phonePort: nil)
            #expect(note.hasPrefix("not written: ") && !note.contains(".;"), "\(note)")
            #expect(note.contains("; the first agent key is in \(record.folder.agentKey.path)"))
        }
    }

    @Test("A folder that cannot be created is reported with the system's reason and the option for another")
    func folders() async throws {
        try await Self.with { record, keys in
            try record.store(keys)
            let place = record.folder.adminKey.appending(path: "x/y").path
            let data = #expect(throws: CommandFailure.self) {
                try DataFolder(option: place, environment: [:]).prepare()
            }
            #expect(
                data?.description
                    == "The data folder \(place) cannot be created: not a directory. Choose another with --data.")
            let simulator = #expect(throws: CommandFailure.self) { _ = try SimulatorFolder(option: place, name: "fcm") }
            #expect(
                simulator?.description
                    == "The folder \(place) cannot be created: not a directory. Choose another with --folder.")
        }
    }

    @Test("Keys are written before they become valid, and replaced after an interrupted start")
    func brokenFirstStart() async throws {
        try await Self.beforeFirstStart { record, desk in
            await #expect(throws: CancellationError.self) {
                try await FirstKeys.make(with: desk) { keys in
                    try record.store(keys)
                    throw CancellationError()
                }
            }
            #expect(try await desk.list().isEmpty)
            let keys = try #require(try await FirstKeys.make(with: desk, keeping: record.store))
            #expect(record.folder.readAdminKey() == keys.admin)
            #expect(try record.settings.load().key == keys.agent)
        }
    }

    @Test("Settings of another server are not changed, and the agent key is written to the data folder")
    func anotherServer() async throws {
        try await Self.with { record, keys in
            let others = ClientSettings(url: "https://push.example", key: Secret("theirs"))
            try record.settings.save(others)
            try record.store(keys)
            #expect(
                record.recordAddress(url: "http://127.0.0.1:1", phonePort: nil).contains(record.folder.agentKey.path))
            #expect(try record.settings.load() == others)
            let agentKey = try String(contentsOf: record.folder.agentKey, encoding: .utf8)
            #expect(agentKey == keys.agent.reveal() + "\n")
        }
    }

    @Test("A key file is readable by its owner only, also if it replaces a readable file")
    func mode() async throws {
        try await Self.with { record, keys in
            let file = record.folder.adminKey
            try Data("old".utf8).write(to: file)
            try FileManager.default.setMode(0o644, ofItemAtPath: file.path)
            try record.store(keys)
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

    @Test("The admin key in a data folder is sent only to the server of that folder")
    func adminKey() async throws {
        try await Self.with { record, keys in
            try record.store(keys)
            func isServer(_ settings: ClientSettings, at url: String? = nil) -> Bool {
                record.folder.isServer(of: settings, at: url)
            }
            let own = ClientSettings(url: "https://push.example.org", dataFolder: record.folder.url.path)
            let team = ClientSettings(url: "https://push.example.org")
            #expect(isServer(own))
            #expect(!isServer(own, at: "https://team.example.org"))
            #expect(isServer(own, at: "http://127.0.0.1:8787"))
            #expect(!isServer(team))
            #expect(isServer(team, at: "http://localhost:8787"))
            #expect(!isServer(own, at: "http://127.0.0.1.example.org:8787"))
            #expect(!isServer(team, at: "http://127.example.org"))
            #expect(isServer(ClientSettings()))
            #expect(record.folder.readAdminKey() == keys.admin)
        }
    }
}

@Suite("The lock of a data folder")
struct DataFolderTests {
    @Test("Only one server at a time can lock a data folder")
    func oneServer() throws {
        let place = try TemporaryFolder()
        defer { place.remove() }
        let folder = DataFolder(option: place.path + "/data", environment: [:])
        try folder.prepare()
        do {
            let lock = try DataFolderLock(folder)
            try withExtendedLifetime(lock) {
                let failure = #expect(throws: CommandFailure.self) { try DataFolderLock(folder) }
                let message = try #require(failure?.description)
                #expect(message.hasPrefix("Another server is using the data folder"))
            }
        }
        _ = try DataFolderLock(folder)
    }

    @Test("A failed attempt to lock closes no file but its own")
    func failedLock() async throws {
        let place = try TemporaryFolder()
        defer { place.remove() }
        let folder = DataFolder(option: place.path + "/data", environment: [:])
        try folder.prepare()
        let lock = try DataFolderLock(folder)
        let lost = await withTaskGroup(of: Int.self) { tasks in
            tasks.addTask {
                for _ in 0..<10_000 { _ = try? DataFolderLock(folder) }
                return 0
            }
            tasks.addTask {
                (0..<100_000).count { _ in close(open("/dev/null", O_RDONLY | O_CLOEXEC)) != 0 }
            }
            return await tasks.reduce(0, +)
        }
        withExtendedLifetime(lock) { #expect(lost == 0) }
    }
}
