public import BellhopKit
public import Foundation

/// Answers downloads with responses set by a test, without a web server.
public struct FakeDownloads: DownloadPort {
    private let answer: @Sendable (URL) async throws -> Download

    public init(_ answer: @escaping @Sendable (URL) async throws -> Download) { self.answer = answer }

    public func open(_ url: URL) async throws -> Download { try await answer(url) }
}

extension Download {
    /// A response with its body in these pieces.
    public static func pieces(
        _ pieces: [[UInt8]], status: Int = 200, _ headers: [String: String] = [:]
    ) -> Download {
        let rest = Pieces(pieces)
        return Download(status: status, headers: headers, next: { await rest.next() })
    }
}

private actor Pieces {
    private var rest: ArraySlice<[UInt8]>

    init(_ pieces: [[UInt8]]) { rest = pieces[...] }

    func next() -> [UInt8]? { rest.popFirst() }
}
