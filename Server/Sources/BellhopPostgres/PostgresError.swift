#if Postgres
public import BellhopSQL
import CPostgres

/// An error of PostgreSQL or of the connection to it, without the arguments of the statement, which may contain secrets.
public struct PostgresError: SQLError, Hashable, Sendable, CustomStringConvertible {
    /// The conditions that callers distinguish (https://www.postgresql.org/docs/current/errcodes-appendix.html).
    public enum Code: Hashable, Sendable {
        /// The server refuses connections or cannot be reached, or the connection is lost.
        case connectionFailure
        /// The server is starting, stopping or recovering.
        case shutdown
        case tooManyConnections
        case invalidPassword
        case unknownDatabase
        case insufficientPrivilege
        /// A server, database or connection string that this driver does not support.
        case unsupported
        case serializationFailure
        case deadlock
        case lockTimeout
        case uniqueViolation
        case cancelled
        case readOnly
        case diskFull
        case outOfMemory
        /// The connection was lost during COMMIT, and the transaction was rolled back.
        case lostCommit
        /// The connection was lost during COMMIT, and the transaction may be committed.
        case unknownOutcome
        /// A migration changed the columns of a prepared statement, which is prepared again at its next use.
        case stalePlan
    }

    /// The five characters of the SQLSTATE.
    public var sqlState: String
    public var message: String
    /// The name of the violated constraint.
    public var constraint: String?
    /// Indicates whether a concurrent transaction prevented this one, which should then be run again.
    ///
    /// Includes unique violations inside ``PostgresConnection/transaction(_:)``: the transaction may have looked for the
    /// row before a concurrent one inserted it. A violation without a concurrent transaction fails again each time, so
    /// callers must limit their attempts.
    public var isConflict: Bool
    private let isStalePlan: Bool

    init(_ sqlState: String, _ message: String, isConflict: Bool = false) {
        self.sqlState = sqlState
        self.message = message
        self.isConflict = isConflict || sqlState == "40001" || sqlState == "40P01"
        isStalePlan = false
    }

    /// - Parameters:
    ///   - result: the failed result of a statement. An error without SQLSTATE is one of libpq: a lost connection.
    ///   - isInTransaction: whether the statement was part of a transaction that can be run again.
    init(_ result: OpaquePointer, isInTransaction: Bool) {
        func field(_ name: Character) -> String? {
            PQresultErrorField(result, Int32(name.asciiValue!)).map { String(cString: $0) }
        }
        sqlState = field("C") ?? "08006"
        // Only data exceptions quote values in their primary message; all others do so in the detail.
        message =
            sqlState.hasPrefix("22")
            ? "a value is invalid"
            : field("M") ?? Self.line(String(cString: PQresultErrorMessage(result)))
        constraint = field("n")
        // The message is translated, the name of the function is not.
        isStalePlan = sqlState == "0A000" && field("R") == "RevalidateCachedQuery"
        isConflict =
            sqlState == "40001" || sqlState == "40P01" || isStalePlan || (sqlState == "23505" && isInTransaction)
    }

    /// The state of a connection that could not be opened or is lost. Messages of libpq do not contain the password.
    init(connection handle: OpaquePointer?) {
        let text = handle.map { String(cString: PQerrorMessage($0)) } ?? "out of memory"
        // Verbose messages have the form `FATAL:  28P01: password authentication failed`.
        var state: String?
        var parts: [Substring] = []
        for part in text.split(separator: ": ") {
            let code = part.drop { $0 == " " }
            if code.utf8.count == 5, code.utf8.allSatisfy(Self.isDigitOrCapital) {
                state = String(code)
            } else {
                parts.append(part)
            }
        }
        if state == nil, text.contains("session is read-only") || text.contains("hot standby") { state = "25006" }
        self.init(state ?? "08001", Self.line(parts.joined(separator: ": ")))
    }

    /// Joins the lines of `text`, without the place in PostgreSQL's source.
    private static func line(_ text: String) -> String {
        text.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }.map { $0.drop { $0 == " " || $0 == "\t" } }
            .joined(separator: " ")
    }

    private static func isDigitOrCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// `nil` for a state that no caller distinguishes.
    public var code: Code? {
        switch sqlState {
        case "08007": .unknownOutcome
        case "0A000": isStalePlan ? .stalePlan : .unsupported
        case "25006": .readOnly
        case "25P03": .connectionFailure
        case "28000", "28P01": .invalidPassword
        case "3D000": .unknownDatabase
        case "40000": .lostCommit
        case "40001": .serializationFailure
        case "40P01": .deadlock
        case "42501": .insufficientPrivilege
        case "23505": .uniqueViolation
        case "53100": .diskFull
        case "53200": .outOfMemory
        case "53300": .tooManyConnections
        case "55P03": .lockTimeout
        case "57014": .cancelled
        case "57P01", "57P02", "57P03": .shutdown
        default: sqlState.hasPrefix("08") ? .connectionFailure : nil
        }
    }

    public var isCancellation: Bool { code == .cancelled }

    public var description: String { "\(message) (SQLSTATE \(sqlState))" }
}
#endif
