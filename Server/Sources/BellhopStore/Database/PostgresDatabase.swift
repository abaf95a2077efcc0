#if Postgres
import BellhopPostgres
package import BellhopSQL

/// Options of a store in PostgreSQL; the defaults are suitable.
public struct PostgresOptions: Sendable {
    /// The number of concurrent transactions of this node that write.
    public var writers: Int
    /// The maximum number of concurrent reads of this node.
    public var readers: Int
    /// The limits from which notifications are folded into summaries; `nil` for none. Equal on all nodes.
    public var burst: BurstLimits?

    /// Replaces each connection, for tests that observe statements or let them fail.
    package var connection: @Sendable (any SQLConnection) -> any SQLConnection = { $0 }

    public init(writers: Int = 4, readers: Int = 4, burst: BurstLimits? = nil) {
        self.writers = writers
        self.readers = readers
        self.burst = burst
    }
}

extension Store {
    /// Opens a database of a PostgreSQL server, which any number of nodes may use. Missing tables are created, in the
    /// schema `bellhop`.
    ///
    /// - Parameter connectionString: a URL `postgres://user:password@host/database`, or `key=value` pairs.
    /// - Throws: ``StoreUnavailable`` when it cannot be reached or written, is not supported, or was written by a newer
    ///   version.
    public convenience init(postgres connectionString: String, options: PostgresOptions = PostgresOptions()) throws {
        var place = "the connection string"
        do {
            let configuration = try PostgresConfiguration(connectionString)
            place = configuration.description
            let open: @Sendable (Duration?) throws -> any SQLConnection = { timeout in
                let connection = try PostgresConnection(configuration)
                connection.statementTimeout = configuration.replyTimeout
                try connection.execute(script: "SET search_path TO \(Schema.name)")
                connection.statementTimeout = timeout
                return options.connection(connection)
            }
            try configuration.requireSessions()
            // Statements that create tables have no limit.
            let first = try open(nil)
            try Schema.createInPostgres(first, at: place)
            try Migration.refuseUnfinished(first, at: place)
            // Statements that write wait for locks, and one reply may be that of many enqueued ones.
            let pool = try SQLPool(
                writers: options.writers, readers: options.readers, openWriter: { try open(.seconds(60)) },
                openReader: { try open(.seconds(10)) })
            self.init(pool, burst: options.burst, nodes: NodeChannel(configuration), address: place) { [place] in
                StoreUnavailable($0, in: place)
            }
        } catch {
            throw StoreUnavailable(error, in: place)
        }
    }
}

extension NodeChannel {
    private static let name = "bellhop"

    /// Messages are lines of notifications (https://www.postgresql.org/docs/current/sql-notify.html).
    fileprivate init(_ configuration: PostgresConfiguration) {
        send = { messages, connection in
            for payload in Self.payloads(messages) {
                try connection.run("SELECT pg_notify(?, ?)", [Self.name, payload])
            }
        }
        listen = { receive in
            try PostgresListener(configuration, channel: Self.name) { event in
                switch event {
                case .connected: receive(.connected)
                case .notification(let payload):
                    for line in payload.split(separator: "\n") { receive(.line(String(line))) }
                case .disconnected(let error):
                    receive(.disconnected(StoreUnavailable(error, in: configuration.description)))
                }
            }
        }
    }

    /// Joins messages to payloads, which have fewer than 8,000 bytes.
    private static func payloads(_ messages: [String]) -> [String] {
        var payloads: [String] = []
        for message in messages {
            if let last = payloads.last, last.utf8.count + message.utf8.count < 7_900 {
                payloads[payloads.count - 1] += "\n" + message
            } else {
                payloads.append(message)
            }
        }
        return payloads
    }
}

extension StoreUnavailable {
    /// Describes `error`, which occurred with the database at `place`, for the operator.
    init(_ error: any Error, in place: String) {
        switch error {
        case let error as StoreUnavailable: self = error
        case let error as PostgresError:
            let permanent: [PostgresError.Code?] = [
                .invalidPassword, .unknownDatabase, .insufficientPrivilege, .unsupported,
            ]
            self.init(Self.sentence(for: error, in: place), isPassing: !permanent.contains(error.code))
        default:
            self.init("The database \(place) contains data that this version cannot read: restore it from a backup.")
        }
    }

    private static func sentence(for error: PostgresError, in place: String) -> String {
        let reason = error.description
        return switch error.code {
        case .connectionFailure, .shutdown, .lostCommit:
            "PostgreSQL (\(place)) cannot be reached: \(reason). Nothing was stored."
        case .unknownOutcome:
            "The connection to PostgreSQL (\(place)) was lost during a commit, whose outcome is unknown: \(reason)."
        case .tooManyConnections:
            "PostgreSQL (\(place)) refuses more connections: raise max_connections, or run fewer nodes."
        case .invalidPassword:
            "PostgreSQL (\(place)) refuses the user or the password: \(reason)."
        case .unknownDatabase:
            "PostgreSQL (\(place)) has no such database: create it, or check the connection string."
        case .insufficientPrivilege:
            "PostgreSQL (\(place)) does not permit it: \(reason). The user needs CREATE on the database."
        case .readOnly:
            "PostgreSQL (\(place)) is read-only: connect to the primary server."
        case .diskFull, .outOfMemory:
            "PostgreSQL (\(place)) has no space left: \(reason). Nothing was stored."
        case .lockTimeout, .serializationFailure, .deadlock:
            "Other nodes kept PostgreSQL (\(place)) locked for too long: \(reason). Nothing was stored."
        default:
            "PostgreSQL (\(place)) failed: \(reason)."
        }
    }
}
#endif
