#if Postgres
import BellhopSQL
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopPostgres

@Suite("PostgreSQL driver: failures")
struct FailureTests {
    private func table(_ connection: PostgresConnection) throws {
        try connection.execute(script: "CREATE TABLE k (v bigint)")
    }

    // MARK: Lost connections

    @Test("A transaction whose connection is terminated fails, and the pool opens another connection")
    func terminated() throws {
        let database = try PostgresDatabase()
        let configuration = try database.configuration()
        let pool = try SQLPool(
            readers: 1, openWriter: { try PostgresConnection(configuration) },
            openReader: { try PostgresConnection(configuration) })
        let other = try database.connect()
        try table(other)
        let error = #expect(throws: PostgresError.self) {
            try pool.writeAndWait { connection in
                try connection.transaction {
                    try connection.run("INSERT INTO k VALUES (1)")
                    let process = try connection.integer("SELECT pg_backend_pid()")
                    try PostgresConnection(configuration).run("SELECT pg_terminate_backend(?, 10000)", [process])
                    try connection.run("INSERT INTO k VALUES (2)")
                }
            }
        }
        #expect(error?.code == .shutdown && error?.isConflict == false)
        try pool.writeAndWait { try $0.run("INSERT INTO k VALUES (3)") }
        #expect(try other.integer("SELECT sum(v) FROM k") == 3)
    }

    @Test("An idle connection that the server has closed is not usable")
    func idle() throws {
        let database = try PostgresDatabase()
        let connection = try database.connect()
        #expect(connection.isUsable)
        let process = try connection.integer("SELECT pg_backend_pid()")
        try database.connect().run("SELECT pg_terminate_backend(?, 10000)", [process])
        #expect(!connection.isUsable && !connection.isInsideTransaction)
    }

    @Test("A statement fails when the server is killed, and committed rows are there after its restart")
    func killed() throws {
        let server = try PostgresServer()
        let database = try PostgresDatabase(server)
        let configuration = try database.configuration()
        let pool = try SQLPool(
            readers: 1, openWriter: { try PostgresConnection(configuration) },
            openReader: { try PostgresConnection(configuration) })
        try pool.writeAndWait { connection in
            try connection.execute(script: "CREATE TABLE k (v bigint)")
            try connection.transaction { try connection.run("INSERT INTO k VALUES (1)") }
        }
        let error = #expect(throws: PostgresError.self) {
            try pool.writeAndWait { connection in
                try connection.transaction {
                    try connection.run("INSERT INTO k VALUES (2)")
                    try server.stop(.kill)
                    try connection.run("SELECT pg_sleep(600)")
                }
            }
        }
        #expect(error?.code == .connectionFailure || error?.code == .shutdown)
        let refused = #expect(throws: PostgresError.self) { try pool.writeAndWait { try $0.run("SELECT 1") } }
        #expect(refused?.code == .connectionFailure)
        try server.start()
        #expect(try pool.writeAndWait { try $0.integer("SELECT sum(v) FROM k") } == 1)
    }

    @Test("A statement without a reply in time fails with that reason, and its connection is not usable")
    func late() throws {
        let connection = try PostgresDatabase().connect()
        connection.statementTimeout = .milliseconds(1)
        let error = #expect(throws: PostgresError.self) { try connection.run("SELECT pg_sleep(600)") }
        #expect(error?.code == .connectionFailure && error?.message == "PostgreSQL did not reply in time")
        #expect(!connection.isUsable)
    }

    // MARK: Lost commits

    /// Commits one row through a proxy.
    private func commit(
        _ proxy: CommitProxy, _ database: PostgresDatabase, replyTimeout: Duration = .seconds(600)
    ) throws -> Int {
        var configuration = try database.configuration("host=\(proxy.folder)")
        configuration.outcomeTimeout = .seconds(60)
        // The server must not end the transaction by itself.
        configuration.idleTransactionTimeout = .seconds(3600)
        let connection = try PostgresConnection(configuration)
        defer { #expect(!connection.isUsable && !connection.isInsideTransaction) }
        return try connection.transaction {
            // After BEGIN, which may be slow.
            connection.replyTimeout = replyTimeout
            try connection.run("INSERT INTO k VALUES (1)")
            return 7
        }
    }

    @Test("A commit whose reply is lost succeeds")
    func committed() throws {
        let database = try PostgresDatabase()
        let other = try database.connect()
        try table(other)
        #expect(try commit(CommitProxy(database.server, losing: .reply), database) == 7)
        #expect(try other.integer("SELECT count(*) FROM k") == 1)
    }

    @Test(
        "A commit that the server does not receive is a conflict, after the transaction has ended",
        arguments: [CommitProxy.Loss.commit, .commitUnnoticed])
    func aborted(loss: CommitProxy.Loss) throws {
        let database = try PostgresDatabase()
        let other = try database.connect()
        try table(other)
        let proxy = try CommitProxy(database.server, losing: loss)
        let error = #expect(throws: PostgresError.self) { try commit(proxy, database) }
        #expect(error?.code == .lostCommit && error?.isConflict == true)
        #expect(try other.integer("SELECT count(*) FROM k") == 0)
        // A second attempt succeeds.
        let again = try database.connect("host=\(proxy.folder)")
        try again.transaction { try again.run("INSERT INTO k VALUES (1)") }
        #expect(try other.integer("SELECT count(*) FROM k") == 1)
    }

    @Test("A commit without a reply succeeds when another connection finds the transaction committed")
    func unanswered() throws {
        let database = try PostgresDatabase()
        let other = try database.connect()
        try table(other)
        let proxy = try CommitProxy(database.server, losing: .replyUnnoticed)
        #expect(try commit(proxy, database, replyTimeout: .milliseconds(1)) == 7)
        #expect(try other.integer("SELECT count(*) FROM k") == 1)
    }

    @Test("The outcome of a commit is unknown when the server cannot be reached any more")
    func unreachable() throws {
        let database = try PostgresDatabase()
        try table(try database.connect())
        let proxy = try CommitProxy(database.server, losing: .reply, isClosed: true)
        var configuration = try database.configuration("host=\(proxy.folder)")
        configuration.outcomeTimeout = .milliseconds(1)
        let connection = try PostgresConnection(configuration)
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction { try connection.run("INSERT INTO k VALUES (1)") }
        }
        #expect(error?.code == .unknownOutcome && error?.isConflict == false)
    }

    @Test("The outcome of a commit is unknown after a crash, which may reuse the transaction's id")
    func crashed() throws {
        let server = try PostgresServer()
        let database = try PostgresDatabase(server)
        try table(try database.connect())
        let proxy = try CommitProxy(server, losing: .reply) { try server.restart(.immediate) }
        let error = #expect(throws: PostgresError.self) { try commit(proxy, database) }
        #expect(error?.code == .unknownOutcome && error?.isConflict == false)
        #expect(try database.connect().integer("SELECT count(*) FROM k") == 1)
    }

    @Test("A commit whose reply is lost succeeds after a planned restart")
    func restarted() throws {
        let server = try PostgresServer()
        let database = try PostgresDatabase(server)
        try table(try database.connect())
        #expect(try commit(CommitProxy(server, losing: .reply) { try server.restart(.fast) }, database) == 7)
    }

    // MARK: Opening

    @Test("A database with another encoding and an old server are refused")
    func unsupported() throws {
        let string = try PostgresServer.shared.makeDatabase(encoding: "SQL_ASCII")
        let error = #expect(throws: PostgresError.self) { try PostgresConnection(PostgresConfiguration(string)) }
        #expect(error?.code == .unsupported && error?.message.contains("SQL_ASCII") == true)
        let old = #expect(throws: PostgresError.self) {
            try PostgresConnection.check(version: 12_00_05, encoding: "UTF8")
        }
        #expect(old?.code == .unsupported && old?.message.contains("12") == true)
        try PostgresConnection.check(version: 13_00_00, encoding: "UTF8")
    }

    @Test("The first of several hosts that accepts connections is used")
    func hosts() throws {
        var options = PostgresServer.Options()
        options.tcp = true
        let server = try PostgresServer(options)
        let port = try #require(server.port)
        let connection = try PostgresDatabase(server).connect("host=/nonexistent,127.0.0.1 port=5432,\(port)")
        #expect(try connection.integer("SELECT inet_server_port()") == Int64(port))
    }

    @Test("A server that refuses writes is refused")
    func readOnly() throws {
        let database = try PostgresDatabase()
        let name = try #require(try database.connect().text("SELECT current_database()"))
        try database.connect().execute(script: "ALTER DATABASE \(name) SET default_transaction_read_only = on")
        let error = #expect(throws: PostgresError.self) { try database.connect() }
        #expect(error?.code == .readOnly)
    }

    @Test(
        "Commits are durable unless an operator chose another durable mode",
        arguments: [("off", "on"), ("local", "local")])
    func synchronousCommit(configured: String, used: String) throws {
        let connection = try PostgresDatabase().connect("options='-csynchronous_commit=\(configured)'")
        #expect(try connection.text("SHOW synchronous_commit") == used)
        #expect(try connection.text("SHOW statement_timeout") == "0")
        #expect(try connection.text("SHOW application_name") == "bellhop")
        #expect(try connection.text("SHOW idle_in_transaction_session_timeout") == "5s")
    }

    @Test("A refused connection has the code of its reason and not the password")
    func refused() throws {
        var options = PostgresServer.Options()
        options.settings = ["max_connections": "5"]
        let server = try PostgresServer(options)
        let database = try PostgresDatabase(server)
        try database.connect().execute(script: "CREATE ROLE ada LOGIN PASSWORD 'right'")
        let access = "local all ada scram-sha-256\nlocal all all trust\n"
        try access.write(toFile: server.folder + "/data/pg_hba.conf", atomically: false, encoding: .utf8)
        try server.restart()
        func code(_ extra: String) throws -> PostgresError.Code? {
            let error = #expect(throws: PostgresError.self) { try database.connect(extra) }
            #expect(error.map { "\($0)".contains("s3cret") } == false)
            return error?.code
        }
        #expect(try code("user=ada password=s3cret") == .invalidPassword)
        #expect(try code("user=missing password=s3cret") == .invalidPassword)
        #expect(try code("dbname=absent password=s3cret") == .unknownDatabase)
        #expect(try code("host=/nonexistent password=s3cret") == .connectionFailure)
        _ = try database.connect("user=ada password=right")
        var connections: [PostgresConnection] = []
        let error = #expect(throws: PostgresError.self) {
            while connections.count < 10 { connections.append(try database.connect()) }
        }
        #expect(error?.code == .tooManyConnections)
    }

    @Test(
        "A malformed connection string is refused without its content",
        arguments: [
            "postgres://ada:s3cret%zz@localhost/db", "password s3cret", "postgres://ada:x@s3cret@localhost/db",
            "password='s3cret", "s3cret=1", "postgres://ada:s3cret/x@localhost/db", "postgres://ada:s3cret@[::1/db",
        ])
    func malformed(string: String) {
        let error = #expect(throws: PostgresError.self) { try PostgresConfiguration(string) }
        #expect(error?.code == .unsupported)
        #expect(error.map { "\($0)".contains("s3cret") } == false)
    }

    @Test("The descriptions of a configuration have no password")
    func descriptions() throws {
        let configuration = try PostgresConfiguration("postgres://ada:s3cret@db.example:5433/bellhop")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in [configuration.description, configuration.debugDescription, "\(configuration)", dumped] {
            #expect(text.contains("db.example") && !text.contains("s3cret"))
        }
    }
}

@Suite("PostgreSQL listener")
struct ListenerTests {
    private func listen(
        _ database: PostgresDatabase, _ channel: String
    ) throws -> (PostgresListener, AsyncStream<PostgresListener.Event>.Iterator) {
        let (events, continuation) = AsyncStream.makeStream(of: PostgresListener.Event.self)
        let listener = try PostgresListener(
            database.configuration(), channel: channel, delay: { _ in .milliseconds(1) },
            receive: { continuation.yield($0) })
        return (listener, events.makeAsyncIterator())
    }

    @Test("A listener receives the notifications of its channel in their order", arguments: ["a", "Ä \"b\" ?"])
    func receives(channel: String) async throws {
        let database = try PostgresDatabase()
        var (listener, events) = try listen(database, channel)
        #expect(await events.next() == .connected)
        let connection = try database.connect()
        for (target, payload) in [(channel, "1"), ("other", "2"), (channel, ""), (channel, "é🔔")] {
            try connection.run("SELECT pg_notify(?, ?)", [target, payload])
        }
        for payload in ["1", "", "é🔔"] { #expect(await events.next() == .notification(payload)) }
        withExtendedLifetime(listener) {}
    }

    @Test("A listener connects again after a restart of the server, and reports the gap")
    func reconnects() async throws {
        let server = try PostgresServer()
        let database = try PostgresDatabase(server)
        var (listener, events) = try listen(database, "a")
        #expect(await events.next() == .connected)
        try server.restart(.immediate)
        var losses = 0
        while let event = await events.next(), event != .connected {
            guard case .disconnected = event else { break }
            losses += 1
        }
        #expect(losses > 0)
        try database.connect().run("SELECT pg_notify('a', 'again')")
        #expect(await events.next() == .notification("again"))
        withExtendedLifetime(listener) {}
    }

    @Test("A released listener closes its connection")
    func stops() async throws {
        let database = try PostgresDatabase()
        let observer = try database.connect()
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        do {
            var (listener, events) = try listen(database, "a")
            #expect(await events.next() == .connected)
            #expect(try observer.integer(sql) == 1)
            withExtendedLifetime(listener) {}
        }
        while try observer.integer(sql) != 0 {}
    }

    @Test("The delay doubles with each failure up to a limit")
    func delays() {
        #expect(
            (Duration.milliseconds(50)...Duration.milliseconds(100)).contains(PostgresListener.delay(afterFailures: 1)))
        #expect(
            (Duration.milliseconds(200)...Duration.milliseconds(400)).contains(PostgresListener.delay(afterFailures: 3))
        )
        #expect((Duration.milliseconds(2500)...Duration.seconds(5)).contains(PostgresListener.delay(afterFailures: 99)))
    }
}
#endif
