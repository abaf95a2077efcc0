public import Foundation

/// Fetches a file over HTTP, one hop and one piece at a time, so that the kit can look at each before the next.
///
/// An implementation follows no redirect, keeps no cookie and sends no credential. It holds only a few pieces that
/// no reader has taken: a service extension has 24 MB of memory.
public protocol DownloadPort: Sendable {
    /// Asks for `url` with GET and gives what was answered as soon as its head is there, a redirect like anything else.
    ///
    /// - Throws: any error when no answer came; `CancellationError` when the task was cancelled.
    func open(_ url: URL) async throws -> Download
}

/// The response, whose body is read piece by piece.
public struct Download: Sendable {
    public let status: Int
    /// By lower-case name.
    public let headers: [String: String]
    private let read: @Sendable () async throws -> [UInt8]?
    private let stop: @Sendable () -> Void

    /// - Parameters:
    ///   - next: the next piece of the body; `nil` at its end.
    ///   - close: discards the rest of the body. May be called more than once, also at the end.
    public init(
        status: Int, headers: [String: String] = [:], next: @escaping @Sendable () async throws -> [UInt8]?,
        close: @escaping @Sendable () -> Void = {}
    ) {
        self.status = status
        self.headers = headers
        read = next
        stop = close
    }

    /// - Throws: when the connection broke before the end; `CancellationError` when the task was cancelled.
    public func next() async throws -> [UInt8]? { try await read() }

    public func close() { stop() }
}
