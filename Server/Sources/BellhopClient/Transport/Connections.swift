import NIOCore
import Synchronization

/// The connections of a client that no call has: those that wait for the next one, and one that may be on its way before
/// there is a call for it.
final class Connections: Sendable {
    private struct Idle: Sendable {
        let connection: HTTPConnection
        let since: NIODeadline

        func isFresh(_ oldest: NIODeadline) -> Bool { connection.isOpen && since >= oldest }
    }

    /// The result of connecting early, and its time.
    private struct Early: Sendable {
        let outcome: Result<HTTPConnection, any Error>
        let at: NIODeadline
    }

    private struct State {
        var idle: [Idle] = []
        var opening: Task<Early, Never>?
        var isShutDown = false
    }

    /// The idle time after which a middlebox may have dropped a connection without notice.
    private static let longestWait = TimeAmount.seconds(15)
    /// More than these are left over from a burst.
    private static let mostIdle = 8

    private let connector: Connector
    private let state = Mutex(State())
    private let now: @Sendable () -> NIODeadline

    init(_ connector: Connector, now: @escaping @Sendable () -> NIODeadline = { .now() }) {
        self.connector = connector
        self.now = now
    }

    /// Begins to connect, unless there is a connection or one on its way.
    func openEarly() {
        let oldest = now() - Self.longestWait
        state.withLock { state in
            guard !state.isShutDown, state.opening == nil, !state.idle.contains(where: { $0.isFresh(oldest) }) else {
                return
            }
            // Unstructured: it ends with the connection, which a call takes over or the shutdown closes.
            state.opening = Task { [connector, now] in
                do {
                    return Early(outcome: .success(try await HTTPConnection(connector)), at: now())
                } catch {
                    return Early(outcome: .failure(error), at: now())
                }
            }
        }
    }

    /// A connection that is there or on its way.
    ///
    /// - Returns: `nil` when there is none, and none that could be used.
    /// - Throws: what connecting throws, when it was still under way.
    func take() async throws -> HTTPConnection? {
        if let idle = takeIdle() { return idle }
        let start = now()
        guard let opening = state.withLock({ $0.opening.take() }) else { return nil }
        let early = await withTaskCancellationHandler {
            await opening.value
        } onCancel: {
            opening.cancel()
        }
        switch early.outcome {
        case .success(let connection):
            guard Idle(connection: connection, since: early.at).isFresh(now() - Self.longestWait) else {
                connection.close()
                return nil
            }
            return connection
        case .failure(let error):
            // A connection that failed before this call does not show the server's present state.
            guard early.at >= start else { return nil }
            throw error
        }
    }

    func open() async throws -> HTTPConnection { try await HTTPConnection(connector) }

    /// The one that was used last; others have to be closed.
    private func takeIdle() -> HTTPConnection? {
        let oldest = now() - Self.longestWait
        let (found, stale) = state.withLock { state in
            let stale = state.idle.filter { !$0.isFresh(oldest) }
            state.idle.removeAll { !$0.isFresh(oldest) }
            return (state.idle.popLast()?.connection, stale)
        }
        for one in stale { one.connection.close() }
        return found
    }

    func put(_ connection: HTTPConnection) {
        let idle = Idle(connection: connection, since: now())
        let superfluous: HTTPConnection? = state.withLock { state in
            guard !state.isShutDown else { return connection }
            state.idle.append(idle)
            return state.idle.count > Self.mostIdle ? state.idle.removeFirst().connection : nil
        }
        superfluous?.close()
    }

    /// Nothing is opened or kept from here on. What is open ends with the connector.
    func shutdown() async {
        let opening = state.withLock { state in
            state.isShutDown = true
            state.idle.removeAll()
            return state.opening.take()
        }
        opening?.cancel()
        _ = await opening?.value
    }
}
