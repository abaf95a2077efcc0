import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStore
import Foundation
import Logging

/// Measures how fast a campaign reaches its users, and how much longer another notification takes during it.
///
/// Every user has an iPhone. The first campaign only writes: a notification, a timeline row and a delivery for each user,
/// in SQLite, compared with the same rows written with nothing around them in the same run. The second one is sent as well,
/// through a gateway with a round trip of 20 ms, beside a gateway that has nothing to send.
@main
struct Fanout {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20_000
        var floor: Duration?
        for sending in [false, true] {
            let site = try FanoutSite.open(sending: sending)
            defer { site.remove() }
            try await site.register(count)
            let copy = site.database + ".devices"
            if floor == nil { try site.copyDatabase(to: copy) }
            let alone = try await site.sendAlone(200)
            let run = try await site.campaign()
            if floor == nil { floor = try RowFloor.measure(copying: site.database, into: copy) }
            print("a campaign to \(run.recipients) users, each with an iPhone, \(sending ? "sent" : "only written")")
            print("  users per second                      \(rate(run.recipients, run.duration))")
            if let floor {
                print("  the same rows with nothing around     \(rate(count, floor))")
                print("  share of that                         \(percent(floor, run.duration))")
            }
            print("  deferred deliveries in the timeline   \(run.deferrals)")
            print("a notification to one user, accepted; milliseconds, p50 and p99")
            print("  alone                                 \(milliseconds(alone))")
            print("  during the campaign (\(run.sends.count) sent)  \(milliseconds(run.sends))")
            print("  p50 as a multiple of p50 alone        \(ratio(run.sends, alone))")
        }
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
