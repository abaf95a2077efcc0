#if Postgres
import BellhopModel
import BellhopPostgres
import BellhopSQL
import BellhopSimulators
import BellhopTestSupport
import BellhopTesting
import Synchronization
import Testing

/// The guarantees of several nodes on one database: no accepted ask is lost, each is pushed and ends once, and everyone
/// learns the same end, whenever a node is killed or its connections to the database are cut.
///
/// `make crash` runs it for five minutes (CONTRIBUTING.md).
@Suite("kill -9 of one of three nodes", .serialized, .timeLimit(.minutes(10)))
struct NodesTests {
    private static let asksPerRound = 16

    @Test("Every ask is pushed and ends once, and all nodes and waiters agree about its end")
    func asks() async throws {
        let seed = CrashSettings.seed(of: "kill -9 of one of three nodes", usually: 20_261_123)
        let database = try PostgresServer.shared.makeDatabase()
        try await Site.run { site in
            let nodes = try Nodes(site, database, count: 3, seed: seed)
            async let _ = nodes.pushes.run()
            let agent = try await nodes.prepare()
            let start = ContinuousClock.now
            var random = SeededGenerator(seed: seed)
            var kills = 0
            var ends: [AskID: EndedAsk] = [:]
            try await withThrowingTaskGroup(of: EndedAsk.self) { group in
                while !CrashSettings.isOver(afterRounds: kills, since: start) {
                    let round = kills
                    let victim = round % nodes.count
                    let progress = Int.random(in: 0..<Self.asksPerRound * 2, using: &random)
                    let cutsConnections = Bool.random(using: &random)
                    let countdown = Countdown(progress) {
                        nodes.kill(victim)
                        if cutsConnections { try? nodes.cutConnections() }
                    }
                    // Those that expire end in their round. Others wait for their push, after a kill until the lease of
                    // its claim ends, and therefore over several rounds.
                    let expired = try await withThrowingTaskGroup(of: EndedAsk.self) { expiring in
                        for number in 0..<Self.asksPerRound {
                            let behaviour =
                                number == 0 ? .expire : Behaviour.allCases.randomElement(using: &random) ?? .approve
                            let run: @Sendable () async throws -> EndedAsk = {
                                try await nodes.ask(agent, "\(round)-\(number)", behaviour) { countdown.step() }
                            }
                            if behaviour == .expire {
                                expiring.addTask(operation: run)
                            } else {
                                group.addTask(operation: run)
                            }
                        }
                        return try await expiring.reduce(into: []) { $0.append($1) }
                    }
                    for end in expired { ends[end.ask.id] = end }
                    countdown.finish()
                    try nodes.restart(victim)
                    kills += 1
                }
                // Those of killed nodes.
                try nodes.endLeases()
                for try await end in group { ends[end.ask.id] = end }
            }
            #expect(ends.count == kills * Self.asksPerRound)
            for (id, end) in ends {
                #expect(end.ask.state != .pending)
                for node in 0..<nodes.count {
                    #expect(await nodes.read(id, from: node, agent)?.resolution == end.ask.resolution)
                }
            }
            try check(database, ends, nodes, kills: kills)
        }
    }

    /// Checks the stored rows and the received pushes, and prints a report.
    private func check(_ database: String, _ ends: [AskID: EndedAsk], _ nodes: Nodes, kills: Int) throws {
        let connection = try PostgresConnection(PostgresConfiguration(database))
        try connection.execute(script: "SET search_path TO bellhop")
        func number(_ sql: String) throws -> Int64 { try connection.integer(sql) ?? 0 }
        let stored = try number("SELECT count(*) FROM asks")
        let ended = try number("SELECT count(DISTINCT notification_id) FROM timeline WHERE step = 'resolved'")
        let transitions = try number("SELECT count(*) FROM timeline WHERE step = 'resolved'")
        let late = try number("SELECT count(*) FROM asks WHERE answer IS NOT NULL AND resolved_at >= deadline")
        // An expired ask ends at its deadline; the timeline has the time of the transition.
        let latest = try number(
            """
            SELECT coalesce(max(at - deadline), 0) FROM asks JOIN timeline USING (notification_id)
            WHERE step = 'resolved' AND state = 'expired'
            """)
        let pushes = nodes.pushes.ids
        let unpushed = ends.values.filter { $0.behaviour != .expire && pushes[$0.ask.id] == nil }
        var unsent = 0
        try connection.run(
            """
            SELECT asks.id FROM asks JOIN deliveries USING (notification_id)
            WHERE purpose = 0 AND deliveries.state = 2
            """, []
        ) { row in
            let id = row.withBytes(at: 0) { AskID(stored: $0) } ?? nil
            if id.flatMap({ pushes[$0] }) == nil { unsent += 1 }
            return true
        }
        print(
            """
            \(kills) kills, \(ends.count) asks: \(Int64(ends.count) - stored) lost, \(unpushed.count) never pushed, \
            \(unsent) stored as sent and not received, \(transitions - ended) doubled transitions, \
            \(late) answers after the deadline, latest expiry \(latest) ms after its deadline, \
            \(pushes.values.reduce(0) { $0 + $1.count }) pushes
            """)
        #expect(stored == Int64(ends.count), "no ask is lost or doubled")
        #expect(ended == Int64(ends.count) && transitions == ended, "each ask ends once")
        #expect(unpushed.isEmpty, "no delivery is lost")
        #expect(unsent == 0, "what counts as sent was received")
        #expect(late == 0)
        #expect(pushes.values.allSatisfy { Set($0).count == 1 }, "a repeated push has the id of the first")
    }
}

extension AskID {
    /// - Parameter bytes: those of the database.
    fileprivate init?(stored bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}

/// Runs an action after so many steps, and once.
private final class Countdown: Sendable {
    private let remaining: Atomic<Int>
    private let action: @Sendable () -> Void

    init(_ count: Int, _ action: @escaping @Sendable () -> Void) {
        remaining = Atomic(count)
        self.action = action
    }

    func step() {
        if remaining.subtract(1, ordering: .relaxed).oldValue == 0 { action() }
    }

    /// Runs the action if it has not run.
    func finish() {
        if remaining.exchange(-1, ordering: .relaxed) >= 0 { action() }
    }
}
#endif
