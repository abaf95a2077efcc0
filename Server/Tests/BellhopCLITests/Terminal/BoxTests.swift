import Testing

@testable import BellhopCLI

@Suite("A frame in the terminal")
struct BoxTests {
    @Test(
        "Every line is as wide as the frame, whatever is in it",
        arguments: [
            "npm test", "a line that is longer than the frame is wide and goes on below", "日本語のとても長い通知の本文です",
            "🛎 ❤️ a👩‍👩‍👧b", "한국어", "", "noSpacesInThisOneWhichIsFarTooLongForTheFrame", "üÉ\u{301}x",
        ])
    func width(_ text: String) {
        for width in [12, 24] {
            let lines = Box(title: "Tél", note: "日", lines: [text], width: width).drawn()
            #expect(lines.allSatisfy { $0.columns == width }, "\(lines)")
            let body = lines.dropFirst().dropLast().map { $0.dropFirst(2).dropLast(2) }.joined()
            #expect(body.filter { $0 != " " } == text.filter { $0 != " " })
        }
    }
}
