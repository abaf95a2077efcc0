public import BellhopKit
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Downloads with `URLSession` in the process itself: a background session would outlive the extension.
public struct URLSessionDownload: DownloadPort {
    public init() {}

    public func open(_ url: URL) async throws -> Download {
        let exchange = URLSessionExchange()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.timeoutIntervalForRequest = 30
        let session = URLSession(configuration: configuration, delegate: exchange, delegateQueue: nil)
        let task = session.dataTask(with: url)
        // The session keeps its delegate until it is invalidated.
        session.finishTasksAndInvalidate()
        return try await withTaskCancellationHandler {
            let response = try await exchange.start(task)
            let headers = response.allHeaderFields.reduce(into: [String: String]()) { headers, field in
                if let name = field.key as? String { headers[name.lowercased()] = field.value as? String }
            }
            return Download(status: response.statusCode, headers: headers) {
                try await withTaskCancellationHandler {
                    try await exchange.next()
                } onCancel: {
                    exchange.close()
                }
            } close: {
                exchange.close()
            }
        } onCancel: {
            exchange.close()
        }
    }
}

/// One request of ``URLSessionDownload``: buffers the session's data until it is read. Suspends the task while the
/// buffer is full; where that has no effect, fails before the buffer fills the memory. Mutable state is guarded by
/// `lock`.
final class URLSessionExchange: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private enum End {
        case complete, closed
        case failed(any Error)
    }

    private static let most = 256 * 1024
    private static let tooMuch = 8 * 1024 * 1024
    // swift-corelibs-foundation keeps reading while the task is suspended, and then cannot be cancelled (seen with
    // Swift 6.3, November 2026).
    #if canImport(Darwin)
    private static let canPause = true
    #else
    private static let canPause = false
    #endif

    private let lock = NSLock()
    // Guarded by `lock`.
    private var task: URLSessionDataTask?
    private var response: HTTPURLResponse?
    private var opener: CheckedContinuation<HTTPURLResponse, any Error>?
    private var reader: CheckedContinuation<[UInt8]?, any Error>?
    private var held: [[UInt8]] = []
    private var heldBytes = 0
    private var isPaused = false
    private var end: End?

    /// - Returns: the response's head.
    func start(_ task: URLSessionDataTask) async throws -> HTTPURLResponse {
        try await withCheckedThrowingContinuation { continuation in
            let isClosed = lock.withLock {
                if end != nil { return true }
                self.task = task
                opener = continuation
                return false
            }
            if isClosed {
                task.cancel()
                continuation.resume(throwing: CancellationError())
            } else {
                task.resume()
            }
        }
    }

    /// The next bytes; `nil` at the end.
    func next() async throws -> [UInt8]? {
        try await withCheckedThrowingContinuation { continuation in
            let result: Result<[UInt8]?, any Error>? = lock.withLock {
                if !held.isEmpty { return .success(takeHeld()) }
                switch end {
                case .complete: return .success(nil)
                case .closed: return .failure(CancellationError())
                case .failed(let error): return .failure(error)
                case nil:
                    reader = continuation
                    return nil
                }
            }
            if let result { continuation.resume(with: result) }
        }
    }

    /// Cancels the rest.
    func close() { finish(.closed) }

    private func takeHeld() -> [UInt8] {
        let piece = held.removeFirst()
        heldBytes -= piece.count
        if isPaused, heldBytes < Self.most / 2 {
            isPaused = false
            task?.resume()
        }
        return piece
    }

    /// Buffers the bytes unless a reader waits.
    ///
    /// - Returns: the waiting reader.
    private func handOut(_ bytes: [UInt8]) -> CheckedContinuation<[UInt8]?, any Error>? {
        if end != nil { return nil }
        if let waiting = reader {
            reader = nil
            return waiting
        }
        held.append(bytes)
        heldBytes += bytes.count
        if Self.canPause, heldBytes >= Self.most, !isPaused {
            isPaused = true
            task?.suspend()
        }
        return nil
    }

    private func finish(_ new: End) {
        let (opener, reader, task) = lock.withLock {
            if end == nil { end = new }
            if case .closed = new {
                held = []
                heldBytes = 0
            }
            defer { (self.opener, self.reader, self.task) = (nil, nil, nil) }
            return (self.opener, self.reader, self.task)
        }
        var error: any Error = CancellationError()
        if case .failed(let reason) = new { error = reason }
        opener?.resume(throwing: error)
        if case .complete = new { reader?.resume(returning: nil) } else { reader?.resume(throwing: error) }
        task?.cancel()
    }

    // MARK: Session callbacks

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect itself is the response.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let head = response as? HTTPURLResponse else {
            completionHandler(.cancel)
            return finish(.failed(URLError(.badServerResponse)))
        }
        let opener = lock.withLock {
            defer { self.opener = nil }
            return self.opener
        }
        opener?.resume(returning: head)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let bytes = [UInt8](data)
        lock.withLock { handOut(bytes) }?.resume(returning: bytes)
        if lock.withLock({ heldBytes > Self.tooMuch }) { finish(.failed(URLError(.dataLengthExceedsMaximum))) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finish(error.map(End.failed) ?? .complete)
    }
}
