import BellhopClient
import BellhopModel
import Crypto
import Foundation

/// Measures the machine's part of an ask, from the agent's request to the agent's answer, without the person.
///
/// Everything is real: HTTP on loopback, SQLite with an fsync per commit, APNs' protocol with TLS, and the device's
/// signature. The phone answers as soon as the push arrives. 1,000 asks are measured one after the other. The floor of
/// this machine is measured in the same run: an empty request, and one durable commit; an ask needs several of both.
@main
struct Latency {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1000
        let floor = try Floor.measure()
        try await World.run { world in
            for _ in 0..<50 { _ = try await world.ask() }
            var laps: [Lap] = []
            var empty: [Double] = []
            for _ in 0..<count {
                laps.append(try await world.ask())
                empty.append(try await world.emptyRequest())
            }
            report(laps, Series(empty), floor)
        }
    }

    private static func report(_ laps: [Lap], _ empty: Series, _ floor: Floor) {
        print("\(laps.count) asks, one after the other; milliseconds")
        print(Series.heading)
        let total = Series(laps.map(\.total))
        for (name, series) in [
            ("ask sent → ask accepted", Series(laps.map(\.accepted))),
            ("ask accepted → push at the phone", Series(laps.map(\.pushed))),
            ("push at the phone → answer accepted", Series(laps.map(\.answered))),
            ("answer accepted → agent told", Series(laps.map(\.told))),
            ("total", total),
            ("empty request (GET /healthz)", empty),
            ("one durable commit (SQLite, fsync)", floor.commit),
        ] {
            print(series.row(name))
        }
        let unit = empty.percentile(50) + floor.commit.percentile(50)
        print("total / (one empty request + one durable commit), p50: \(Series.rounded(total.percentile(50) / unit))")
    }
}

/// The durations of one ask, in milliseconds for each part.
struct Lap {
    var accepted: Double
    var pushed: Double
    var answered: Double
    var told: Double
    var total: Double
}
