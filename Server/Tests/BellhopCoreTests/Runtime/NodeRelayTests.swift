#if Postgres
import BellhopModel
import BellhopStore
import BellhopTestSupport
import Logging
import Metrics
import Testing

@testable import BellhopCore

/// One of several servers that share a database.
private struct Node: Sendable {
    let store: Store
    let hub = EventHub()
    let workSignal = WorkSignal()
    let relay: NodeRelay
    let time: ManualTime

    init(_ database: String, _ time: ManualTime) throws {
        store = try Store(postgres: database)
        self.time = time
        relay = NodeRelay(
            store: store, hub: hub, workSignal: workSignal, time: time, logger: .silent)
    }

    var asks: AskService {
        AskService(
            store: store, hub: hub, workSignal: workSignal, time: time, metrics: NOOPMetricsHandler.instance)
    }

    var notifications: NotificationsService {
        NotificationsService(
            store: store, hub: hub, workSignal: workSignal, time: time, metrics: NOOPMetricsHandler.instance)
    }

    /// Returns when it receives the messages of the other nodes.
    func connected() async throws { try await workSignal.wait(since: 0, until: nil, time: time) }

    static func run(_ body: (Node, Node, Node) async throws -> Void) async throws {
        let database = try PostgresServer.shared.makeDatabase()
        let time = ManualTime()
        let nodes = try (Node(database, time), Node(database, time), Node(database, time))
        try await running(nodes.0.relay, nodes.1.relay, nodes.2.relay) { _ in
            try await nodes.0.connected()
            try await nodes.1.connected()
            try await nodes.2.connected()
            try await body(nodes.0, nodes.1, nodes.2)
        }
    }
}

@Suite("Several nodes", .timeLimit(.minutes(10)))
struct NodeRelayTests {
    private func phone(on node: Node) async throws -> TestPhone {
        var phone = TestPhone()
        phone.device = try await node.store.register(phone.device) ?? phone.device
        return phone
    }

    private func ask(on node: Node) async throws -> Ask {
        guard case .accepted(let ask) = try await node.asks.create(.approval(), by: .agent(of: "ada"), recorder: nil)
        else { throw StoreUnavailable("the ask was not accepted") }
        return ask
    }

    @Test("An ask that is created on one node and answered on a second ends the wait on a third")
    func wait() async throws {
        try await Node.run { first, second, third in
            let phone = try await phone(on: first)
            let ask = try await ask(on: first)
            async let ended = third.asks.wait(for: ask.id, by: .agent(of: "ada"), atMost: .seconds(50))
            // The wait has begun when it has subscribed.
            while !third.hub.hasSubscribers("ada") { await Task.yield() }
            _ = try await second.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
            #expect(try await ended.state == .approved)
        }
    }

    @Test("Events reach the subscribers of every node, with the badge")
    func events() async throws {
        try await Node.run { first, second, _ in
            let phone = try await phone(on: first)
            var events = second.hub.subscribe("ada").makeAsyncIterator()
            let request = NotificationRequest(title: "Tests passed", body: "412")
            _ = try await first.notifications.send(request, by: .agent(of: "ada"), recorder: nil)
            guard case .notificationCreated(let notification)? = await events.next() else {
                Issue.record("no notification")
                return
            }
            #expect(notification.title == "Tests passed")
            #expect(await events.next() == .badge(1))
            _ = try await first.notifications.markRead(notification.id, by: phone.key)
            #expect(await events.next() == .notificationRead(notification.id))
            #expect(await events.next() == .badge(0))
        }
    }

    @Test("A node wakes the other nodes for new work, and they do not wake it back")
    func work() async throws {
        try await Node.run { first, second, _ in
            let (theirs, others) = (second.workSignal.latest(of: .campaigns), second.workSignal.latest(of: .schedules))
            first.workSignal.notify(.campaigns)
            let mine = first.workSignal.latest(of: .campaigns)
            try await second.workSignal.wait(for: .campaigns, since: theirs, until: nil, time: first.time)
            #expect(second.workSignal.latest(of: .schedules) == others)
            // A later message arrives after any reply to the first.
            let sessions = first.workSignal.latest(of: .sessions)
            second.workSignal.notify(.sessions)
            try await first.workSignal.wait(for: .sessions, since: sessions, until: nil, time: first.time)
            #expect(first.workSignal.latest(of: .campaigns) == mine)
        }
    }

    @Test("Streams that began before the first connection to the other nodes end, so that clients reload")
    func earlyStream() async throws {
        let node = try Node(try PostgresServer.shared.makeDatabase(), ManualTime())
        var early = node.hub.subscribe("ada").makeAsyncIterator()
        try await running(node.relay) { _ in
            #expect(await early.next() == nil)
        }
    }

    @Test("More read notifications than one message names are reported in parts")
    func parts() {
        let ids = (0..<250).map { _ in NotificationID.make(at: Timestamp(seconds: 1)) }
        let parts = RelayedEvent.parts(of: .notificationsRead(ids), "ada")
        #expect(parts.map { $0.notifications?.count } == [100, 100, 50])
        #expect(parts.flatMap { $0.notifications ?? [] } == ids)
        for part in parts {
            let line = try? CanonicalJSON.text(RelayedMessage(node: "n", event: part))
            #expect((line?.utf8.count ?? .max) <= NodeMessage.longest)
        }
    }

    @Test("After a lost connection streams end, so that clients reload, and later events arrive")
    func reconnection() async throws {
        let server = try PostgresServer()
        let database = try server.makeDatabase()
        let time = ManualTime()
        let (first, second) = (try Node(database, time), try Node(database, time))
        try await running(first.relay, second.relay) { _ in
            try await first.connected()
            try await second.connected()
            var lost = second.hub.subscribe("ada").makeAsyncIterator()
            let connections = second.workSignal.latest()
            try server.stop(.immediate)
            try server.start()
            #expect(await lost.next() == nil)
            try await second.workSignal.wait(since: connections, until: nil, time: time)
            var events = second.hub.subscribe("ada").makeAsyncIterator()
            let request = NotificationRequest(title: "Again", body: "")
            _ = try await first.notifications.send(request, by: .agent(of: "ada"), recorder: nil)
            guard case .notificationCreated? = await events.next() else {
                Issue.record("no notification")
                return
            }
        }
    }
}

@Suite("Shared time", .timeLimit(.minutes(10)))
struct SharedTimeTests {
    /// Compares two clocks, with a tolerance for the duration of this test.
    private func agree(_ a: some TimeSource, _ b: some TimeSource) -> Bool {
        abs(a.now.milliseconds - b.now.milliseconds) < 600_000
    }

    @Test("Nodes whose clocks differ have the time of their database, also after a clock of a node is changed")
    func differences() async throws {
        let store = try Store(postgres: try PostgresServer.shared.makeDatabase())
        let (early, late) = (ManualTime(), ManualTime())
        late.advance(by: .seconds(18_000))
        let first = try await SharedTime(store, wall: early, logger: .silent)
        let second = try await SharedTime(store, wall: late, logger: .silent)
        #expect(agree(first, second) && !agree(first, early))
        early.advance(by: .seconds(36_000))
        #expect(agree(first, second))
    }

    @Test("A changed clock of the database is noticed within a minute")
    func databaseClock() async throws {
        let store = try Store(postgres: try PostgresServer.shared.makeDatabase())
        let uptime = ManualTime()
        let changed = try await SharedTime(store, uptime: uptime, logger: .silent)
        let unchanged = try await SharedTime(store, logger: .silent)
        // As if the database's clock had been set back.
        uptime.advance(by: .seconds(36_000))
        #expect(!agree(changed, unchanged))
        try await running(changed) { _ in
            await uptime.sleeper(until: uptime.now + .seconds(60))
            uptime.advance(by: .seconds(60))
            // The service has compared the clocks when it sleeps again.
            await uptime.sleeper(until: uptime.now + .seconds(60))
            #expect(agree(changed, unchanged))
        }
    }
}
#endif
