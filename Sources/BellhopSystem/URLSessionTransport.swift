#if canImport(UIKit) && !os(watchOS)
package import BellhopKit
import BellhopModel

#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// A transport over `URLSession` that keeps no cookies, caches or credentials. Without a network a request fails at
/// once.
package final class URLSessionTransport: APITransport {
    private let address: ServerLocation
    private let clock: any ClockPort
    private let session: URLSession
    private let exchanges: HTTPExchanges

    /// The maximum size of a response, in bytes. The server's largest response is a list of asks with their whole
    /// input.
    package static let largestResponse = 64 << 20

    package init(
        to address: ServerLocation, clock: any ClockPort = SystemClock(),
        largestResponse: Int = URLSessionTransport.largestResponse
    ) {
        self.address = address
        self.clock = clock
        exchanges = HTTPExchanges(largestBody: largestResponse)
        let configuration = URLSessionConfiguration.ephemeral
        // Retries are made by the queues above the transport.
        configuration.waitsForConnectivity = false
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    // No call waits for a response any more. A task that has just ended must not be cancelled: on Linux that may crash
    // (swift-corelibs-foundation, "a task that in not in the registry").
    deinit { session.finishTasksAndInvalidate() }

    package func send(_ request: APIRequest) async throws -> APIResponse {
        let sent = URLRequest(request, to: try address.url(for: request.path))
        return try await withThrowingTaskGroup(of: APIResponse.self) { group in
            // The session's own timeout restarts with each byte.
            group.addTask { [clock] in
                try await clock.sleep(until: clock.now + request.timeout)
                throw URLError(.timedOut)
            }
            group.addTask { [exchanges, session] in try await exchanges.response(to: sent, over: session) }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }
}

extension URLRequest {
    package init(_ request: APIRequest, to url: URL) {
        self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        httpMethod = request.method.rawValue
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
        httpBody = request.body.isEmpty ? nil : Data(request.body)
    }
}

/// The delegate of a session with its running requests: reads bodies up to a limit, and follows a redirect only when
/// ``RedirectRule`` allows it. Any other redirect is the response.
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
                // A task that is cancelled before or after this ends with an error, which the delegate receives.
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

extension RedirectRule {
    /// The request that follows a redirect; `nil` makes the redirect itself the response.
    package static func next(_ request: URLRequest, after task: URLSessionTask) -> URLRequest? {
        guard let original = task.originalRequest, let origin = original.url, let target = request.url,
            allows(from: origin.absoluteString, method: original.httpMethod ?? "GET", to: target.absoluteString)
        else { return nil }
        return request
    }
}
#endif
