import BellhopModel
import BellhopSystem
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// The rules of attachments, without a network.
@Suite struct AttachmentRuleTests {
    @Test(
        "Attachments are fetched only from public https addresses without a password",
        arguments: [
            ("https://example.com/a.png", true), ("HTTPS://EXAMPLE.COM:8443/a", true), ("https://8.8.8.8/", true),
            ("https://[2606:4700::1111]/", true), ("http://example.com/a.png", false), ("file:///etc/passwd", false),
            ("data:image/png;base64,AAAA", false), ("https://u@example.com/", false),
            ("https://u:p@example.com/", false),
            ("https://localhost/", false), ("https://LOCALHOST./", false), ("https://a.localhost/", false),
            ("https://printer/", false), ("https://nas.local/", false), ("https://nas.home.arpa/", false),
            ("https://127.0.0.1/", false), ("https://127.1/", false), ("https://2130706433/", false),
            ("https://0x7f.0.0.1/", false), ("https://0177.0.0.1/", false), ("https://10.1.2.3/", false),
            ("https://172.31.0.1/", false), ("https://172.32.0.1/", true), ("https://192.168.0.1/", false),
            ("https://169.254.169.254/latest", false), ("https://100.64.0.1/", false), ("https://0.0.0.0/", false),
            ("https://224.0.0.1/", false), ("https://[::1]/", false), ("https://[::]/", false),
            ("https://[fe80::1]/", false), ("https://[fd00::1]/", false), ("https://[::ffff:10.0.0.1]/", false),
            ("https://[64:ff9b::a00:1]/", false), ("https://[ff02::1]/", false),
        ])
    func addresses(text: String, isAllowed: Bool) {
        let url = URL(string: text)
        #expect((url.flatMap { AttachmentAddress($0, AttachmentLimits()) } != nil) == isAllowed)
    }

    @Test("Private hosts and a list of hosts can be allowed")
    func choices() throws {
        let home = try #require(URL(string: "https://nas.local/a.png"))
        let away = try #require(URL(string: "https://example.com/a.png"))
        #expect(AttachmentAddress(home, AttachmentLimits(allowsPrivateHosts: true)) != nil)
        #expect(AttachmentAddress(away, AttachmentLimits(hosts: ["cdn.example.com"])) == nil)
        #expect(AttachmentAddress(away, AttachmentLimits(hosts: ["example.com"])) != nil)
        let plain = try #require(URL(string: "http://nas.local/a.png"))
        #expect(AttachmentAddress(plain, AttachmentLimits(allowsPrivateHosts: true, allowsLoopback: true)) == nil)
    }

    @Test(
        "The type is determined by the first bytes",
        arguments: [
            ("GIF89a", AttachmentType.gif), ("RIFF....WAVEfmt ", .wav), ("RIFF....AVI LIST", .avi),
            ("FORM....AIFFCOMM", .aiff), ("....ftypheic....", .heic), ("....ftypM4A ....", .m4a),
            ("....ftypisom....", .mp4), ("....ftypM4V ....", .m4v), ("ID3.............", .mp3),
        ])
    func magic(_ head: String, _ type: AttachmentType) {
        #expect(AttachmentType(head: Array(head.utf8)) == type)
    }

    @Test("Data that cannot be attached has no type")
    func noType() {
        for head in [
            "", "G", "RIFF....WEBPVP8 ", "....ftypqt  ....", "%PDF-1.7 aaaaaaa", "MZaaaaaaaaaaaaaa",
            "<?xml version=\"1.",
        ] {
            #expect(AttachmentType(head: Array(head.utf8)) == nil)
        }
        #expect(AttachmentType(head: [0xFF, 0xFB, 0x90]) == .mp3)
        #expect(AttachmentType(head: [0xFF, 0xFF, 0xFF]) == nil)
        #expect(AttachmentType(head: [0xFF, 0xFE, 0x41]) == nil)
    }

    @Test("A content type may have parameters, any case or be missing, but must not contradict the bytes")
    func contentTypes() {
        #expect(AttachmentType(contentType: " Image/PNG ; charset=x", head: Attachments.png) == .png)
        #expect(AttachmentType(contentType: nil, head: Attachments.png) == .png)
        #expect(AttachmentType(contentType: "binary/octet-stream", head: Attachments.png) == .png)
        #expect(AttachmentType(contentType: "audio/mp4", head: Array("....ftypisom....".utf8)) == .m4a)
        #expect(AttachmentType(contentType: "audio/mpeg", head: Attachments.png) == nil)
    }

    @Test("No limit exceeds Apple's, and an extension's limits are lower")
    func limits() {
        let most = AttachmentLimits()
        #expect((most.image, most.audio, most.video) == (10_000_000, 5_000_000, 50_000_000))
        let least = AttachmentLimits.forExtension
        #expect(least.image < most.image && least.video < most.video && least.time < ServiceLimits().budget)
    }

    @Test("Pieces of one byte, and everything in one piece, make the same file", arguments: [1, 3, 5000])
    func pieces(_ size: Int) async throws {
        try await Attachments.inFolder { folder in
            let bytes = Attachments.png
            let port = FakeDownloads { _ in
                .pieces(
                    stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) })
            }
            let fetch = AttachmentFetch(port, clock: ManualClock(), folder: folder)
            let url = try #require(URL(string: "https://example.com/a"))
            let file = try await fetch.file(for: AttachmentRequest(url: url))
            #expect([UInt8](try Data(contentsOf: file.url)) == bytes)
            #expect(Attachments.files(in: folder) == [file.url.lastPathComponent])
        }
    }

    @Test("A missing folder gives no attachment and no crash")
    func noFolder() async throws {
        let port = FakeDownloads { _ in .pieces([Attachments.png]) }
        let url = try #require(URL(string: "https://example.com/a"))
        let folder = URL(fileURLWithPath: "/nowhere/at/all")
        #expect(try await Attachments.failure(of: url, port, in: folder) == .storage)
    }
}

/// Helpers of the attachment tests.
enum Attachments {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 7, count: 2000)
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 100)
    static let limits = AttachmentLimits(
        image: 100_000, audio: 50_000, video: 200_000, time: .seconds(8), allowsLoopback: true)

    /// Runs a test with a temporary folder.
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
