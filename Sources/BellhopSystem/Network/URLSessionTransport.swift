#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import BellhopModel

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
package import Foundation
#endif

/// Requests to the server over `URLSession`: each is sent at once or fails at once, and keeps nothing for the next.
public final class URLSessionTransport: APITransport {
    private let address: ServerLocation
    private let clock: any ClockPort
    private let session: URLSession
    private let exchanges: HTTPExchanges

    /// Of a response, in bytes. A list of asks with their whole input is the largest that the server sends.
    public static let largestResponse = 64 << 20

    public init(
        to address: ServerLocation, clock: any ClockPort = SystemClock(),
        largestResponse: Int = URLSessionTransport.largestResponse
    ) {
        self.address = address
        self.clock = clock
        exchanges = HTTPExchanges(largestBody: largestResponse)
        let configuration = URLSessionConfiguration.ephemeral
        // Whether to send again later is not for the session to decide.
        configuration.waitsForConnectivity = false
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    // Nobody waits for a response any more. What has just ended is not to be cancelled: on Linux that may end the process
    // (swift-corelibs-foundation, "a task that in not in the registry").
    deinit { session.finishTasksAndInvalidate() }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        let sent = URLRequest(request, to: try address.url(for: request.path))
        return try await withThrowingTaskGroup(of: APIResponse.self) { group in
            // The session's own limit begins anew with each byte.
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
#endif
