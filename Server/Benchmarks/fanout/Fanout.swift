import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStore
import Foundation
import Logging

/// Measures how fast a campaign reaches its users, and how much longer another notification takes during it.
///
/// Every user has an iPhone. A campaign that only writes, a notification, counters and a delivery for each user in SQLite,
/// is compared with the same rows written with nothing around them in the same run. Another one is sent as well, through a
/// gateway with a round trip of 20 ms, beside a gateway that has nothing to send. Then both run again, beside single
/// notifications that are sent one after the other without a pause. At last, requests with 1,000 recipients each, who have
/// texts of their own, are compared with their rows.
@main
struct Fanout {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20_000
        var floor: Duration?
        for sending in [false, true] {
            let site = try await FanoutSite.open(users: count, sending: sending)
            defer { site.remove() }
            let run = try await site.campaigns(to: [.everyone])
            if floor == nil { floor = try site.rowFloor(batch: 250) }
            print("a campaign to \(run.recipients) users, each with an iPhone, \(sending ? "sent" : "only written")")
            if let floor { compare(run, with: floor) }
            let alone = try await site.sendAlone(200)
            let beside = try await site.campaigns(to: [.everyone], besideOthers: true)
            print("beside single notifications, one after the other")
            print("  users per second                      \(rate(beside.recipients, beside.duration))")
            print("a single notification, accepted; milliseconds, p50 and p99")
            print("  alone                                 \(milliseconds(alone))")
            print("  during the campaign (\(beside.sends.count) sent)  \(milliseconds(beside.sends))")
            print("  p50 as a multiple of p50 alone        \(ratio(beside.sends, alone))")
        }
        let site = try await FanoutSite.open(users: count, sending: false)
        defer { site.remove() }
        let run = try await site.campaigns(to: site.audiences(of: 1000))
        print("requests with 1000 recipients each, who have texts of their own, only written")
        compare(run, with: try site.rowFloor(batch: 1000))
    }

    /// - Parameter floor: the duration of the same rows with nothing around.
    private static func compare(_ run: FanoutSite.Run, with floor: Duration) {
        print("  users per second                      \(rate(run.recipients, run.duration))")
        print("  the same rows with nothing around     \(rate(run.recipients, floor))")
        print("  share of that                         \(percent(floor, run.duration))")
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
