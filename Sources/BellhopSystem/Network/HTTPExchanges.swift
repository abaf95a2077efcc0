#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The requests under way over one session, as its delegate: reads bodies up to a limit, and follows a redirect only
/// where ``RedirectRule`` allows it. Any other redirect is the response.
final class HTTPExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var exchanges: [Int: Exchange] = [:]
    private let largestBody: Int

    private struct Exchange {
        var body: [UInt8] = []
        var continuation: CheckedContinuation<APIResponse, any Error>
    }

    init(largestBody: Int) { self.largestBody = largestBody }

    func response(to request: URLRequest, over session: URLSession) async throws -> APIResponse {
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                lock.withLock { exchanges[task.taskIdentifier] = Exchange(continuation: continuation) }
                // Cancelled before or after this, the task ends with an error, and the delegate hears of it.
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = lock.withLock {
            exchanges[dataTask.taskIdentifier]?.body += data
            return exchanges[dataTask.taskIdentifier].map { $0.body.count > largestBody } ?? false
        }
        guard isTooLarge else { return }
        finish(dataTask, .failure(URLError(.dataLengthExceedsMaximum)))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return finish(task, .failure(error)) }
        guard let response = task.response as? HTTPURLResponse else {
            return finish(task, .failure(URLError(.badServerResponse)))
        }
        finish(task, .success(response))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(RedirectRule.next(request, after: task))
    }

    private func finish(_ task: URLSessionTask, _ result: Result<HTTPURLResponse, any Error>) {
        guard let exchange = lock.withLock({ exchanges.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.continuation.resume(with: result.map { APIResponse($0, body: exchange.body) })
    }
}

extension APIResponse {
    fileprivate init(_ response: HTTPURLResponse, body: [UInt8]) {
        let headers = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        self.init(
            status: response.statusCode, headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }),
            body: body)
    }
}
#endif
