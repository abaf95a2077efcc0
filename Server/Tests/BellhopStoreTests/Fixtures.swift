import BellhopModel
import BellhopSQL
import BellhopSQLite
import BellhopTestSupport
import Synchronization

@testable import BellhopStore

/// The reference moment of the tests.
let noon = Timestamp(seconds: 1_800_000_000)

extension UserNotification {
    static func sample(for user: UserID = "ada", body: String = "Tests passed", at time: Timestamp = noon) -> Self {
        Self(
            id: .make(at: time), userID: user, category: CategoryID("SESSION_STATUS"), title: "Done", body: body,
            createdAt: time, expiresAt: time + .seconds(3600))
    }
}

extension Device {
    static func sample(of user: UserID = "ada", token: DeviceToken) -> Self {
        Self(
            id: .make(at: noon), userID: user, name: "Phone", platform: .ios, token: token, environment: .production,
            app: "dev.bellhop", publicKey: [4], registeredAt: noon)
    }
}

/// Records the statements that a store runs.
final class Statements: Sendable {
    private let heard = Mutex<[String]>([])

    /// Opens a store that records its statements.
    var options: SQLiteOptions {
        var options = SQLiteOptions()
        options.connection = { [self] connection in
            (connection as? SQLiteConnection)?.observeStatements(hear)
            return connection
        }
        return options
    }

    var all: [String] { heard.withLock { $0 } }

    func hear(_ sql: String) { heard.withLock { $0.append(sql) } }
    func forget() { heard.withLock { $0 = [] } }
    func count(of sql: String) -> Int { heard.withLock { $0.count { $0 == sql } } }
}

extension TemporaryFolder {
    /// The path of the database that ``BellhopStore/Store/init(folder:options:)`` creates here.
    var database: String { path + "/bellhop.sqlite" }
}
