import ArgumentParser
import BellhopAgents
import BellhopKit
import BellhopModel
import BellhopSimulators
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

/// The main path in one process: the real hook, server and SQLite, HTTP/2 and TLS to a simulated APNs, and two phones on
/// the real BellhopKit.
@Suite("The demo: an agent asks and a phone answers", .serialized)
struct DemoTests {
    private static func demo(
        _ agent: Agent, _ input: String? = nil, wait: Duration = .seconds(60),
        person: @escaping @Sendable (SimulatedPhone, SimulatedPhone) async throws -> Void
    ) async throws -> DemoReport {
        let input = input ?? DemoPayload.permissionRequest(of: agent)
        return try await Demo(agent: agent, input: Array(input.utf8), wait: wait) { first, second, _, _ in
            try await person(first, second)
        }.run()
    }

    @Test(
        "Approve on a locked phone asks to unlock, then reaches the agent; the other phone is cleared",
        arguments: Agent.allCases)
    func approve(agent: Agent) async throws {
        let report = try await Self.demo(agent) { first, _ in
            _ = await first.screen(within: .seconds(20)) { !$0.notifications.isEmpty }
            #expect(await first.press(.approve) == .needsUnlock)
            #expect(await first.screen.asksToUnlockFor?.effect == .approve)
            await first.unlock()
        }
        let allow =
            switch agent {
            case .claude, .codex:
                #"{"hookSpecificOutput":{"decision":{"behavior":"allow"},"hookEventName":"PermissionRequest"}}"#
            case .gemini: #"{"decision":"allow"}"#
            case .opencode: #"{"reply":"once"}"#
            }
        #expect(report.agentStdout == allow)
        #expect(report.state == .approved)
        #expect(report.phones.map(\.showing) == [0, 0])
    }

    @Test(
        "Quitting ends the demo at once with the exit code of the key",
        .timeLimit(.minutes(10)), arguments: [ExitCode.success, ExitCode(130)])
    func quit(code: ExitCode) async {
        await #expect(throws: code) {
            try await Self.demo(.claude, wait: .seconds(3600)) { first, _ in
                _ = await first.screen(within: .seconds(20)) { !$0.notifications.isEmpty }
                throw code
            }
        }
    }

    @Test("Each step of the report follows its cause")
    func causes() async throws {
        let report = try await Self.demo(.claude) { first, second in
            for phone in [first, second] { _ = await phone.screen(within: .seconds(20)) { !$0.notifications.isEmpty } }
            _ = await first.press(.deny)
        }
        let steps = report.timeline.map(\.step)
        for phone in ["iPhone", "iPad"] {
            let push = try #require(steps.firstIndex(of: "APNs accepts the push for \(phone)"))
            let shown = try #require(steps.firstIndex(of: "\(phone) shows the notification"))
            #expect(push < shown)
        }
        #expect(steps.first == "the agent's hook starts")
        #expect(report.timeline.map(\.ms) == report.timeline.map(\.ms).sorted())
    }

    @Test(
        "An unreadable hook input is not asked about, and the report has the reason",
        arguments: [Agent.claude, .gemini])
    func unreadable(agent: Agent) async throws {
        let report = try await Self.demo(agent, "{") { _, _ in }
        #expect(report.state == nil)
        let problem = try #require(report.problem)
        #expect(report.remark == problem)
        if agent == .claude { #expect(report.lines.map(\.plain).joined().contains(problem)) }
    }

    @Test("Deny needs no unlocking", arguments: Agent.allCases)
    func deny(agent: Agent) async throws {
        let report = try await Self.demo(agent) { first, _ in
            _ = await first.screen(within: .seconds(20)) { !$0.notifications.isEmpty }
            #expect(await first.press(.deny) == .done)
            #expect(await first.screen.isLocked)
        }
        #expect(report.agentStdout.contains(agent == .opencode ? #""reply":"reject""# : #":"deny""#))
        #expect(report.state == .denied)
        #expect(report.phones.map(\.showing) == [0, 0])
    }

    /// The input of Claude Code with suggestions, of which only two are harmless.
    private static let suggesting = """
        {"session_id":"s-1","cwd":"/home/you/app","hook_event_name":"PermissionRequest","tool_name":"Bash",\
        "tool_input":{"command":"npm test","description":"Run the tests"},"permission_suggestions":[\
        {"type":"setMode","mode":"acceptEdits","destination":"session"},\
        {"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"npm test:*"}],"behavior":"allow","destination":"session"},\
        {"type":"addRules","rules":[{"toolName":"Bash"}],"behavior":"allow","destination":"session"},\
        {"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"npm test"}],"behavior":"allow","destination":"localSettings"}]}
        """

    @Test("A rule selected in the app is remembered exactly, without the others", .timeLimit(.minutes(10)))
    func remember() async throws {
        let script = try PhoneScript("wait\nremember 2\nexpect result sent")
        let report = try await Self.demo(.claude, Self.suggesting) { first, _ in
            try await ScriptedPhone(phone: first).run(script)
        }
        #expect(
            report.agentStdout
                == #"{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedPermissions":[{"behavior":"allow","destination":"localSettings","rules":[{"ruleContent":"npm test","toolName":"Bash"}],"type":"addRules"}]},"hookEventName":"PermissionRequest"}}"#
        )
        #expect(report.state == .approved)
        #expect(report.phones.map(\.showing) == [0, 0])
    }

    @Test("Approve on the lock screen remembers no rule")
    func onlyOnce() async throws {
        let report = try await Self.demo(.claude, Self.suggesting) { first, _ in
            _ = await first.screen(within: .seconds(20)) { !$0.notifications.isEmpty }
            await first.unlock()
            #expect(await first.press(.approve) == .done)
        }
        #expect(
            report.agentStdout
                == #"{"hookSpecificOutput":{"decision":{"behavior":"allow"},"hookEventName":"PermissionRequest"}}"#)
    }

    @Test("A denial that stops the agent interrupts Claude")
    func stop() async throws {
        let script = try PhoneScript("stop use npm ci\nexpect result sent")
        let report = try await Self.demo(.claude) { first, _ in try await ScriptedPhone(phone: first).run(script) }
        #expect(
            report.agentStdout
                == #"{"hookSpecificOutput":{"decision":{"behavior":"deny","interrupt":true,"message":"use npm ci"},"hookEventName":"PermissionRequest"}}"#
        )
        #expect(report.state == .denied)
    }

    @Test("A denial that stops the agent is not offered for Codex, which does not support it")
    func noStop() async throws {
        let stop = try PhoneScript("stop use npm ci")
        let report = try await Self.demo(.codex) { first, _ in
            await #expect(throws: CommandFailure.self) { try await ScriptedPhone(phone: first).run(stop) }
            let ask = try #require(await first.screen.pending.first)
            await first.answer(ask.id, .deny(message: nil))
        }
        #expect(report.state == .denied)
    }

    @Test("A phone in airplane mode answers when the network is back")
    func airplane() async throws {
        let report = try await Self.demo(.claude) { first, _ in
            _ = await first.screen(within: .seconds(20)) { !$0.notifications.isEmpty }
            await first.setAirplaneMode(true)
            #expect(await first.press(.deny) == .done)
            let queued = await first.screen(within: .seconds(20)) {
                $0.results.contains { $0.result == .queuedOffline }
            }
            #expect(queued != nil)
            await first.setAirplaneMode(false)
            // The note about the waiting answer stays until it is sent.
            _ = await first.screen(within: .seconds(20)) { $0.notifications.isEmpty }
        }
        #expect(report.state == .denied)
        #expect(report.phones.map(\.showing) == [0, 0])
    }

    @Test("Deny starts a killed app, and its answer arrives")
    func coldStart() async throws {
        let report = try await Self.demo(.claude) { first, _ in
            _ = await first.screen(within: .seconds(20)) { !$0.notifications.isEmpty }
            await first.kill()
            #expect(await first.press(.deny) == .done)
        }
        #expect(report.state == .denied)
    }

    @Test("A second, different answer gets the first phone's answer as its result")
    func tooLate() async throws {
        let report = try await Self.demo(.claude) { first, second in
            _ = await first.screen(within: .seconds(20)) { !$0.notifications.isEmpty }
            let shown = await second.screen(within: .seconds(20)) { !$0.notifications.isEmpty }
            let notification = try #require(shown?.notifications.first)
            let deny = try #require(notification.actions.first { $0.effect == .deny })
            // Without a network the notification is not cleared.
            await second.setAirplaneMode(true)
            await first.unlock()
            #expect(await first.press(.approve) == .done)
            _ = await first.screen(within: .seconds(20)) { !$0.results.isEmpty }
            #expect(await second.perform(deny, on: notification))
            await second.setAirplaneMode(false)
            let told = await second.screen(within: .seconds(20)) { screen in
                screen.results.contains { report in
                    report.result.isAnsweredElsewhere(on: "iPhone")
                }
            }
            #expect(told != nil)
        }
        #expect(report.state == .approved)
    }

    @Test("A hook event without a question sends a notification, and the hook prints nothing")
    func notification() async throws {
        let stop =
            #"{"session_id":"s","cwd":"/home/you/app","hook_event_name":"Stop","last_assistant_message":"Done","background_tasks":[]}"#
        let report = try await Self.demo(.claude, stop) { first, second in
            for phone in [first, second] { _ = await phone.screen(within: .seconds(20)) { !$0.notifications.isEmpty } }
        }
        #expect(report.agentStdout.isEmpty)
        #expect(report.state == nil)
        #expect(report.phones.map(\.showing) == [1, 1])
    }
}

extension AnswerResult {
    fileprivate func isAnsweredElsewhere(on device: String) -> Bool {
        guard case .answeredElsewhere(by: let resolution) = self else { return false }
        return resolution.answer?.deviceName == device
    }
}
