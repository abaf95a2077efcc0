import BellhopSQL
import BellhopSQLite
import Foundation

/// Measurements of one kind.
struct Series {
    private let sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    /// The percentile by nearest rank.
    func percentile(_ percent: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int((percent / 100 * Double(sorted.count)).rounded(.up)) - 1)]
    }

    static let heading = "  " + pad("", 40) + ["p50", "p95", "p99", "max"].map { pad($0, 10) }.joined()

    func row(_ name: String) -> String {
        "  " + Self.pad(name, 40)
            + [percentile(50), percentile(95), percentile(99), sorted.last ?? 0].map { Self.pad(Self.rounded($0), 10) }
            .joined()
    }

    static func rounded(_ value: Double) -> String { String((value * 100).rounded() / 100) }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

/// The lower bound of this machine: one synced commit.
struct Floor {
    var commit: Series

    static func measure() throws -> Floor {
        let file = FileManager.default.temporaryDirectory.appending(path: "bellhop-floor-\(UUID().uuidString).db")
        defer {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        }
        let database = try SQLiteConnection(path: file.path)
        try database.execute(
            script: """
                PRAGMA journal_mode = WAL;
                PRAGMA synchronous = FULL;
                CREATE TABLE floor (id INTEGER PRIMARY KEY, text TEXT)
                """)
        let text = String(repeating: "x", count: 500)
        var commits: [Double] = []
        for _ in 0..<300 {
            let start = ContinuousClock.now
            try database.transaction { try database.run("INSERT INTO floor (text) VALUES (?)", [text]) }
            commits.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        return Floor(commit: Series(commits))
    }
}
