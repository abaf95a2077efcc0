import BellhopModel
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// Payloads that nobody would send who means well.
@Suite struct EnrichmentFuzzTests {
    private let enrichment = Enrichment(words: Strings(.english), now: Fixture.start)

    @Test("Payloads with bytes changed, cut and doubled show nothing hidden and nothing too long", arguments: 0..<20)
    func damaged(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sources = try EnrichmentTests.names.map { try EnrichmentTests.file("\($0).in.json") }
        for _ in 0..<200 {
            var bytes = sources[Int.random(in: 0..<sources.count, using: &random)]
            for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(contentsOf: bytes[index...].prefix(30), at: index)
                default: bytes[index] = [UInt8(ascii: "\""), UInt8(ascii: "9"), UInt8(ascii: "[")][Int(seed % 3)]
                }
            }
            guard let payload = try? PushPayload(bytes: bytes) else { continue }
            check(payload)
        }
    }

    @Test("A field of any text, however hostile, is shown safely", arguments: 0..<10)
    func hostileTexts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "\u{0}", "\u{202E}", "\u{200B}", "\u{1B}[2J", "ghp_0123456789abcdefghijklmnopqrstuvwxyz", "\n", "\r\n",
            "👩‍👩‍👧‍👦", "e\u{301}\u{301}\u{301}\u{301}\u{301}", String(repeating: " ", count: 90), "rm -rf /", "а", "⚠ ", "\t",
        ]
        for _ in 0..<60 {
            func text() -> String {
                (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &random)]
                }.joined()
            }
            var payload = PushPayload(aps: APS(alert: PushAlert(title: text(), subtitle: text(), body: text())))
            payload.aps.threadID = text()
            payload.aps.targetContentID = text()
            payload.aps.sound = PushSound(name: text())
            payload.type = [.approval, .complete, .error, .unknown].randomElement(using: &random)
            payload.toolName = text()
            payload.projectName = text()
            payload.errorType = text()
            payload.codePreview = text()
            payload.imageURL = text()
            payload.aps.category = .permissionRequest
            check(payload)
        }
    }

    private func check(_ payload: PushPayload) {
        let content = enrichment.content(of: payload)
        let lines = [content.title, content.subtitle, content.threadID, content.targetContentID ?? ""]
        for text in lines + [content.body] + (content.codePreview?.lines ?? []) {
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
            #expect(!text.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || $0.value == 0x200B })
            #expect(!text.contains("ghp_0123456789abcdefghijklmnopqrstuvwxyz"))
        }
        #expect(lines.allSatisfy { !$0.contains("\n") && $0.count <= 260 })
        #expect(content.body.count <= 1300)
        #expect((0...1).contains(content.relevance))
        #expect((content.badge ?? 0) >= 0)
    }
}
