import Foundation
import Testing

@testable import BellhopKit

@Suite("The journal in files")
struct FileJournalTests {
    private func inFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bellhop-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private func key(_ name: String) throws -> RecordKey { try #require(RecordKey(.answers, name)) }

    @Test("A record has the last written content, also after a restart")
    func roundTrip() async throws {
        try await inFolder { folder in
            let journal = try FileJournal(folder: folder)
            #expect(try await journal.read(key("a")) == nil)
            try await journal.write([1, 2, 3], to: key("a"))
            try await journal.write([], to: key("b"))
            let large = [UInt8](repeating: 7, count: 700_000)
            try await journal.write(large, to: key("a"))

            let next = try FileJournal(folder: folder)
            #expect(try await next.read(key("a")) == large)
            #expect(try await next.read(key("b")) == [])
            #expect(Set(try await next.keys(in: .answers)) == [try key("a"), try key("b")])
            #expect(try await next.keys(in: .reads).isEmpty)
            try await next.remove(key("a"))
            try await next.remove(key("a"))
            #expect(try await next.keys(in: .answers) == [try key("b")])
        }
    }

    @Test("A partial draft of a killed process is not a record")
    func draft() async throws {
        try await inFolder { folder in
            let journal = try FileJournal(folder: folder)
            try Data("{\"half".utf8).write(to: folder.appendingPathComponent("answers/.a.json.1000.4711.1.draft"))
            #expect(try await journal.keys(in: .answers).isEmpty)
            #expect(try await journal.read(key("a")) == nil)
        }
    }

    @Test("Old drafts are deleted at the next launch, and current drafts of another process stay")
    func oldDrafts() async throws {
        try await inFolder { folder in
            let journal = try FileJournal(folder: folder)
            let drawer = folder.appendingPathComponent("answers")
            func names() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: drawer.path).sorted()
            }
            let drafts = [6399, 6400, 10_000, 13_600, 13_601].map { ".a.json.\($0).4711.1.draft" }
            for name in drafts { try Data("{".utf8).write(to: drawer.appendingPathComponent(name)) }
            try await journal.write([1], to: key("a"))
            AtomicFile.removeOldDrafts(in: drawer.path, at: 10_000)
            #expect(try names() == ([drafts[1], drafts[2], drafts[3], "a.json"]).sorted())
            // The drafts are from 1970.
            _ = try FileJournal(folder: folder)
            #expect(try names() == ["a.json"])
        }
    }

    @Test("Every write has a separate draft, with its start time in the name")
    func draftNames() throws {
        let drafts = (0..<2).map { _ in AtomicFile(path: "/x/a.json").nextDraft() }
        #expect(Set(drafts).count == 2)
        for draft in drafts {
            #expect(draft.hasPrefix("/x/.a.json."))
            let parts = draft.split(separator: ".")
            #expect(parts.count == 7)
            #expect(parts.last == "draft")
            #expect(Int(parts[3]).map { $0 > 1_700_000_000 } == true)
        }
    }

    @Test("A failed write leaves the record unchanged, and its error contains no path")
    func failure() async throws {
        try await inFolder { folder in
            let journal = try FileJournal(folder: folder)
            try await journal.write([1], to: key("a"))
            // A rename cannot replace a folder.
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("answers/b.json/x"), withIntermediateDirectories: true)
            let failure = await #expect(throws: StorageFailure.self) { try await journal.write([2], to: key("b")) }
            #expect(failure?.description.contains(folder.path) == false)
            #expect(try await journal.read(key("a")) == [1])
            let names = try FileManager.default.contentsOfDirectory(
                atPath: folder.appendingPathComponent("answers").path)
            let drafts = names.filter { $0.hasSuffix(".draft") }
            #expect(drafts.isEmpty)
        }
    }

    @Test("Two journals in one folder and process use separate drafts")
    func twoJournals() async throws {
        try await inFolder { folder in
            let journals = [try FileJournal(folder: folder), try FileJournal(folder: folder)]
            let key = try key("a")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, journal) in journals.enumerated() {
                    group.addTask {
                        let bytes = [UInt8](repeating: UInt8(number), count: 40_000 * (number + 1))
                        for _ in 0..<40 { try await journal.write(bytes, to: key) }
                    }
                }
                try await group.waitForAll()
            }
            let bytes = try #require(try await journals[0].read(key))
            #expect(Set(bytes).count == 1)
            #expect(bytes.count == 40_000 * (Int(bytes[0]) + 1))
        }
    }

    @Test("The files are readable by their owner only")
    func mode() async throws {
        try await inFolder { folder in
            let journal = try FileJournal(folder: folder)
            try await journal.write([1], to: key("a"))
            let attributes = try FileManager.default.attributesOfItem(
                atPath: folder.appendingPathComponent("answers/a.json").path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test(
        "A name that could lead out of the folder is rejected",
        arguments: ["", "..", "a/b", "A", "ü", String(repeating: "a", count: 65)])
    func names(name: String) { #expect(RecordKey(.answers, name) == nil) }
}
