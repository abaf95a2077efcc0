public import BellhopModel
import BellhopStore
import GRDB

extension SQLiteStore {
    public func deviceCounts() async throws -> [DeviceCount] {
        try await read { db in
            try db.all(
                """
                SELECT platform, app, environment, state, count(*) FROM devices
                GROUP BY platform, app, environment, state ORDER BY platform, app, environment, state
                """
            ) { row in
                let address = AppAddress(platform: try row.word(), app: try row.text(), environment: try row.word())
                return DeviceCount(address, state: try row.word(), count: Int(try row.integer()))
            }
        }
    }
}
