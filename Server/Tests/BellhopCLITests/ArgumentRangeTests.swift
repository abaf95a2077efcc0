import ArgumentParser
import Testing

@testable import BellhopCLI

@Suite("Numbers that a command line takes")
struct ArgumentRangeTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var arguments: [String]
        /// The option as it is typed, with the value to come.
        var option: String
        var taken: [String]
        var refused: [String]
        /// What is said of those.
        var words: String

        var testDescription: String { (arguments + [option]).joined(separator: " ") }
    }

    private static let content = ["send", "Milk"]
    private static let publish = ["channels", "publish", "AAAA", "--app", "a.b", "--state", "{}"]
    private static let pages = [
        ["topics", "list"], ["topics", "subscribers", "news"], ["items"], ["messages"], ["campaigns"], ["sessions"],
    ].map {
        Case(
            arguments: $0, option: "--limit=", taken: ["1", "200"], refused: ["0", "201", "-1"],
            words: "--limit takes 1 to 200.")
    }
    private static let others = [
        Case(
            arguments: ["history"], option: "--limit=", taken: ["0", "1", "100000"], refused: ["-1"],
            words: "--limit takes 1 or more, or 0 for all."),
        Case(
            arguments: content, option: "--expires-in=", taken: ["1", "2592000"], refused: ["0", "2592001"],
            words: "--expires-in takes 1 to 2592000 seconds."),
        Case(
            arguments: content, option: "--badge=", taken: ["0", "99999"], refused: ["-1", "100000"],
            words: "--badge takes 0 to 99999."),
        Case(
            arguments: content, option: "--relevance=", taken: ["0", "0.5", "1"], refused: ["-0.1", "1.1", "nan"],
            words: "--relevance takes 0 to 1."),
        Case(
            arguments: ["items", "remind", "order-7"], option: "--in=", taken: ["0", "157680000"],
            refused: ["-1", "157680001"], words: "--in takes 0 to 157680000 seconds."),
        Case(
            arguments: publish, option: "--stale-in=", taken: ["1", "43200"], refused: ["0", "43201"],
            words: "--stale-in takes 1 to 43200 seconds."),
        Case(
            arguments: publish + ["--end"], option: "--dismiss-in=", taken: ["0", "14400"], refused: ["-1", "14401"],
            words: "--dismiss-in takes 0 to 14400 seconds."),
        Case(
            arguments: publish, option: "--expires-in=", taken: ["0", "28800"], refused: ["-1", "28801"],
            words: "--expires-in takes 0 to 28800 seconds."),
        Case(
            arguments: ["preferences", "cap"], option: "", taken: ["1", "1000", "off"], refused: ["0", "1001"],
            words: "<limit> takes 1 to 1000 pushes, or off."),
        Case(
            arguments: ["preferences", "cap", "10"], option: "--per=", taken: ["60s", "1m", "7d"],
            refused: ["59s", "8d"], words: "--per takes 1m to 7d."),
    ]

    @Test("What is out of range is refused before anybody is asked, with the range", arguments: pages + others)
    func range(_ given: Case) {
        for value in given.taken {
            #expect(throws: Never.self) { try BellhopCommand.parseAsRoot(given.arguments + [given.option + value]) }
        }
        for value in given.refused {
            let error = #expect(throws: (any Error).self) {
                try BellhopCommand.parseAsRoot(given.arguments + [given.option + value])
            }
            guard let error else { continue }
            #expect(BellhopCommand.message(for: error) == given.words, "\(value)")
            #expect(BellhopCommand.exitCode(for: error) == .validationFailure)
        }
    }

    @Test("How long an ended activity stays is said with its end, and an ended one is not out of date")
    func ends() {
        for arguments in [["--dismiss-in", "60"], ["--end", "--stale-in", "60"]] {
            #expect(throws: (any Error).self) { try BellhopCommand.parseAsRoot(Self.publish + arguments) }
        }
    }
}
