import BellhopModel
import BellhopStore
import Foundation

/// Measures reading the history of a user with a million notifications, and the changes of as many subscribed items.
///
/// The floor is measured in the same run: reading one notification by its id.
@main
struct History {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
        let folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-history-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(folder: folder.path)
        let filling = ContinuousClock.now
        let crowd = try Crowd.fill(folder, count: count)
        print("\(count) notifications of one user, filled in \((ContinuousClock.now - filling) / .seconds(1)) s")
        let floor = try await median { _ = try await store.notification(crowd.middle) }
        report("one notification by its id", floor, floor)
        for (name, filter, start) in crowd.reads {
            let time = try await median {
                _ = try await store.history(of: Crowd.user, filter, from: start, limit: 50, at: crowd.now)
            }
            report(name, time, floor)
        }
        report("badge", try await median { _ = try await store.badge(of: Crowd.user, at: crowd.now) }, floor)
        let changes = try await median {
            _ = try await store.itemChanges(of: Crowd.user, since: crowd.cursor, limit: 100)
        }
        report("100 changes of items after a cursor", changes, floor)
    }

    /// The median of 51 runs, in milliseconds.
    private static func median(_ work: @Sendable () async throws -> Void) async throws -> Double {
        var times: [Double] = []
        for _ in 0..<51 {
            let start = ContinuousClock.now
            try await work()
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        return times.sorted()[times.count / 2]
    }

    private static func report(_ name: String, _ time: Double, _ floor: Double) {
        let words = name + String(repeating: " ", count: max(1, 44 - name.count))
        print("  \(words)\(rounded(time)) ms  \(rounded(time / floor)) x the floor")
    }

    private static func rounded(_ value: Double) -> String { String((value * 100).rounded() / 100) }
}
