import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// The content shown for a payload.
@Suite struct EnrichmentTests {
    private let enrichment = Enrichment(strings: Strings(.english), now: Fixture.start)

    static let names = [
        "agent-approval", "agent-question", "agent-complete", "content-message", "content-new-item",
        "content-rich-reminder", "pattern-message", "pattern-reminder", "rich-complete", "rich-error",
        "rich-permission", "apple-localised", "hostile", "expired", "empty",
    ]

    @Test("Enrichment of each golden payload equals its golden file, for every dialect", arguments: names)
    func golden(_ name: String) throws {
        let payload = try PushPayload(bytes: try Self.file("\(name).in.json"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let shown = String(decoding: try encoder.encode(enrichment.content(of: payload)), as: UTF8.self) + "\n"
        let expected = String(decoding: try Self.file("\(name).out.json"), as: UTF8.self)
        #expect(shown == expected)
    }

    @Test("Every golden payload is tested")
    func allFiles() throws {
        let folder = try #require(Bundle.module.resourceURL?.appendingPathComponent("Golden/enrichment"))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.filter { $0.hasSuffix(".in.json") }.sorted() == Self.names.map { "\($0).in.json" }.sorted())
    }

    @Test("A text that the system localized stays")
    func localised() throws {
        let payload = try PushPayload(bytes: try Self.file("apple-localised.in.json"))
        let content = enrichment.content(
            of: payload, over: OriginalText(title: "Spiel", subtitle: "Runde 1", body: "Jo gegen Ann"))
        #expect(content.title == "Spiel")
        #expect(content.subtitle == "Runde 1")
        #expect(content.body == "Jo gegen Ann")
    }

    @Test(
        "The relevance is always between 0 and 1",
        arguments: [(-1, 0), (0.25, 0.25), (7, 1), (Double.infinity, 0), (-.infinity, 0), (.nan, 0)])
    func relevance(given: Double, shown: Double) {
        var payload = PushPayload(aps: APS(alert: PushAlert(title: "T")), type: .message)
        payload.aps.relevanceScore = given
        #expect(enrichment.content(of: payload).relevance == shown)
    }

    @Test("An ask interrupts unless its sender lowers its interruption level")
    func levels() {
        for (given, shown) in [
            (nil, InterruptionLevel.timeSensitive), (.active, .timeSensitive), (.passive, .passive),
        ] as [(InterruptionLevel?, InterruptionLevel)] {
            var payload = PushPayload(aps: APS(alert: PushAlert(title: "T"), interruptionLevel: given), type: .approval)
            payload.aps.sound = .default
            let content = enrichment.content(of: payload)
            #expect(content.interruptionLevel == shown)
            #expect((content.sound == nil) == (shown == .passive))
        }
    }

    @Test("The number of files is singular or plural, in the user's language")
    func plurals() {
        var payload = PushPayload(type: .complete)
        payload.filesChanged = 1
        #expect(enrichment.content(of: payload).subtitle == "1 file changed")
        payload.filesChanged = 5
        #expect(
            Enrichment(strings: Strings(.german), now: Fixture.start).content(of: payload).subtitle
                == "5 Dateien geändert")
        payload.filesChanged = -3
        #expect(enrichment.content(of: payload).subtitle == "")
    }

    @Test("A warning that the server added is not added twice")
    func evidenceIsIdempotent() {
        let once = DisplayText.review("sudo іnstall \u{202E}x", characters: 600)
        #expect(once.hasPrefix("⚠ "))
        #expect(ReviewText(once).lines == once)
    }

    @Test("A forged warning hides no real one")
    func forgedWarning() {
        let text = ReviewText("⚠ nothing to see\nrm \u{202E}x").lines
        #expect(text.hasPrefix("⚠ characters that reverse the text\n⚠ nothing to see\n"))
    }

    @Test("An approval with hidden content is shown as pushed, without its Approve button")
    func hiddenApproval() {
        let enrichment = Enrichment(strings: Strings(.english), now: Fixture.start)
        let long = Fixture.push(Fixture.ask(input: String(repeating: "x", count: 3000)))
        #expect(enrichment.content(of: long).body == long.aps.alert?.body)
        #expect(enrichment.content(of: long).category == .approvalRequest)
        var payload = long
        for hidden in [nil, 7] {
            payload.hiddenCharacters = hidden
            #expect(enrichment.content(of: payload).category == .approvalReview)
        }
        payload.hiddenCharacters = 0
        payload.aps.alert?.body = "ssh ghp_abcdefghijklmnopqrstuvwxyz"
        #expect(enrichment.content(of: payload).category == .approvalReview)
    }

    @Test("A code preview is truncated in lines and line length")
    func codePreview() throws {
        let code = (1...40).map { "\t\(String(repeating: "x", count: 200)) \($0)" }.joined(separator: "\n") + "\n\n"
        let preview = try #require(CodePreview(code: code))
        #expect(preview.lines.count == CodePreview.mostLines)
        #expect(preview.linesLeftOut == 40 - CodePreview.mostLines)
        #expect(preview.lines.allSatisfy { $0.count <= CodePreview.longestLine && !$0.contains("\t") })
        #expect(CodePreview(code: " \n\t\n") == nil)
    }

    static func file(_ name: String) throws -> [UInt8] {
        let folder = try #require(Bundle.module.resourceURL)
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent("Golden/enrichment/\(name)")))
    }
}

/// Malicious payloads.
@Suite struct EnrichmentFuzzTests {
    private let enrichment = Enrichment(strings: Strings(.english), now: Fixture.start)

    @Test("Damaged payloads show nothing hidden and nothing too long", arguments: 0..<20)
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

    @Test("A field with any text is shown safely", arguments: 0..<10)
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
