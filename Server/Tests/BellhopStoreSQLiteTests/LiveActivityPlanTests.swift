import BellhopModel
import BellhopStore
import BellhopTestSupport
import GRDB
import Testing

@testable import BellhopStoreSQLite

@Suite("SQLite store: many Live Activities due at once")
struct LiveActivityPlanTests {
    private static let sessions = 5

    /// - Returns: the statements that it takes until each of the activities was claimed once, with a claim after each
    ///   that is recorded, as after an outage.
    private func statements(devices: Int) async throws -> Int {
        let folder = try TemporaryFolder()
        let statements = Statements()
        let store = try SQLiteStore.open(folder: folder.path, options: statements.options)
        for number in 0..<devices {
            let user = try #require(UserID("user-\(number)"))
            let token = try #require(DeviceToken("t\(number)"))
            let device = try #require(try await store.register(.sample(of: user, token: token)))
            _ = try await store.setStartToken(DeviceToken("5e01"), of: device.id, at: noon)
            for session in 0..<Self.sessions {
                let id = try #require(SessionID("run-\(session)"))
                _ = try await store.put(
                    AgentSession(id: id, userID: user, title: "Fix", startedAt: noon, updatedAt: noon))
            }
        }
        statements.forget()
        var (running, count) = ([ClaimedLiveActivity](), 0)
        repeat {
            running += try await store.claimLiveActivities(at: noon, lease: noon + .seconds(60), limit: 1000)
            guard let next = running.popLast() else { break }
            try await store.record(LiveActivityResult(next, .waited, due: noon + .seconds(900)), at: noon)
            count += 1
        } while true
        #expect(count == devices * Self.sessions)
        return statements.all.count
    }

    @Test("Twice as many take twice as long, though only one of a device is claimed at a time")
    func linear() async throws {
        let (few, many) = (try await statements(devices: 10), try await statements(devices: 20))
        #expect(many <= few * 21 / 10, "\(few) statements for 50, \(many) for 100")
    }

    @Test("The next that is due is one step of an index that has nothing of devices that are busy")
    func plan() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        let store = try SQLiteStore.open(folder: folder.path, options: statements.options)
        statements.forget()
        _ = try await store.claimLiveActivities(at: noon, lease: noon + .seconds(60), limit: 1000)
        let sql = try #require(statements.all.first { $0.contains("FROM live_activities") })
        #expect(sql.hasSuffix("LIMIT 1"))
        #expect(
            try await store.plan(of: sql) == [
                "SEARCH live_activities USING INDEX live_activities_due (held=? AND due<?)"
            ])
    }
}
