import NIOCore
import Synchronization

/// The connections of a client that no call uses: idle ones, and one that was opened before the first call.
final class Connections: Sendable {
    private struct Idle: Sendable {
        let connection: HTTPConnection
        let since: NIODeadline

        func isFresh(_ oldest: NIODeadline) -> Bool { connection.isOpen && since >= oldest }
    }

    /// The result of an early connection attempt, and its time.
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
    /// The maximum number of idle connections; more remain only after a burst.
    private static let mostIdle = 8

    private let connector: Connector
    private let state = Mutex(State())
    private let now: @Sendable () -> NIODeadline

    init(_ connector: Connector, now: @escaping @Sendable () -> NIODeadline = { .now() }) {
        self.connector = connector
        self.now = now
    }

    /// Opens a connection, unless there is one or one is being opened.
    func openEarly() {
        let oldest = now() - Self.longestWait
        state.withLock { state in
            guard !state.isShutDown, state.opening == nil, !state.idle.contains(where: { $0.isFresh(oldest) }) else {
                return
            }
            // Unstructured: the task ends with the connection, which a call takes or the shutdown closes.
            state.opening = Task { [connector, now] in
                do {
                    return Early(outcome: .success(try await HTTPConnection(connector)), at: now())
                } catch {
                    return Early(outcome: .failure(error), at: now())
                }
            }
        }
    }

    /// Takes a connection that is open or being opened.
    ///
    /// - Returns: `nil` when there is no usable connection.
    /// - Throws: errors of a connection attempt that was still in progress.
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
            // An attempt that failed before this call says nothing about the server's current state.
            guard early.at >= start else { return nil }
            throw error
        }
    }

    func open() async throws -> HTTPConnection { try await HTTPConnection(connector) }

    /// The most recently used idle connection, after closing unusable ones.
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

    /// Opens and keeps no further connections. Open ones are closed with the connector.
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
