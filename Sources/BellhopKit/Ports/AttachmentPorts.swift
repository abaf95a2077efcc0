public import BellhopFoundation

/// Fetches a file over HTTP without following redirects, in pieces, so that the kit can check each before the next.
///
/// An implementation follows no redirect, stores no cookie and sends no credential. It buffers only a few unread
/// pieces, because a service extension has 24 MB of memory.
public protocol DownloadPort: Sendable {
    /// Requests `url` with GET, and returns when the head of the response has arrived. Redirects are returned like
    /// other responses.
    ///
    /// - Throws: any error when no response arrived; `CancellationError` when the task was cancelled.
    func open(_ url: URL) async throws -> Download
}

/// A response whose body is read in pieces.
public struct Download: Sendable {
    public let status: Int
    /// The headers by lower-case name.
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

    /// - Throws: when the connection was lost before the end; `CancellationError` when the task was cancelled.
    public func next() async throws -> [UInt8]? { try await read() }

    public func close() { stop() }
}

/// Draws code as a picture (`UIGraphicsImageRenderer`) to attach to a notification.
public protocol CodePicturePort: Sendable {
    /// - Parameter folder: the folder for the file, which gets a unique name.
    /// - Returns: a PNG file; `nil` when it could not be drawn.
    func draw(_ preview: CodePreview, in folder: URL) async -> URL?
}

/// Code that is truncated to the size of a picture, and sanitized.
public struct CodePreview: Codable, Hashable, Sendable {
    /// At most ``mostLines`` of at most ``longestLine`` characters each, without tabs.
    public let lines: [String]
    /// The number of omitted lines.
    public let linesLeftOut: Int

    public static let mostLines = 12
    public static let longestLine = 64

    public init(lines: [String], linesLeftOut: Int = 0) {
        self.lines = lines
        self.linesLeftOut = linesLeftOut
    }
}
