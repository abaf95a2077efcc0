import Testing

@testable import BellhopCLI

@Suite("A hook that was set up wrongly")
struct HookMisuseTests {
    @Test(
        "Arguments that cannot be read are said in one line, and do not become an exit code",
        arguments: [[], ["claude", "--wait", "soon"], ["claude", "--later"], ["claude", "codex"], ["--wait"]])
    func misuse(rest: [String]) {
        guard case .misuse(let words) = HookCommand.read(["hook"] + rest) else {
            Issue.record("nothing was found wrong with \(rest)")
            return
        }
        #expect(!words.isEmpty)
        #expect(!words.contains("\n"))
    }

    @Test("Good arguments are a hook's", arguments: [["claude"], ["codex", "--wait", "30"], ["codex", "{}"]])
    func goodUse(rest: [String]) {
        guard case .run(let hook) = HookCommand.read(["hook"] + rest) else {
            Issue.record("\(rest) is a hook's")
            return
        }
        #expect(hook.agent == rest[0])
    }

    @Test(
        "A call for help and other commands are left to the tool",
        arguments: [["hook", "--help"], ["hook", "claude", "-h"], ["ask"], ["help", "hook"], []])
    func others(arguments: [String]) {
        guard case .other = HookCommand.read(arguments) else {
            Issue.record("\(arguments) are no hook's")
            return
        }
    }
}
