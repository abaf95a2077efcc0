import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// What is shown of a payload.
@Suite struct EnrichmentTests {
    private let enrichment = Enrichment(words: Strings(.english), now: Fixture.start)

    static let names = [
        "agent-approval", "agent-question", "agent-complete", "content-message", "content-new-item",
        "content-rich-reminder", "pattern-message", "pattern-reminder", "rich-complete", "rich-error",
        "rich-permission", "apple-localised", "hostile", "expired", "empty",
    ]

    @Test("Each payload, of every dialect, shows what its golden file says", arguments: names)
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

    @Test("A text that the system translated stays")
    func localised() throws {
        let payload = try PushPayload(bytes: try Self.file("apple-localised.in.json"))
        let content = enrichment.content(
            of: payload, over: OriginalText(title: "Spiel", subtitle: "Runde 1", body: "Jo gegen Ann"))
        #expect(content.title == "Spiel")
        #expect(content.subtitle == "Runde 1")
        #expect(content.body == "Jo gegen Ann")
    }

    @Test(
        "The relevance is between 0 and 1, whatever is said",
        arguments: [(-1, 0), (0.25, 0.25), (7, 1), (Double.infinity, 0), (-.infinity, 0), (.nan, 0)])
    func relevance(given: Double, shown: Double) {
        var payload = PushPayload(aps: APS(alert: PushAlert(title: "T")), type: .message)
        payload.aps.relevanceScore = given
        #expect(enrichment.content(of: payload).relevance == shown)
    }

    @Test("An ask interrupts unless its sender wants it quiet")
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

    @Test("One file is one file, and in German it is said in German")
    func plurals() {
        var payload = PushPayload(type: .complete)
        payload.filesChanged = 1
        #expect(enrichment.content(of: payload).subtitle == "1 file changed")
        payload.filesChanged = 5
        #expect(
            Enrichment(words: Strings(.german), now: Fixture.start).content(of: payload).subtitle == "5 Dateien geändert")
        payload.filesChanged = -3
        #expect(enrichment.content(of: payload).subtitle == "")
    }

    @Test("A warning that the server wrote is not written twice")
    func evidenceIsIdempotent() {
        let once = DisplayText.review("sudo іnstall \u{202E}x", characters: 600)
        #expect(once.hasPrefix("⚠ "))
        #expect(ReviewText(once).lines == once)
    }

    @Test("A forged warning hides none")
    func forgedWarning() {
        let text = ReviewText("⚠ nothing to see\nrm \u{202E}x").lines
        #expect(text.hasPrefix("⚠ characters that reverse the text\n⚠ nothing to see\n"))
    }

    @Test("An approval is shown as it was pushed, and loses its button where something is hidden in it")
    func hiddenApproval() {
        let enrichment = Enrichment(words: Strings(.english), now: Fixture.start)
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

    @Test("A code preview is cut to what can be drawn")
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
