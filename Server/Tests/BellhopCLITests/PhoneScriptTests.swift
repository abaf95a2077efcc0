import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Scripts for the phone")
struct PhoneScriptTests {
    @Test("Each step is understood, with comments and empty lines between")
    func steps() throws {
        let script = try PhoneScript(
            """
            # the journey
            wait
            wait 2
            airplane on

            approve
              deny
            reply PostgreSQL, please
            stop
            stop use npm ci
            remember 1
            remember 3 1
            unlock
            kill
            restart
            expect showing 0
            expect badge 1
            expect result agent_went_on
            """)
        #expect(
            script.steps == [
                .wait(1), .wait(2), .airplane(true), .approve, .deny, .reply("PostgreSQL, please"),
                .stop(nil), .stop("use npm ci"), .remember([1]), .remember([3, 1]), .unlock, .kill,
                .restart,
                .expectShowing(0), .expectBadge(1), .expectResult("agent_went_on"),
            ])
    }

    @Test(
        "What is not understood is named with its line",
        arguments: [
            "approve twice", "wait long", "airplane", "reply", "expect", "expect showing none", "dance",
            "expect result agent_gone", "remember", "remember all", "remember 0", "remember 1 1",
        ])
    func mistakes(line: String) {
        let failure = #expect(throws: CommandFailure.self) { try PhoneScript("wait\n\(line)") }
        #expect(failure?.description.hasPrefix("Line 2 of the script is not understood: \"\(line)\"") == true)
    }
}
