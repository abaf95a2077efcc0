public import BellhopKit
public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Downloads with `URLSession`, in the process itself: a background session would outlive the extension.
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
