#if Postgres
import BellhopSQL
import CPostgres
import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Receives the notifications of one channel, sent with `SELECT pg_notify(channel, payload)`.
///
/// It has its own connection, which it replaces after a loss. It stops when it is released.
public final class PostgresListener: Sendable {
    public enum Event: Hashable, Sendable {
        /// Notifications arrive from now on. Those before may be missed, so state must be read now. Reported at the
        /// start and after each loss.
        case connected
        case notification(String)
        /// The connection could not be opened, or is lost.
        case disconnected(PostgresError)
    }

    private let stopSignal: StopSignal

    /// - Parameters:
    ///   - delay: the pause before the attempt after so many failures, at least 1.
    ///   - receive: called on the thread of the listener, one event after the other.
    /// - Throws: ``PostgresError`` when the process has too many open files.
    public init(
        _ configuration: PostgresConfiguration, channel: String,
        delay: @escaping @Sendable (Int) -> Duration = PostgresListener.delay(afterFailures:),
        receive: @escaping @Sendable (Event) -> Void
    ) throws {
        let signal = try StopSignal()
        stopSignal = signal
        DispatchQueue(label: "bellhop.store.listener").async {
            var failures = 0
            while !signal.isSet(within: 0) {
                do {
                    let connection = try PostgresConnection(configuration)
                    connection.statementTimeout = configuration.replyTimeout
                    try connection.execute(script: "LISTEN \(Self.quoted(channel))")
                    failures = 0
                    receive(.connected)
                    try Self.receiveNotifications(of: connection, until: signal, receive)
                } catch let error as PostgresError {
                    guard !signal.isSet(within: 0) else { return }
                    receive(.disconnected(error))
                } catch {}
                failures += 1
                if signal.isSet(within: Int32(delay(failures).milliseconds)) { return }
            }
        }
    }

    deinit { stop() }

    /// Ends the delivery of events. One that is just being delivered is not interrupted.
    public func stop() { stopSignal.set() }

    /// 0.1 seconds after the first failure, doubled with each one, at most 5 seconds. Up to half of it is random, so
    /// that nodes do not connect at the same moment.
    public static func delay(afterFailures failures: Int) -> Duration {
        let longest = min(5000, 100 << min(failures - 1, 6))
        return .milliseconds(Int.random(in: longest / 2...longest))
    }

    /// Returns when `signal` is set, and throws when the connection is lost.
    private static func receiveNotifications(
        of connection: PostgresConnection, until signal: StopSignal, _ receive: (Event) -> Void
    ) throws {
        let handle = connection.handle
        while true {
            while let notification = PQnotifies(handle) {
                defer { PQfreemem(notification) }
                receive(.notification(String(cString: notification.pointee.extra)))
                if signal.isSet(within: 0) { return }
            }
            var entries = [
                pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0),
                pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&entries, 2, -1)
            if entries[1].revents != 0 { return }
            guard entries[0].fd >= 0, entries[0].revents == 0 || PQconsumeInput(handle) == 1 else {
                throw PostgresError(connection: handle)
            }
        }
    }

    private static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

/// A flag for which `poll` can wait: a pipe that is closed at one end.
private final class StopSignal: Sendable {
    let descriptor: Int32
    private let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw PostgresError("53000", "a pipe cannot be opened: error \(errno)") }
        (descriptor, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    func set() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    func isSet(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }
}
#endif
