import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStoreSQLite
import Foundation
import Logging

/// How fast a campaign reaches its users, and what that does to a notification of which somebody is waiting.
///
/// Every user has a phone. Each is told with a notification, a line in its timeline and a delivery, in SQLite, in batches
/// with one fsync each; nothing is sent. In the same run the floor of this machine is measured: the same rows with
/// nothing around them.
@main
struct Fanout {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20_000
        let floor = try await RowFloor.measure(users: count)
        let site = try FanoutSite.open()
        defer { site.remove() }
        try await site.register(count)
        let alone = try await site.sendAlone(200)
        let run = try await site.campaign()
        print("one campaign to \(run.recipients) users, each with a phone")
        print("  users told each second               \(rate(run.recipients, run.duration))")
        print("  the same rows with nothing around     \(rate(count, floor))")
        print("  of the floor                          \(percent(floor, run.duration))")
        print("a notification to one user, accepted; milliseconds, p50 and p99")
        print("  on its own                            \(milliseconds(alone))")
        print("  while the campaign goes on (\(run.sends.count) sent)  \(milliseconds(run.sends))")
        print("  p50 against p50 on its own            \(ratio(run.sends, alone))")
    }

    private static func rate(_ count: Int, _ duration: Duration) -> String {
        String(Int(Double(count) / (duration / .seconds(1))))
    }

    private static func percent(_ part: Duration, _ whole: Duration) -> String {
        "\(Int((part / whole * 100).rounded())) %"
    }

    private static func ratio(_ durations: [Duration], _ others: [Duration]) -> String {
        guard !durations.isEmpty, !others.isEmpty else { return "none" }
        let (one, other) = (durations.sorted()[durations.count / 2], others.sorted()[others.count / 2])
        return "\((one / other * 100).rounded() / 100)"
    }

    private static func milliseconds(_ durations: [Duration]) -> String {
        let sorted = durations.map { $0 / .milliseconds(1) }.sorted()
        guard !sorted.isEmpty else { return "none" }
        func percentile(_ part: Double) -> Double {
            let value = sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
            return (value * 100).rounded() / 100
        }
        return "\(percentile(0.5))  \(percentile(0.99))"
    }
}
