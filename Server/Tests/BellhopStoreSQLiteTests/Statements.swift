import Synchronization

@testable import BellhopStoreSQLite

/// Remembers what statements a store ran.
final class Statements: Sendable {
    private let heard = Mutex<[String]>([])

    /// Opens a store that tells them.
    var options: SQLiteOptions {
        var options = SQLiteOptions()
        options.observeStatement = hear
        return options
    }

    var all: [String] { heard.withLock { $0 } }

    func hear(_ sql: String) { heard.withLock { $0.append(sql) } }
    func forget() { heard.withLock { $0 = [] } }
    func count(of sql: String) -> Int { heard.withLock { $0.count { $0 == sql } } }
}
