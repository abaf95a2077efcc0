import BellhopModel
import BellhopSQL
import BellhopSQLite
import BellhopTestSupport
import Testing

@testable import BellhopStore

@Suite("Store: query plans")
struct QueryPlanTests {
    /// Statements that may scan a whole table or index, each with the reason.
    private static let walks: [(statement: String, reason: String)] = [
        ("SELECT count(*) FROM deliveries WHERE due IS NOT NULL", "counts the queue's index, for the metrics"),
        ("UPDATE deliveries INDEXED BY deliveries_due", "walks the queue, not the history, on rare events"),
        ("SELECT column1 FROM (VALUES", "the users of one step of a campaign"),
        ("SELECT count(*) FROM (", "counts to its limit what indexes found"),
        ("FROM keys ORDER BY created_at", "lists all keys"),
        ("UPDATE pairings SET refusals", "every open code is meant"),
        ("DELETE FROM pairings WHERE", "a handful of rows"),
        ("DELETE FROM console_sessions WHERE expires_at", "a handful of rows"),
        ("GROUP BY platform, app, environment, state", "every device is counted, when an operator asks"),
        ("item_clock", "one row"),
        ("FROM ended_items ORDER BY item_id LIMIT 1", "the first of a handful of rows"),
        ("FROM notifications ORDER BY id DESC LIMIT 1", "the last one"),
        ("health", "one row"),
        ("sqlite_schema", "a handful of rows"),
    ]

    /// Statements that sort the few rows they find, each with the reason.
    private static let sorts: [(statement: String, reason: String)] = [
        ("FROM devices WHERE token = ?", "one row, unless a token wandered"),
        ("AND ask_id IS NOT NULL AND read_at IS NULL", "a user's open asks in summaries"),
        ("FROM console_sessions WHERE user_id", "a user's logins"),
        ("GROUP BY platform, app, environment, state", "every device is counted, when an operator asks"),
        ("AS members", "the devices of one user"),
    ]

    @Test("A broadcast to a topic reads its subscribers and their devices, and no others")
    func broadcasts() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        let store = try Store(folder: folder.path, options: statements.options)
        let campaign = Campaign(
            id: .make(at: noon), to: Campaign.Target(topic: "releases"), delivery: .broadcast,
            notification: NotificationRequest(title: "News", body: "B"), createdAt: noon, expiresAt: noon)
        _ = try await store.broadcastBatch(of: campaign, after: nil, at: noon, limit: 9)
        let sql = try #require(statements.all.first { $0.contains("FROM subscriptions AS members") })
        let plan = try await store.plan(of: sql)
        #expect(plan.first == "SEARCH members USING PRIMARY KEY (topic_id=? AND user_id>?)")
        #expect(plan.contains("SEARCH devices USING INDEX devices_active (user_id=?)"), "\(plan)")
    }

    @Test("A user's changes since a cursor are read from one index range, independent of other users")
    func changes() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        let store = try Store(folder: folder.path, options: statements.options)
        _ = try await store.itemChanges(of: "ada", since: ItemCursor(caughtUpAt: 1), limit: 9)
        let sql = try #require(statements.all.first { $0.contains("FROM item_changes LEFT JOIN items") })
        let plan = try await store.plan(of: sql)
        #expect(plan.first == "SEARCH item_changes USING INDEX item_changes_order (user_id=? AND sequence>?)")
        #expect(plan.count == 2 && plan.last?.hasPrefix("SEARCH items USING INDEX") == true, "\(plan)")
    }

    @Test("Waiting, open and unread rows of an item are found by an index, a user's without others'")
    func items() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        let store = try Store(folder: folder.path, options: statements.options)
        let now = noon
        let item = Item(id: "a", title: "Plants", createdAt: now, updatedAt: now)
        _ = try await store.put(item, subscribing: ["ada"])
        let reminder = Schedule(
            id: .make(at: now), to: .user("ada"), notification: NotificationRequest(title: "Plants", body: ""),
            when: ScheduleTiming(at: .moment(now)), next: now, createdBy: .make(at: now), creator: "ada", createdAt: now
        )
        _ = try await store.accept(Submission(notification: .sample()))
        _ = try await store.snoozeItem("a", until: reminder, by: nil, at: now)
        _ = try await store.completeItem("a", by: "ada", on: nil, at: now, limit: 1)
        for (part, step) in [
            ("FROM schedules WHERE item_id = ?1 AND user_id", "INDEX schedules_item (item_id=? AND user_id=?)"),
            ("FROM schedules WHERE item_id = ?1 AND due", "INDEX schedules_item (item_id=?)"),
            ("FROM campaigns WHERE item_id", "INDEX campaigns_item (item_id=?)"),
            ("FROM notifications WHERE item_id = ? AND user_id", "INDEX notifications_item (item_id=? AND user_id=?)"),
            ("FROM notifications WHERE item_id = ? AND read_at", "INDEX notifications_item (item_id=?)"),
        ] {
            let sql = try #require(statements.all.first { $0.contains(part) }, "\(part)")
            let plan = try await store.plan(of: sql)
            #expect(plan.count == 1 && plan[0].hasSuffix(step), "\(plan)")
        }
    }

    @Test("A summary's content is read from one index range, without read or expired notifications")
    func summaries() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        var options = statements.options
        options.burst = ConformanceCase.burst
        let store = try Store(folder: folder.path, options: options)
        for conformance in ConformanceCase.burstCases where conformance.sentence.hasPrefix("A displayed summary") {
            try await conformance.check(store)
        }
        let counts = Set(statements.all).filter { $0.hasPrefix("SELECT count(*), max(expires_at)") }
        #expect(counts.count == 1)
        for sql in counts {
            let plan = try await store.plan(of: sql)
            #expect(
                plan.contains(
                    "SEARCH notifications USING COVERING INDEX notifications_folded_unread (summary_id=? AND expires_at>?)"
                ), "\(plan)")
        }
    }

    @Test("No statement of the contract scans a table, or sorts rows that an index could order")
    func plans() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        _ = try Store(folder: folder.path + "/layout", options: statements.options)
        // The tables are created once per file.
        let layout = Set(statements.all)
        for conformance in ConformanceCase.cases {
            let store = try Store(folder: folder.path + "/" + String(statements.all.count), options: statements.options)
            try await conformance.check(store)
        }
        for conformance in ConformanceCase.burstCases {
            var options = statements.options
            options.burst = ConformanceCase.burst
            let folder = folder.path + "/burst-" + String(statements.all.count)
            try await conformance.check(Store(folder: folder, options: options))
        }
        let hot = Set(statements.all).subtracting(layout).filter { sql in
            ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) }
                && !Self.walks.contains { sql.contains($0.statement) }
        }
        #expect(hot.count > 40)
        let store = try Store(folder: folder.path + "/empty")
        for sql in hot {
            let plan = try await store.plan(of: sql)
            let scans = plan.filter { $0.hasPrefix("SCAN") && $0.wholeMatch(of: /SCAN (\d+ )?CONSTANT ROWS?/) == nil }
            #expect(scans.isEmpty, "\(sql)\n\(plan)")
            let sorts = plan.contains { $0.contains("TEMP B-TREE") }
            #expect(!sorts || Self.sorts.contains { sql.contains($0.statement) }, "\(sql)\n\(plan)")
        }
    }
}

@Suite("Store: many due Live Activities")
struct LiveActivityQueryTests {
    private static let sessions = 5

    /// - Returns: the statements until each of the activities was claimed once, with a claim after each recorded
    ///   result, as after an outage.
    private func statements(devices: Int) async throws -> Int {
        let folder = try TemporaryFolder()
        let statements = Statements()
        let store = try Store(folder: folder.path, options: statements.options)
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

    @Test("Twice as many take twice as long, though only one per device is claimed at a time")
    func linear() async throws {
        let (few, many) = (try await statements(devices: 10), try await statements(devices: 20))
        #expect(many <= few * 21 / 10, "\(few) statements for 50, \(many) for 100")
    }

    @Test("The next due activity is found in one index step, without activities of busy devices")
    func plan() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        let store = try Store(folder: folder.path, options: statements.options)
        statements.forget()
        _ = try await store.claimLiveActivities(at: noon, lease: noon + .seconds(60), limit: 1000)
        let sql = try #require(statements.all.first { $0.contains("FROM live_activities") })
        #expect(sql.hasSuffix("LIMIT 1"))
        let plan = try await store.plan(of: sql)
        #expect(
            plan.count == 1 && plan[0].hasPrefix("SEARCH live_activities USING INDEX live_activities_due (held=? AND"))
    }
}
