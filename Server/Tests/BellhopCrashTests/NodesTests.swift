#if Postgres
import BellhopModel
import BellhopPostgres
import BellhopSQL
import BellhopSimulators
import BellhopTestSupport
import BellhopTesting
import Crypto
import Foundation
import Synchronization
import Testing

/// The guarantees of several nodes on one database: no accepted ask is lost, each ends once, and everyone learns the same
/// end, whenever a node is killed or its connections to the database are cut.
///
/// `BELLHOP_CRASH_ROUNDS=60` runs it for about five minutes, and `BELLHOP_CRASH_SEED` repeats a run.
@Suite("kill -9 of one of three nodes", .serialized, .timeLimit(.minutes(10)))
struct NodesTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["BELLHOP_CRASH_ROUNDS"].flatMap { Int($0) } ?? 4
    private static let seed = environment["BELLHOP_CRASH_SEED"].flatMap { UInt64($0) } ?? 20_261_123
    private static let asksPerRound = 16

    @Test("Every ask ends once, and all nodes and waiters agree about it")
    func asks() async throws {
        print("seed \(Self.seed), \(Self.rounds) rounds")
        let database = try PostgresServer.shared.makeDatabase()
        try await Site.run { site in
            let nodes = try Nodes(site, database, count: 3)
            let agent = try await nodes.prepare()
            var random = SeededGenerator(seed: Self.seed)
            var ends: [AskID: Ask] = [:]
            for round in 0..<Self.rounds {
                let victim = round % nodes.count
                let progress = Int.random(in: 0..<Self.asksPerRound * 2, using: &random)
                let cutsConnections = Bool.random(using: &random)
                let countdown = Countdown(progress) {
                    nodes.kill(victim)
                    if cutsConnections { try? nodes.cutConnections() }
                }
                let ended = try await withThrowingTaskGroup(of: Ask.self) { group in
                    for number in 0..<Self.asksPerRound {
                        let behaviour = Behaviour.allCases.randomElement(using: &random) ?? .approve
                        group.addTask {
                            try await nodes.ask(agent, "\(round)-\(number)", behaviour) { countdown.step() }
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                for ask in ended { ends[ask.id] = ask }
                countdown.finish()
                try nodes.restart(victim)
            }
            #expect(ends.count == Self.rounds * Self.asksPerRound)
            for (id, end) in ends {
                #expect(end.state != .pending)
                for node in 0..<nodes.count {
                    #expect(await nodes.read(id, from: node, agent)?.resolution == end.resolution)
                }
            }
            try check(database, ends, nodes)
        }
    }

    /// Checks the stored rows and the received pushes.
    private func check(_ database: String, _ ends: [AskID: Ask], _ nodes: Nodes) throws {
        let connection = try PostgresConnection(PostgresConfiguration(database))
        try connection.execute(script: "SET search_path TO bellhop")
        #expect(try connection.integer("SELECT count(*) FROM asks") == Int64(ends.count), "no ask is lost or doubled")
        #expect(
            try connection.integer(
                """
                SELECT count(*) FROM (
                    SELECT 1 FROM timeline WHERE step = 'resolved' GROUP BY notification_id HAVING count(*) > 1) AS twice
                """) == 0)
        #expect(
            try connection.integer("SELECT count(*) FROM timeline WHERE step = 'resolved'") == Int64(ends.count))
        let late = try connection.integer(
            "SELECT coalesce(max(resolved_at - deadline), 0) FROM asks WHERE state = 'expired'")
        print("asks \(ends.count), latest expiry \(late ?? 0) ms after its deadline")
        var ids: [String: Set<String>] = [:]
        for push in nodes.pushes where push.headers.pushType == "alert" {
            ids[push.headers.collapseID ?? "", default: []].insert(push.apnsID)
        }
        #expect(ids.values.allSatisfy { $0.count == 1 }, "a repeated push has the id of the first")
    }
}

/// The end of an ask.
private enum Behaviour: CaseIterable {
    case approve, deny
    /// Two nodes get different answers at the same time.
    case both
    case expire
}

/// Three servers on one database, of which one may be down.
private final class Nodes: Sendable {
    private struct State {
        var processes: [ServerProcess?]
        var random = SeededGenerator(seed: 7)
    }

    let count: Int
    private let sites: [Site]
    private let database: String
    private let signer = P256.Signing.PrivateKey()
    private let state: Mutex<State>
    private let device = Mutex<RegisteredDevice?>(nil)

    init(_ site: Site, _ database: String, count: Int) throws {
        self.count = count
        self.database = database
        let sites = try (0..<count).map { try site.node($0) }
        self.sites = sites
        // One after the other: the first one makes the keys.
        state = Mutex(State(processes: try sites.map { try ServerProcess.start(over: $0, database: database) }))
    }

    var pushes: [ReceivedPush] { sites[0].apns.received }

    func prepare() async throws -> Secret {
        let admin = API(url: try #require(url()), key: try sites[0].adminKey)
        let created = try #require(await admin.post("/v1/keys", KeyRequest(role: .agent, label: "test")))
        let registered = try await admin.pair(token: String(repeating: "ab", count: 32), signer: signer)
        device.withLock { $0 = registered }
        return try JSONDecoder().decode(CreatedKey.self, from: created.body).key
    }

    func kill(_ node: Int) {
        let process = state.withLock { state in
            defer { state.processes[node] = nil }
            return state.processes[node]
        }
        process?.kill()
    }

    func restart(_ node: Int) throws {
        guard state.withLock({ $0.processes[node] == nil }) else { return }
        let process = try ServerProcess.start(over: sites[node], database: database)
        state.withLock { $0.processes[node] = process }
    }

    /// Ends all connections of the nodes to the database.
    func cutConnections() throws {
        let connection = try PostgresConnection(PostgresConfiguration(database))
        try connection.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
    }

    /// Creates an ask, lets it end, and waits for its end, each on any node.
    func ask(_ agent: Secret, _ name: String, _ behaviour: Behaviour, progress: @Sendable () -> Void) async throws
        -> Ask
    {
        let request = AskRequest.approval("make \(name)", expiresIn: behaviour == .expire ? 3 : 300)
        let ask: Ask = try await repeated(agent) { await $0.post("/v1/asks", request, idempotencyKey: name) }
        progress()
        async let ended = wait(for: ask.id, agent)
        switch behaviour {
        case .approve: try await answer(ask, .approve)
        case .deny: try await answer(ask, .deny(message: nil))
        case .both:
            async let approved: Void = answer(ask, .approve)
            async let denied: Void = answer(ask, .deny(message: nil))
            _ = try await (approved, denied)
        case .expire: break
        }
        progress()
        return try await ended
    }

    func read(_ id: AskID, from node: Int, _ agent: Secret) async -> Ask? {
        guard let url = state.withLock({ $0.processes[node]?.url }) else { return nil }
        return await API(url: url, key: agent).get("/v1/asks/\(id)").flatMap {
            try? JSONDecoder().decode(Ask.self, from: $0.body)
        }
    }

    private func wait(for id: AskID, _ agent: Secret) async throws -> Ask {
        while true {
            let ask: Ask = try await repeated(agent) { await $0.get("/v1/asks/\(id)?wait=20") }
            if ask.state != .pending { return ask }
        }
    }

    private func answer(_ ask: Ask, _ answer: Answer) async throws {
        guard let device = device.withLock(\.self), let key = device.key else { return }
        let statement = AnswerStatement(
            askID: ask.id, inputDigest: ask.request.inputDigest, deadline: ask.deadline, deviceID: device.device.id,
            answer: answer)
        let signature = try signer.signature(for: Data(try statement.text.utf8))
        let request = AnswerRequest(
            answer: answer, inputDigest: ask.request.inputDigest,
            signature: Base64.encode(signature.rawRepresentation))
        // Another answer may have been first.
        let _: Data = try await repeated(key, accepting: [200, 409]) {
            await $0.post("/v1/asks/\(ask.id)/answer", request)
        }
    }

    /// Sends a request to one node after the other until one answers.
    private func repeated<Value: Decodable>(
        _ key: Secret, accepting statuses: Set<Int> = [200, 201],
        _ send: (API) async -> (status: Int, body: Data)?
    ) async throws -> Value {
        while true {
            try Task.checkCancellation()
            if let url = url(), let answered = await send(API(url: url, key: key)) {
                if statuses.contains(answered.status) {
                    if let body = answered.body as? Value { return body }
                    return try JSONDecoder().decode(Value.self, from: answered.body)
                }
                // Unavailable: the node is stopping, or has lost the database.
                try #require(answered.status >= 500, "\(String(decoding: answered.body, as: UTF8.self))")
            }
            await Task.yield()
        }
    }

    /// The address of a running node.
    private func url() -> String? {
        state.withLock { state in
            state.processes.compactMap { $0?.url }.randomElement(using: &state.random)
        }
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
