import BellhopAgents
import BellhopTestSupport
import Foundation
import Synchronization
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Writing the settings file")
struct SetupFileTests {
    @Test("Setup keeps symbolic links and changes their target, even a missing one behind several links")
    func links() throws {
        try SetupScene.run { scene in
            let files = FileManager.default
            let dotfiles = scene.home.appending(path: "dotfiles")
            try files.createDirectory(at: dotfiles, withIntermediateDirectories: true)
            try files.createDirectory(
                at: scene.home.appending(path: ".claude"), withIntermediateDirectories: true)
            try files.createSymbolicLink(atPath: scene.file().path, withDestinationPath: "../dotfiles/link.json")
            try files.createSymbolicLink(
                atPath: dotfiles.appending(path: "link.json").path, withDestinationPath: "claude.json")
            #expect(try scene.setup().install().outcome == .installed)
            #expect(try files.destinationOfSymbolicLink(atPath: scene.file().path) == "../dotfiles/link.json")
            #expect(scene.exists("dotfiles/claude.json"))
            #expect(try scene.setup().remove().outcome == .restored)
            #expect(try files.destinationOfSymbolicLink(atPath: scene.file().path) == "../dotfiles/link.json")
            #expect(!scene.exists("dotfiles/claude.json"))
        }
    }

    @Test("`..` after a linked folder leads to the parent of the link's target")
    func linkedFolder() throws {
        try SetupScene.run { scene in
            let files = FileManager.default
            try files.createDirectory(
                at: scene.home.appending(path: "dotfiles/claude"), withIntermediateDirectories: true)
            try files.createSymbolicLink(
                atPath: scene.home.appending(path: ".claude").path, withDestinationPath: "dotfiles/claude")
            try files.createSymbolicLink(
                atPath: scene.file().path, withDestinationPath: "../private/claude/settings.json")
            #expect(try scene.setup().install().outcome == .installed)
            #expect(scene.exists("dotfiles/private/claude/settings.json") && !scene.exists("private"))
            #expect(scene.text()?.contains("bellhop") == true)
            #expect(try scene.setup().remove().outcome == .restored)
            #expect(!scene.exists("dotfiles/private"))
        }
    }

    @Test("A circular link is rejected", .timeLimit(.minutes(10)))
    func circle() throws {
        try SetupScene.run { scene in
            try FileManager.default.createDirectory(
                at: scene.home.appending(path: ".claude"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: scene.file().path, withDestinationPath: "settings.json")
            #expect(throws: CommandFailure.self) { try scene.setup() }
        }
    }

    @Test("The mode is kept", arguments: [0o600, 0o644, 0o640])
    func mode(_ mode: Int) throws {
        try SetupScene.run { scene in
            try scene.write("{}\n")
            let path = scene.file().path
            try FileManager.default.setMode(mode, ofItemAtPath: path)
            _ = try scene.setup().install()
            #expect(try FileManager.default.mode(ofItemAtPath: path) == mode)
            _ = try scene.setup().remove()
            #expect(try FileManager.default.mode(ofItemAtPath: path) == mode)
        }
    }

    @Test("A read-only file is not changed, and the remedy is named")
    func readOnly() throws {
        try SetupScene.run { scene in
            try scene.write("{}\n")
            try FileManager.default.setMode(0o444, ofItemAtPath: scene.file().path)
            let failure = #expect(throws: CommandFailure.self) { try scene.setup().install() }
            #expect(failure?.description.contains("chmod u+w \(scene.file().path)") == true)
            #expect(scene.text() == "{}\n" && !scene.exists(".local"))
        }
    }

    @Test("For a read-only target of a link the remedy is to change its source")
    func readOnlyLink() throws {
        try SetupScene.run { scene in
            let store = scene.home.appending(path: "store/settings.json")
            try scene.write("{}\n", to: store)
            try FileManager.default.setMode(0o444, ofItemAtPath: store.path)
            try FileManager.default.createDirectory(
                at: scene.home.appending(path: ".claude"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: scene.file().path, withDestinationPath: store.path)
            let failure = #expect(throws: CommandFailure.self) { try scene.setup().install() }
            #expect(failure?.description.contains("\(scene.file().path) is a link to it") == true)
            #expect(failure?.description.contains("chmod") == false)
        }
    }

    @Test("Setup fails with a remedy, and writes no backup, when a file has the name of the folder")
    func fileAsFolder() throws {
        try SetupScene.run { scene in
            try scene.write("mine", to: scene.home.appending(path: ".claude"))
            let failure = #expect(throws: CommandFailure.self) { try scene.setup().install() }
            #expect(failure?.description.contains("/.claude is a file, but") == true)
            #expect(!scene.exists(".local"))
            #expect(try scene.setup().remove().outcome == .absent)
        }
    }

    @Test(
        "A folder that cannot be created is reported with the system's reason and a remedy, and leaves nothing behind")
    func impossibleFolder() throws {
        try SetupScene.run { scene in
            let folder = scene.home.appending(path: "new")
            let long = folder.appending(path: String(repeating: "x", count: 300))
            let file = try EditedFile(long.appending(path: "settings.json"))
            let failure = #expect(throws: CommandFailure.self) { try file.replace(nil, with: [0x7B, 0x7D]) }
            #expect(
                failure?.description
                    == "The folder \(long.path) cannot be created: \(String(cString: strerror(ENAMETOOLONG))). Nothing was "
                    + "changed: create it yourself, then run this again.")
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }

    @Test("Setup changes nothing when the backup cannot be written")
    func noBackup() throws {
        try SetupScene.run { scene in
            try scene.write("{}\n")
            try scene.write("mine", to: scene.home.appending(path: ".local/state"))
            let failure = #expect(throws: CommandFailure.self) { try scene.setup().install() }
            #expect(failure?.description.contains("XDG_STATE_HOME") == true)
            #expect(scene.text() == "{}\n")
        }
    }

    @Test("Concurrent setups have the result of one, and can be undone", arguments: ["", "{\"a\": 1}"])
    func simultaneous(_ shape: String) throws {
        try SetupScene.run { scene in
            if !shape.isEmpty { try scene.write(shape) }
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                do { _ = try scene.setup().install() } catch { failures.withLock { $0.append("\(error)") } }
            }
            #expect(failures.withLock { $0 } == [])
            #expect(try scene.setup().remove().outcome == .restored)
            #expect(scene.text() == (shape.isEmpty ? nil : shape))
        }
    }

    @Test("A record is restored after a failed installation")
    func restoredRecord() throws {
        try SetupScene.run { scene in
            try scene.write("{\"a\": 1}\n")
            _ = try scene.setup().install()
            let kept = try #require(try scene.backup())
            let folder = SetupRecordFolder(of: try EditedFile(scene.file()), for: .claude, in: scene.state)
            try folder.write(
                FileBackup(scene.file().path, original: nil, installed: [], isPersonal: false, folders: []))
            #expect(try scene.backup() != kept)
            folder.restore(kept)
            #expect(try scene.backup() == kept)
            #expect(try scene.setup().remove().outcome == .restored)
            folder.restore(nil)
            #expect(try scene.backup() == nil)
        }
    }

    @Test("Setup fails when a folder has the name of the settings file")
    func folder() throws {
        try SetupScene.run { scene in
            try FileManager.default.createDirectory(at: scene.file(), withIntermediateDirectories: true)
            let failure = #expect(throws: CommandFailure.self) { try scene.setup().install() }
            #expect(failure?.description.contains("is a folder or a device") == true)
        }
    }

    @Test("A concurrent change by another program is never lost")
    func concurrent() throws {
        try SetupScene.run { scene in
            try scene.write("{\"a\":1}")
            let file = try EditedFile(scene.file())
            let read = try file.read()
            try scene.write("{\"a\":2}")
            let failure = #expect(throws: CommandFailure.self) { try file.replace(read, with: Array("{}".utf8)) }
            #expect(failure?.description.contains("another program") == true)
            #expect(throws: CommandFailure.self) { try file.replace(read, with: nil) }
            #expect(throws: CommandFailure.self) { try file.replace(nil, with: Array("{}".utf8)) }
            #expect(scene.text() == "{\"a\":2}")
            let names = try FileManager.default.contentsOfDirectory(atPath: scene.home.appending(path: ".claude").path)
            #expect(names == ["settings.json"])
        }
    }

    @Test("The backup is readable by its owner only")
    func backup() throws {
        try SetupScene.run { scene in
            try scene.write("{\"env\":{\"TOKEN\":\"secret\"}}")
            let setup = try scene.setup()
            _ = try setup.install()
            #expect(try FileManager.default.mode(ofItemAtPath: setup.backup) == 0o600)
            #expect(FileManager.default.contents(atPath: setup.backup) == Data("{\"env\":{\"TOKEN\":\"secret\"}}".utf8))
        }
    }

    @Test("A damaged backup is not restored: only Bellhop's entries are removed")
    func damaged() throws {
        try SetupScene.run { scene in
            try scene.write("{\"a\": 1}\n")
            let setup = try scene.setup()
            _ = try setup.install()
            try Data("{}".utf8).write(to: URL(filePath: setup.backup))
            #expect(try scene.setup().remove().outcome == .entriesRemoved)
            #expect(scene.text() == "{\"a\": 1}\n")
        }
    }
}
