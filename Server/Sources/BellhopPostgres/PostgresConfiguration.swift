#if Postgres
import CPostgres

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The database and the limits of connections to it. Its descriptions do not contain the password.
public struct PostgresConfiguration: Sendable {
    /// The longest wait for a lock of another transaction.
    public var lockTimeout = Duration.seconds(10)
    /// The longest pause between two statements of a transaction. A node that freezes or is cut off loses its locks
    /// after it.
    public var idleTransactionTimeout = Duration.seconds(5)
    /// The longest wait for the reply to BEGIN, COMMIT or ROLLBACK, which wait for no lock, and to the first statements of
    /// a connection. The connection is given up then.
    public var replyTimeout = Duration.seconds(10)
    /// The longest wait for the reply to the cancellation of a statement. The connection is given up then.
    public var cancellationTimeout = Duration.seconds(2)
    /// The longest search for the outcome of a transaction whose connection is lost during COMMIT.
    public var outcomeTimeout = Duration.seconds(15)

    private let parameters: [(keyword: String, value: String)]

    /// Values for parameters that neither the connection string nor the environment has. A dead peer is noticed after
    /// about 25 seconds, and of several hosts the one that accepts writes is used.
    private static let defaults = [
        ("connect_timeout", "5"), ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "20000"), ("target_session_attrs", "read-write"),
        ("fallback_application_name", "bellhop"),
    ]

    /// - Parameter connectionString: a URL `postgres://user:password@host/database` or `key=value` pairs
    ///   (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING). Other parameters come from the
    ///   environment, as with psql.
    /// - Throws: ``PostgresError`` when it is malformed.
    public init(_ connectionString: String) throws {
        // libpq's message would quote parts of the string, possibly of the password.
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(connectionString, &message) else {
            PQfreemem(message)
            throw PostgresError("0A000", "the connection string is neither a valid URL nor valid key=value pairs")
        }
        defer { PQconninfoFree(options) }
        var parameters: [(keyword: String, value: String)] = []
        var absent: Set<String> = []
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                parameters.append((String(cString: keyword), String(cString: value)))
            } else if option.pointee.envvar.flatMap({ getenv($0) }) == nil {
                absent.insert(String(cString: keyword))
            }
            option += 1
        }
        // An unescaped password that libpq takes for something else would be part of its messages.
        let places = ["host", "hostaddr", "port", "dbname"]
        guard !parameters.contains(where: { places.contains($0.keyword) && $0.value.contains("@") }) else {
            throw PostgresError(
                "0A000",
                "a host, port or database contains '@'; in a password of a URL, '@' must be %40 and '/' must be %2F")
        }
        parameters += Self.defaults.filter { absent.contains($0.0) }.map { ($0.0, $0.1) }
        parameters.removeAll { $0.keyword == "client_encoding" }
        parameters.append(("client_encoding", "UTF8"))
        self.parameters = parameters
    }

    /// Opens a connection that prints no notices.
    ///
    /// - Throws: ``PostgresError``.
    func connect() throws -> OpaquePointer {
        let keywords = parameters.map { strdup($0.keyword) }
        let values = parameters.map { strdup($0.value) }
        defer { (keywords + values).forEach { free($0) } }
        let handle = PQconnectStartParams(
            keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 0)
        guard let handle else { throw PostgresError(connection: nil) }
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        // The SQLSTATE of a refused connection is only part of its message, and only of a verbose one. Verbosity can be
        // set on a started connection only, and `PQreset` then connects as `PQconnectdb` does: with a timeout for each
        // host.
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        PQreset(handle)
        guard PQstatus(handle) == CONNECTION_OK else {
            defer { PQfinish(handle) }
            throw PostgresError(connection: handle)
        }
        return handle
    }
}

extension PostgresConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The host, port, database and user, as far as the connection string has them.
    public var description: String {
        parameters.filter { ["host", "port", "dbname", "user"].contains($0.keyword) }
            .map { "\($0.keyword)=\($0.value)" }.joined(separator: " ")
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: [("description", description)]) }
}
#endif
