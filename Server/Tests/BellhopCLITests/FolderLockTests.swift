import Foundation
import Testing

@testable import BellhopCLI

@Suite("The data folder")
struct FolderLockTests {
    @Test("One server at a time works in it; the next may when the first is gone")
    func oneServer() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "bellhop-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let folder = DataFolder(option: url.path, environment: [:])
        try folder.prepare()
        do {
            let lock = try FolderLock(folder)
            try withExtendedLifetime(lock) {
                let failure = #expect(throws: CommandFailure.self) { try FolderLock(folder) }
                let words = try #require(failure?.description)
                #expect(words.hasPrefix("Another server works in the data folder"))
            }
        }
        _ = try FolderLock(folder)
    }
}
