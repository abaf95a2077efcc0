import ArgumentParser
import BellhopAgents
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal

struct DemoCommand: AsyncParsableCommand {
    enum Decision: String, ExpressibleByArgument, CaseIterable, Sendable { case approve, deny, none }

    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show an ask in one process: an agent asks, a phone answers, the agent continues.",
        discussion: """
            Runs a server, a simulated APNs and two locked phones; nothing leaves this machine and nothing is stored. \
            Without --answer you answer: a approves, d denies, q quits with exit code 0, Control-C with 130. Or open the \
            printed link, pair the browser, and answer there. --answer none waits for a deadline of five seconds.

            Both phones are side by side on a terminal of 80 columns or more, else one below the other.
            """)

    @Option(help: "The agent whose hook runs: claude, codex, gemini or opencode.")
    var agent = Agent.claude.rawValue

    @Option(help: ArgumentHelp("The input of the hook (default: a sample).", valueName: "file"))
    var payload: String?

    @Option(help: "Answer automatically.")
    var answer: Decision?

    @Flag(help: "Print only one JSON object.")
    var json = false

    @OptionGroup var colors: ColorOptions

    func run() async throws {
        let agent: Agent = try Choice.read(agent, for: "--agent")
        let input =
            try payload.map { try InputFile.bytes(of: $0) } ?? Array(DemoPayload.permissionRequest(of: agent).utf8)
        // Without a terminal there are no keys: show an approval.
        let decision = answer ?? (RawTerminal.isInteractive && !json ? nil : .approve)
        let display = json ? nil : colors.display
        display?.print([
            StyledText("\(agent.name) asks. ", .bold)
                + "A server, a simulated APNs and two phones run in this process.", "",
        ])
        let demo = Demo(
            agent: agent, input: input, host: payload == nil ? "laptop" : HostName.current,
            wait: decision == Decision.none ? .seconds(5) : .seconds(120), stopsOnSignals: true
        ) { first, second, console, timeline in
            guard await Self.showsAsk(first) else { return }
            _ = await Self.showsAsk(second)
            let screen = DemoScreen(phones: [first, second], display: display ?? .plain)
            if decision == nil {
                display?.print([StyledText("Or answer in a browser: \(console)"), ""])
                try await Self.decideByKey(screen, on: first, timeline)
            } else {
                display?.print(await screen.lines + [""])
                try await Self.decide(decision, on: first, timeline)
            }
        }
        let report = try await demo.run()
        if let display {
            display.print(report.lines)
        } else {
            try Output.json(report)
        }
        if let problem = report.problem { throw CommandFailure("The hook did not ask: \(problem).") }
    }

    /// Waits for a notification.
    ///
    /// - Returns: `true` when it is an ask, which can be answered.
    private static func showsAsk(_ phone: SimulatedPhone) async -> Bool {
        let shown = await phone.screen(within: .seconds(5)) { !$0.notifications.isEmpty }
        return shown?.notifications.contains { $0.payload.askID != nil } ?? false
    }

    private static func decide(_ decision: Decision?, on phone: SimulatedPhone, _ timeline: DemoTimeline) async throws {
        switch decision {
        case .approve?: try await press(.approve, on: phone, timeline)
        case .deny?: try await press(.deny, on: phone, timeline)
        case Decision.none?, nil: return
        }
    }

    /// - Throws: `ExitCode` when the user quits: 0 after `q`, 130 after Control-C.
    private static func decideByKey(
        _ screen: DemoScreen, on phone: SimulatedPhone, _ timeline: DemoTimeline
    ) async throws {
        let decision = try await RawTerminal.withKeys { keys in
            var area = LiveArea(.inline, on: screen.display)
            defer { area.end() }
            return await screen.decision(by: keys, on: &area)
        }
        Output.line()
        switch decision {
        case .press(let effect): try await press(effect, on: phone, timeline)
        case .tooLate: return
        case .quit, .interrupted:
            Output.remark("bellhop: stopped without an answer; the agent's own prompt would decide")
            throw decision == .quit ? ExitCode.success : ExitCode(130)
        }
    }

    private static func press(_ effect: ActionEffect, on phone: SimulatedPhone, _ timeline: DemoTimeline) async throws {
        if effect == .approve, await phone.screen.button(.approve, takesText: false) == nil {
            timeline.record(.reviewed(on: phone.name))
            return try await ScriptedPhone(phone: phone).run(PhoneScript("review"))
        }
        timeline.record(.answered(effect, on: phone.name))
        guard await phone.press(effect) == .needsUnlock else { return }
        timeline.record(.unlockRequested(phone.name))
        await phone.unlock()
    }
}
