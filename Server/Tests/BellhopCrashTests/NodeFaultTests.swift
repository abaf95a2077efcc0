#if Postgres
import BellhopModel
import BellhopPostgres
import BellhopSQL
import BellhopSimulators
import BellhopTestSupport
import BellhopTesting
import Foundation
import Testing

/// One of three nodes neither ends nor works: the others continue, and afterwards nothing is lost or doubled.
@Suite("Faults of one of three nodes", .serialized, .timeLimit(.minutes(10)))
struct NodeFaultTests {
    /// The asks of a test, all created on the first node before its fault.
    private struct Asks {
        /// Claimed by the first node, and its push has no response.
        let claimed: Ask
        /// Answered on another node during the fault.
        let answered: Ask
        /// Reaches its deadline during the fault.
        let expiring: Ask
        /// Answered on another node after the fault.
        let pending: Ask
    }

    /// Creates the asks on the first node.
    private func asks(_ database: String, _ site: Site, _ nodes: Nodes, _ agent: Secret) async throws -> Asks {
        // A client of APNs sends one push, and further ones after its response.
        let answered = try await create("answered", site, nodes, agent)
        let pending = try await create("pending", site, nodes, agent)
        site.apns.script(.hold)
        let claimed = try await create("claimed", site, nodes, agent)
        let expiring = try await create("expiring", expiresIn: 3, site, nodes, agent)
        // A push whose result is not stored would be repeated.
        let connection = try PostgresConnection(PostgresConfiguration(database))
        while try connection.integer("SELECT count(*) FROM bellhop.deliveries WHERE due IS NOT NULL") != 1 {}
        return Asks(claimed: claimed, answered: answered, expiring: expiring, pending: pending)
    }

    /// Creates an ask and waits for its push.
    private func create(
        _ name: String, expiresIn seconds: Int = 200, _ site: Site, _ nodes: Nodes, _ agent: Secret
    ) async throws -> Ask {
        let pushes = site.apns.requests()
        let request = AskRequest.approval("make \(name)", expiresIn: seconds)
        let created = try #require(await nodes.api(0, agent)?.post("/v1/asks", request, idempotencyKey: name))
        let ask = try JSONDecoder().decode(Ask.self, from: created.body)
        for await push in pushes where push.ask == ask.id { break }
        return ask
    }

    /// Lets the other nodes do the work of the first one: its claim passes on to one of them, and asks end.
    private func takeOver(_ asks: Asks, _ site: Site, _ nodes: Nodes, _ agent: Secret) async throws {
        let pushes = site.apns.requests()
        try nodes.endLeases()
        #expect(try await nodes.answer(asks.answered, .deny(message: nil), on: 1) == 200)
        for await push in pushes where push.ask == asks.claimed.id { break }
        #expect(try await nodes.answer(asks.claimed, .approve, on: 2) == 200)
        #expect(await nodes.read(asks.expiring.id, from: 1, agent, wait: 20)?.state == .expired)
    }

    /// Checks that each ask has ended once, and that each push has one id. Waits for the deliveries of all nodes.
    private func check(_ asks: Asks, _ database: String, _ site: Site, _ nodes: Nodes, _ agent: Secret) async throws {
        let connection = try PostgresConnection(PostgresConfiguration(database))
        try connection.execute(script: "SET search_path TO bellhop")
        while try connection.integer("SELECT count(*) FROM deliveries WHERE due IS NOT NULL") != 0 {}
        for (ask, state) in [
            (asks.claimed, AskState.approved), (asks.answered, .denied), (asks.expiring, .expired),
            (asks.pending, .approved),
        ] {
            for node in 0..<nodes.count { #expect(await nodes.read(ask.id, from: node, agent)?.state == state) }
            let ids = site.apns.received.filter { $0.ask == ask.id }.map(\.apnsID)
            #expect(Set(ids).count == 1)
            #expect(ids.count == (ask == asks.claimed ? 2 : 1))
        }
        let ends = try connection.integer("SELECT count(*) FROM timeline WHERE step = 'resolved'")
        #expect(try ends == connection.integer("SELECT count(*) FROM asks"))
    }

    @Test("A node that was frozen beyond its leases and deadlines repeats no push and ends no ask again")
    func frozen() async throws {
        let database = try PostgresServer.shared.makeDatabase()
        try await Site.run { site in
            let nodes = try Nodes(site, database, count: 3, seed: 1)
            let agent = try await nodes.prepare()
            let asks = try await asks(database, site, nodes, agent)
            let frozen = try nodes.process(0)
            frozen.freeze()
            defer { frozen.thaw() }
            // The system accepts the connections, and the node reads the requests when it continues.
            async let late = nodes.answer(asks.expiring, .approve, on: 0)
            async let second = nodes.answer(asks.answered, .approve, on: 0)
            try await takeOver(asks, site, nodes, agent)
            frozen.thaw()
            #expect(try await late == 410)
            #expect(try await second == 409)
            site.apns.release()
            async let waiting = nodes.read(asks.pending.id, from: 0, agent, wait: 20)
            #expect(try await nodes.answer(asks.pending, .approve, on: 1) == 200)
            #expect(await waiting?.state == .approved)
            try await check(asks, database, site, nodes, agent)
        }
    }

    @Test("A node without a connection to the database responds with 503, and works again when the network does")
    func cutOff() async throws {
        let postgres = try PostgresServer.shared
        let database = try postgres.makeDatabase()
        let proxy = try PartitionProxy(postgres)
        try await Site.run { site in
            let nodes = try Nodes(site, database, first: "\(database) host=\(proxy.folder)", count: 3, seed: 1)
            let agent = try await nodes.prepare()
            let asks = try await asks(database, site, nodes, agent)
            let api = try #require(nodes.api(0, agent))
            proxy.cut()
            defer { proxy.heal() }
            let request = NotificationRequest(title: "refused", body: "")
            async let refused = api.post("/v1/notifications", request, idempotencyKey: "refused")
            async let ready = api.probe("/readyz")
            async let health = api.probe("/healthz")
            // More than there are connections.
            async let reads = withTaskGroup(of: Int?.self) { group in
                for _ in 0..<12 { group.addTask { await api.get("/v1/asks/\(asks.pending.id)")?.status } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            try await takeOver(asks, site, nodes, agent)
            #expect(await health == 200)
            let refusal = try #require(await refused)
            #expect(refusal.status == 503)
            #expect(String(decoding: refusal.body, as: UTF8.self).contains("storage_unavailable"))
            #expect(await ready == 503)
            #expect(await reads == Array(repeating: 503, count: 12))

            proxy.heal()
            site.apns.release()
            while await api.probe("/readyz") != 200 {}
            var repeated = await api.post("/v1/notifications", request, idempotencyKey: "refused")
            while repeated?.status == 503 {
                repeated = await api.post("/v1/notifications", request, idempotencyKey: "refused")
            }
            #expect(repeated?.status == 202)
            async let waiting = nodes.read(asks.pending.id, from: 0, agent, wait: 20)
            #expect(try await nodes.answer(asks.pending, .approve, on: 1) == 200)
            #expect(await waiting?.state == .approved)
            try await check(asks, database, site, nodes, agent)
            let connection = try PostgresConnection(PostgresConfiguration(database))
            #expect(
                try connection.integer("SELECT count(*) FROM bellhop.notifications WHERE title = 'refused'") == 1)
        }
    }
}

extension ReceivedPush {
    /// The ask of an alert that arrived, also without a response.
    fileprivate var ask: AskID? {
        guard headers.pushType == "alert" else { return nil }
        return try? PushPayload(bytes: payload).askID
    }
}
#endif
