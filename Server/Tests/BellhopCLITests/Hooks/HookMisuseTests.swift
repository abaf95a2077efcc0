import Testing

@testable import BellhopCLI

@Suite("A hook that was set up wrongly")
struct HookMisuseTests {
    @Test(
        "Arguments that cannot be read are said in one line, and do not become an exit code",
        arguments: [[], ["claude", "--wait", "soon"], ["claude", "--later"], ["claude", "codex"], ["--wait"]])
    func misuse(rest: [String]) throws {
        let words = try #require(HookCommand.misuse(["hook"] + rest))
        #expect(!words.isEmpty)
        #expect(!words.contains("\n"))
    }

    @Test(
        "Good arguments, a call for help and other commands are left to the tool",
        arguments: [["hook", "claude"], ["hook", "codex", "--wait", "30"], ["hook", "--help"], ["ask"], []])
    func goodUse(arguments: [String]) {
        #expect(HookCommand.misuse(arguments) == nil)
    }
}
