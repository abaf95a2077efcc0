import ArgumentParser
import BellhopAgents
import Testing

@testable import BellhopCLI
@testable import BellhopHook

@Suite("Misconfigured hooks")
struct HookMisuseTests {
    @Test(
        "Invalid arguments are reported in one line and not as an exit code",
        arguments: [[], ["claude", "--wait", "soon"], ["claude", "--later"], ["claude", "codex"], ["--wait"]])
    func misuse(rest: [String]) {
        guard case .misuse(let words) = HookCommand.read(rest) else {
            Issue.record("nothing was found wrong with \(rest)")
            return
        }
        #expect(!words.isEmpty)
        #expect(!words.contains("\n"))
    }

    @Test(
        "A request for help is left to the program", arguments: [["--help"], ["claude", "-h"], ["codex", "--help"]])
    func help(arguments: [String]) {
        guard case .help = HookCommand.read(arguments) else {
            Issue.record("\(arguments) ask for help")
            return
        }
    }

    @Test("The help names the default waits and the exit code of a gate")
    func helpText() {
        let help = HookCommand.helpMessage().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for agent in Agent.allCases {
            #expect(help.contains("\(HookTimeouts.defaultWait(for: agent).components.seconds) for \(agent.rawValue)"))
        }
        #expect(help.contains("whose arguments cannot be read exits 2") && !help.contains("whatever"))
    }

    @Test(
        "The plain reader reads plain arguments as the parser does",
        arguments: [
            ["claude"], ["codex", "{}"], ["codex", "{\"type\":1}", "--wait", "30"],
            ["gemini", "--hold", "20", "--gate"],
            ["claude", "--url", "http://127.0.0.1:1", "--key", "k", "--notify-only"],
            ["claude", "--wait", "1", "--wait", "2"], ["codex", "--notify-only", "--late", "0123"],
            ["unknown"], ["claude", "--wait", "0"],
        ])
    func plain(arguments: [String]) throws {
        #expect(HookOptions(plain: arguments) == (try HookCommand.parse(arguments)).options)
    }

    @Test(
        "Other arguments are left to the parser",
        arguments: [
            [], ["--gate", "claude"], ["claude", "--wait=30"], ["claude", "--wait", "soon"], ["claude", "--wait"],
            ["claude", "--key", "--gate"], ["claude", "codex"], ["claude", "--later"], ["claude", "--", "{}"], [""],
            ["claude", "--gate", "{}"], ["-h"],
        ])
    func others(arguments: [String]) { #expect(HookOptions(plain: arguments) == nil) }

    private static let words = [
        "claude", "gemini", "{}", "{\"a\":1}", "{", "--wait", "--hold", "30", "-1", "+2", "0", "9999999999999999999999",
        "",
        "--gate", "--notify-only", "--late", "--url", "--key", "http://127.0.0.1:1", "--", "-", "--wait=3", "-h",
        "--version",
        "help", " 5",
    ]

    @Test("HookOptions reads plain arguments as ArgumentParser does, in all combinations", arguments: words)
    func same(first: String) {
        for second in Self.words {
            for third in [nil] + Self.words.map(Optional.some) {
                let arguments = [first, second] + [third].compactMap(\.self)
                check(arguments)
                // Arguments after an option and its value.
                check([first, "--wait", "30"] + arguments.dropFirst())
            }
        }
    }

    private func check(_ arguments: [String]) {
        guard let options = HookOptions(plain: arguments) else { return }
        let parsed = try? HookCommand.parse(arguments).options
        if parsed != options { Issue.record("\(arguments): \(String(describing: parsed))") }
    }
}
