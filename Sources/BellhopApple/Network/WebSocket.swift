#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import BellhopSystem
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One connection.
final class WebSocket: NSObject, URLSessionWebSocketDelegate, @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`, but for their one setting in the initialiser.
    private var session: URLSession?
    private var task: URLSessionWebSocketTask?
    private var opening: CheckedContinuation<Void, any Error>?
    /// What came of opening it, when that was before anybody waited.
    private var opened: Result<Void, any Error>?

    /// Of one event, in bytes: an ask with its whole input, which the server limits to half as much.
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

    /// - Throws: ``EventRefusal`` when the server turned the key down; anything else when there is no connection.
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

    /// - Returns: whether the other side answered.
    func ping() async -> Bool {
        guard let task = lock.withLock({ task }) else { return false }
        return await withCheckedContinuation { continuation in
            let pong = CompletionOnce(otherwise: false) { continuation.resume(returning: $0) }
            task.sendPing { pong.call($0 == nil) }
        }
    }

    /// Ends it, and whatever waits for it. More than once does nothing.
    func close() {
        let (session, task) = lock.withLock {
            defer { (self.session, self.task) = (nil, nil) }
            return (self.session, self.task)
        }
        task?.cancel(with: .goingAway, reason: nil)
        session?.invalidateAndCancel()
        settle(.failure(CancellationError()))
    }

    // MARK: What the session calls

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
