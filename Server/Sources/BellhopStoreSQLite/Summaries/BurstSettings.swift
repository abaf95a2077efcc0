import BellhopModel
import BellhopStore
import GRDB

/// The server's limits on bursts, known to every statement as two SQL functions.
enum BurstSettings {
    /// Both give 0 without `limits`.
    static func install(_ limits: BurstLimits?, in db: Database) {
        db.add(
            function: DatabaseFunction("bellhop_burst_limit", argumentCount: 0, pure: true) { _ in
                limits.map { max(1, $0.limit) } ?? 0
            })
        db.add(
            function: DatabaseFunction("bellhop_burst_window", argumentCount: 0, pure: true) { _ in
                limits?.window.wholeMilliseconds ?? 0
            })
    }

    static func read(_ db: Database) throws -> BurstLimits? {
        try db.first("SELECT bellhop_burst_limit(), bellhop_burst_window()") { row in
            let limit = Int(try row.integer())
            let window = Duration.milliseconds(try row.integer())
            return limit > 0 ? BurstLimits(limit: limit, window: window) : nil
        } ?? nil
    }
}
