#if Postgres
import BellhopSQL
import BellhopTestSupport
import Testing

@testable import BellhopPostgres

@Suite(
    "PostgreSQL driver: PgBouncer", .enabled(if: PgBouncer.isInstalled, "PgBouncer is not installed"),
    .timeLimit(.minutes(10)))
struct PoolerTests {
    @Test("Connections that share sessions are refused", arguments: ["transaction", "statement"], [0, 1])
    func shared(mode: String, roundRobin: Int) throws {
        let database = try PostgresDatabase()
        let bouncer = try PgBouncer(
            database.server, mode: mode, settings: ["server_round_robin = \(roundRobin)", "min_pool_size = 2"])
        let configuration = try PostgresConfiguration(bouncer.connectionString(database.connectionString))
        let error = #expect(throws: PostgresError.self) { try configuration.requireSessions() }
        #expect(error?.code == .unsupported && error?.message.contains("session pooling") == true)
    }

    @Test("Connections with sessions of their own are accepted, directly and through PgBouncer in session mode")
    func sessions() throws {
        let database = try PostgresDatabase()
        try database.configuration().requireSessions()
        let bouncer = try PgBouncer(database.server, mode: "session")
        let configuration = try PostgresConfiguration(bouncer.connectionString(database.connectionString))
        try configuration.requireSessions()
        let connection = try PostgresConnection(configuration)
        #expect(try connection.text("SHOW idle_in_transaction_session_timeout") == "5s")
        try connection.transaction { try connection.run("CREATE TABLE k (v bigint)") }
    }

    @Test("A listener receives notifications through PgBouncer in session mode")
    func listener() async throws {
        let database = try PostgresDatabase()
        let bouncer = try PgBouncer(database.server, mode: "session")
        let (events, continuation) = AsyncStream.makeStream(of: PostgresListener.Event.self)
        let listener = try PostgresListener(
            PostgresConfiguration(bouncer.connectionString(database.connectionString)), channel: "a",
            receive: { continuation.yield($0) })
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == .connected)
        try database.connect().run("SELECT pg_notify('a', 'b')")
        #expect(await iterator.next() == .notification("b"))
        withExtendedLifetime(listener) {}
    }
}
#endif
