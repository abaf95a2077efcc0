import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("The data folder")
struct FolderLockTests {
    @Test("One server at a time works in it; the next may when the first is gone")
    func oneServer() throws {
        let place = try TemporaryFolder()
        defer { place.remove() }
        let folder = DataFolder(option: place.path + "/data", environment: [:])
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

    @Test("Who is turned away closes no file but its own, whatever else is opened meanwhile")
    func turnedAway() async throws {
        let place = try TemporaryFolder()
        defer { place.remove() }
        let folder = DataFolder(option: place.path + "/data", environment: [:])
        try folder.prepare()
        let lock = try FolderLock(folder)
        let lost = await withTaskGroup(of: Int.self) { tasks in
            tasks.addTask {
                for _ in 0..<10_000 { _ = try? FolderLock(folder) }
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
