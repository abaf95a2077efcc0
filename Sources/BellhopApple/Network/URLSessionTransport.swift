#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import BellhopModel
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Requests to the server over `URLSession`.
///
/// Each is sent at once or fails at once, under an assertion that keeps the app running meanwhile. An answer that got
/// no response although the app is in the background is left to the system, which sends it when there is a network,
/// whether the app runs or not.
public final class URLSessionTransport: APITransport {
    private let address: ServerAddress
    private let session: URLSession
    private let exchanges: HTTPExchanges
    private let time: BackgroundTime
    private let uploads: BackgroundUploads?
    private let clock: any ClockPort

    /// Of a response, in bytes. A list of asks with their whole input is the largest that the server sends.
    public static let largestResponse = 64 << 20

    /// - Parameters:
    ///   - uploads: `nil` leaves nothing to the system.
    ///   - configuration: of the session; nothing is kept of one launch for the next.
    public init(
        to address: ServerAddress, time: BackgroundTime = BackgroundTime(), uploads: BackgroundUploads? = nil,
        clock: any ClockPort = SystemClock(), configuration: URLSessionConfiguration = .ephemeral,
        largestResponse: Int = URLSessionTransport.largestResponse
    ) {
        self.address = address
        self.time = time
        self.uploads = uploads
        self.clock = clock
        exchanges = HTTPExchanges(largestBody: largestResponse)
        // Whether to send again later is not for the session to decide.
        configuration.waitsForConnectivity = false
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        let url = try address.url(for: request.path)
        let sending = Task { try await response(to: URLRequest(request, to: url), within: request.timeout) }
        let hold = await time.begin("dev.bellhop.request") { sending.cancel() }
        let result = await withTaskCancellationHandler {
            await sending.result
        } onCancel: {
            sending.cancel()
        }
        if case .failure = result { await leave(request, to: url) }
        await hold.end()
        try Task.checkCancellation()
        return try result.get()
    }

    private func response(to request: URLRequest, within limit: Duration) async throws -> APIResponse {
        try await withThrowingTaskGroup(of: APIResponse.self) { group in
            // The session's own limit begins anew with each byte.
            group.addTask { [clock] in
                try await clock.sleep(until: clock.now + limit)
                throw URLError(.timedOut)
            }
            group.addTask { [exchanges, session] in try await exchanges.response(to: request, over: session) }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }

    private func leave(_ request: APIRequest, to url: URL) async {
        guard let uploads, let end = request.outlivesAppUntil, end > clock.now, await time.isInBackground else { return }
        await uploads.leave(URLRequest(request, to: url), body: request.body, until: end)
    }
}

extension URLRequest {
    init(_ request: APIRequest, to url: URL) {
        self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        httpMethod = request.method.rawValue
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
        httpBody = request.body.isEmpty ? nil : Data(request.body)
    }
}
#endif
