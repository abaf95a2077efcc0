#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import BellhopModel
import BellhopSystem
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The server's events over a WebSocket (`URLSessionWebSocketTask`).
struct WebSocketEvents: EventPort {
    private let address: ServerLocation
    private let clock: any ClockPort

    init(from address: ServerLocation, clock: any ClockPort = SystemClock()) {
        self.address = address
        self.clock = clock
    }

    func events(with key: Secret) async throws -> AsyncStream<ServerEvent> {
        var request = URLRequest(url: try address.url(for: API.events.path, webSocket: true))
        request.timeoutInterval = 15
        request.setValue("Bearer \(key.reveal())", forHTTPHeaderField: "authorization")
        let socket = WebSocket(request)
        try await socket.open()
        return AsyncStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
            // Unstructured: cancelled when the stream's reader stops.
            let reading = Task { [clock] in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await Self.read(socket, into: continuation) }
                    group.addTask { await Self.listen(socket, clock) }
                    await group.next()
                    // Either end closes the connection.
                    socket.close()
                    group.cancelAll()
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in
                reading.cancel()
                socket.close()
            }
        }
    }

    private static func read(_ socket: WebSocket, into continuation: AsyncStream<ServerEvent>.Continuation) async {
        while let frame = try? await socket.receive() {
            // Events of a later version are skipped: the lists are loaded as well.
            if let event = try? CanonicalJSON.decode(ServerEvent.self, from: frame) { continuation.yield(event) }
        }
    }

    /// Pings the server every 30 seconds, and returns when a ping is not answered within ten: a dropped connection
    /// reports no error.
    private static func listen(_ socket: WebSocket, _ clock: any ClockPort) async {
        while (try? await clock.sleep(until: clock.now + .seconds(30))) != nil {
            guard await isAlive(socket, clock) else { return }
        }
    }

    private static func isAlive(_ socket: WebSocket, _ clock: any ClockPort) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await socket.ping() }
            group.addTask {
                try? await clock.sleep(until: clock.now + .seconds(10))
                return false
            }
            let isAlive = await group.next() ?? false
            // Ends the unanswered ping.
            if !isAlive { socket.close() }
            group.cancelAll()
            return isAlive
        }
    }
}

/// One WebSocket connection.
final class WebSocket: NSObject, URLSessionWebSocketDelegate, @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock` after the initializer.
    private var session: URLSession?
    private var task: URLSessionWebSocketTask?
    private var opening: CheckedContinuation<Void, any Error>?
    /// The outcome of opening, kept until ``open()`` waits for it.
    private var opened: Result<Void, any Error>?

    /// The maximum size of an event, in bytes: twice the server's limit for an ask with its whole input.
    private static let largestMessage = 1 << 20

    init(_ request: URLRequest) {
        super.init()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.waitsForConnectivity = false
        configuration.httpCookieStorage = nil
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        let task = session.webSocketTask(with: request)
        task.maximumMessageSize = Self.largestMessage
        self.session = session
        self.task = task
    }

    /// - Throws: ``EventRefusal`` when the server rejected the key; another error when there is no connection.
    func open() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let known = lock.withLock {
                    if opened == nil { opening = continuation }
                    return opened
                }
                if let known { return continuation.resume(with: known) }
                lock.withLock { task }?.resume()
            }
        } onCancel: {
            close()
        }
    }

    func receive() async throws -> [UInt8] {
        guard let task = lock.withLock({ task }) else { throw CancellationError() }
        switch try await task.receive() {
        case .string(let text): return Array(text.utf8)
        case .data(let data): return Array(data)
        @unknown default: return []
        }
    }

    /// - Returns: whether the server answered.
    func ping() async -> Bool {
        guard let task = lock.withLock({ task }) else { return false }
        return await withCheckedContinuation { continuation in
            let pong = CompletionOnce(otherwise: false) { continuation.resume(returning: $0) }
            task.sendPing { pong.call($0 == nil) }
        }
    }

    /// Closes the connection and ends every pending call. Later calls do nothing.
    func close() {
        let (session, task) = lock.withLock {
            defer { (self.session, self.task) = (nil, nil) }
            return (self.session, self.task)
        }
        task?.cancel(with: .goingAway, reason: nil)
        session?.invalidateAndCancel()
        settle(.failure(CancellationError()))
    }

    // MARK: Session callbacks

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) { settle(.success(())) }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) { close() }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let status = (task.response as? HTTPURLResponse)?.statusCode
        settle(.failure(status == 401 ? EventRefusal() : error ?? URLError(.networkConnectionLost)))
        close()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(RedirectRule.next(request, after: task))
    }

    private func settle(_ result: Result<Void, any Error>) {
        let waiting = lock.withLock {
            if opened == nil { opened = result }
            defer { opening = nil }
            return opening
        }
        waiting?.resume(with: result)
    }
}
#endif
