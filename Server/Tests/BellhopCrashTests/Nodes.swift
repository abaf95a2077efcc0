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

/// The way in which an ask ends.
enum Behaviour: CaseIterable {
    case approve, deny
    /// Two nodes get different answers at the same time.
    case both
    case expire
}

/// An ask and what ended it.
struct EndedAsk: Sendable {
    let ask: Ask
    let behaviour: Behaviour
}

/// Three servers on one database, of which one may be down, frozen or cut off.
final class Nodes: Sendable {
    private struct State {
        var processes: [ServerProcess?]
        /// Chooses a node for each request.
        var random: SeededGenerator
    }

    let count: Int
    private let sites: [Site]
    private let database: String
    /// The connection string of each node.
    private let databases: [String]
    private let signer = P256.Signing.PrivateKey()
    private let state: Mutex<State>
    private let device = Mutex<RegisteredDevice?>(nil)
    let pushes: ArrivedPushes

    /// - Parameter first: the connection string of the first node, if it differs from `database`.
    init(_ site: Site, _ database: String, first: String? = nil, count: Int, seed: UInt64) throws {
        self.count = count
        self.database = database
        let databases = (0..<count).map { $0 == 0 ? first ?? database : database }
        self.databases = databases
        let sites = try (0..<count).map { try site.node($0) }
        self.sites = sites
        pushes = ArrivedPushes(site.apns)
        // One after the other: the first one makes the keys.
        state = Mutex(
            State(
                processes: try zip(sites, databases).map { try ServerProcess.start(over: $0, database: $1) },
                random: SeededGenerator(seed: seed &+ 1)))
    }

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
        let process = try ServerProcess.start(over: sites[node], database: databases[node])
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

    /// Makes the claims of all nodes due.
    func endLeases() throws {
        let connection = try PostgresConnection(PostgresConfiguration(database))
        try connection.run("UPDATE bellhop.deliveries SET due = 0 WHERE due IS NOT NULL AND state = 1")
    }

    /// Creates an ask, lets it end, and waits for its end, each on any node. It is answered after its push has arrived.
    func ask(_ agent: Secret, _ name: String, _ behaviour: Behaviour, progress: @Sendable () -> Void) async throws
        -> EndedAsk
    {
        let request = AskRequest.approval("make \(name)", expiresIn: behaviour == .expire ? 3 : 200)
        let ask: Ask = try await repeated(agent) { await $0.post("/v1/asks", request, idempotencyKey: name) }
        progress()
        async let ended = wait(for: ask.id, agent)
        if behaviour != .expire { await pushes.wait(for: ask.id) }
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
        return EndedAsk(ask: try await ended, behaviour: behaviour)
    }

    func read(_ id: AskID, from node: Int, _ agent: Secret, wait seconds: Int = 0) async -> Ask? {
        await api(node, agent)?.get("/v1/asks/\(id)?wait=\(seconds)").flatMap {
            try? JSONDecoder().decode(Ask.self, from: $0.body)
        }
    }

    /// - Returns: `nil` when the node is down.
    func api(_ node: Int, _ key: Secret) -> API? {
        state.withLock { $0.processes[node] }.map { API(url: $0.url, key: key) }
    }

    func process(_ node: Int) throws -> ServerProcess { try #require(state.withLock { $0.processes[node] }) }

    private func wait(for id: AskID, _ agent: Secret) async throws -> Ask {
        while true {
            let ask: Ask = try await repeated(agent) { await $0.get("/v1/asks/\(id)?wait=20") }
            guard ask.state == .pending else {
                pushes.stopWaiting(for: id)
                return ask
            }
        }
    }

    private func answer(_ ask: Ask, _ answer: Answer) async throws {
        guard let (key, request) = try signed(answer, to: ask) else { return }
        // Another answer may have been first, or the ask has expired, which the check of the pushes reports.
        let _: Data = try await repeated(key, accepting: [200, 409, 410]) {
            await $0.post("/v1/asks/\(ask.id)/answer", request)
        }
    }

    /// Sends an answer to one node.
    ///
    /// - Returns: the status; `nil` without a response.
    func answer(_ ask: Ask, _ answer: Answer, on node: Int) async throws -> Int? {
        guard let (key, request) = try signed(answer, to: ask) else { return nil }
        return await api(node, key)?.post("/v1/asks/\(ask.id)/answer", request)?.status
    }

    private func signed(_ answer: Answer, to ask: Ask) throws -> (key: Secret, AnswerRequest)? {
        guard let device = device.withLock(\.self), let key = device.key else { return nil }
        let statement = AnswerStatement(
            askID: ask.id, inputDigest: ask.request.inputDigest, deadline: ask.deadline, deviceID: device.device.id,
            answer: answer)
        let signature = try signer.signature(for: Data(try statement.text.utf8))
        let request = AnswerRequest(
            answer: answer, inputDigest: ask.request.inputDigest,
            signature: Base64.encode(signature.rawRepresentation))
        return (key, request)
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

/// The asks about which the simulated APNs has accepted a push.
final class ArrivedPushes: Sendable {
    private struct State {
        var arrived: Set<AskID> = []
        var waiting: [AskID: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())
    private let apns: APNsSimulator
    private let requests: AsyncStream<ReceivedPush>

    init(_ apns: APNsSimulator) {
        self.apns = apns
        requests = apns.requests()
    }

    /// Receives pushes until the task is cancelled.
    func run() async {
        for await push in requests {
            guard let ask = push.alertedAsk else { continue }
            state.withLock { state in
                state.arrived.insert(ask)
                return state.waiting.removeValue(forKey: ask)
            }?.resume()
        }
    }

    /// Waits for the first push about an ask, or for ``stopWaiting(for:)``. At most one task waits for each ask.
    func wait(for ask: AskID) async {
        await withCheckedContinuation { continuation in
            let hasArrived = state.withLock { state in
                if state.arrived.contains(ask) { return true }
                state.waiting[ask] = continuation
                return false
            }
            if hasArrived { continuation.resume() }
        }
    }

    /// Lets the waiter go on without a push.
    func stopWaiting(for ask: AskID) {
        state.withLock { $0.waiting.removeValue(forKey: ask) }?.resume()
    }

    /// The `apns-id` of each accepted push, by ask.
    var ids: [AskID: [String]] {
        apns.received.reduce(into: [:]) { ids, push in
            if let ask = push.alertedAsk { ids[ask, default: []].append(push.apnsID) }
        }
    }
}

extension ReceivedPush {
    /// The ask of an accepted alert.
    fileprivate var alertedAsk: AskID? {
        guard headers.pushType == "alert", result == .accepted else { return nil }
        return try? PushPayload(bytes: payload).askID
    }
}
#endif
