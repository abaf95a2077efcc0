import BellhopSystem
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// Helpers of the attachment tests.
enum Attachments {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 7, count: 2000)
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 100)
    static let limits = AttachmentLimits(
        image: 100_000, audio: 50_000, video: 200_000, time: .seconds(8), allowsLoopback: true)

    /// A folder of its own for each test, gone afterwards.
    static func inFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bellhop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    static func files(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    /// The failure of fetching `url`.
    static func failure(
        of url: URL, _ port: any DownloadPort = URLSessionDownload(), limits: AttachmentLimits = limits,
        clock: ManualClock = ManualClock(), in folder: URL
    ) async throws -> AttachmentFailure? {
        let fetch = AttachmentFetch(port, clock: clock, limits: limits, folder: folder)
        do {
            let file = try await fetch.file(for: AttachmentRequest(url: url))
            Issue.record("\(file) was fetched")
            return nil
        } catch let failure as AttachmentFailure {
            return failure
        }
    }
}
