import ArgumentParser
import BellhopAgents
import BellhopDelivery
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal
import Foundation

struct DemoCommand: AsyncParsableCommand {
    enum Decision: String, ExpressibleByArgument, CaseIterable, Sendable { case approve, deny, none }

    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Shows the whole journey in one process: an agent asks, a phone answers, the agent goes on.",
        discussion: """
            A server, a simulated APNs and two locked phones; nothing leaves this machine and nothing is kept. Without \
            --answer you answer: a approves, d denies, q quits. --answer none lets a deadline of five seconds pass.
            """)

    @Option(help: "Whose hook: claude, codex, gemini or opencode.")
    var agent = Agent.claude.rawValue

    @Option(help: ArgumentHelp("What the hook reads, instead of a sample.", valueName: "file"))
    var payload: String?

    @Option(help: "Answer by itself.")
    var answer: Decision?

    @Flag(help: "Print one JSON object as the last line, and nothing else.")
    var json = false

    func run() async throws {
        guard let agent = Agent(rawValue: agent) else {
            throw CommandFailure.usage("--agent takes claude, codex, gemini or opencode.")
        }
        let input = try payload.map(InputFile.bytes) ?? Array(DemoPayload.permissionRequest(of: agent).utf8)
        // Nobody is there to press a key: show how it goes when somebody approves.
        let decision = answer ?? (RawTerminal.isInteractive && !json ? nil : .approve)
        let isQuiet = json
        if !json {
            Output.line("A server, a simulated APNs and two phones, all in this process. \(agent.name) asks…\n")
        }
        let demo = Demo(agent: agent, input: input, wait: decision == Decision.none ? .seconds(5) : .seconds(120)) {
            first, _, timeline in
            guard await Self.showsAsk(first) else { return }
            if !isQuiet { await Self.draw(first) }
            try await Self.decide(decision, on: first, timeline)
        }
        let report = try await demo.run()
        if json {
            try Output.json(report)
        } else {
            for line in report.lines(.standardOutput) { Output.styled(line) }
        }
        if let problem = report.problem { throw CommandFailure("Nothing was asked: \(problem).") }
    }

    /// Waits for an ask to show; what is no ask shows without buttons to answer.
    private static func showsAsk(_ phone: SimulatedPhone) async -> Bool {
        let shown = await phone.screen(within: .seconds(5)) { !$0.notifications.isEmpty }
        return shown?.notifications.contains { $0.payload.askID != nil } ?? false
    }

    private static func draw(_ phone: SimulatedPhone) async {
        let view = PhoneView(style: .standardOutput)
        for line in view.lines(of: await phone.screen, now: SystemTime().now) { Output.line(line) }
        Output.line()
    }

    private static func decide(_ decision: Decision?, on phone: SimulatedPhone, _ timeline: DemoTimeline) async throws {
        switch decision {
        case .approve?: try await press(.approve, on: phone, timeline)
        case .deny?: try await press(.deny, on: phone, timeline)
        case Decision.none?: return
        case nil: try await decideByKey(on: phone, timeline)
        }
    }

    private static func decideByKey(on phone: SimulatedPhone, _ timeline: DemoTimeline) async throws {
        Output.line("a approve   d deny   q quit")
        let key = try await RawTerminal.withKeys { keys in
            await keys.first { [.character("a"), .character("d"), .character("q"), .end].contains($0) }
        }
        switch key {
        case .character("a"): try await press(.approve, on: phone, timeline)
        case .character("d"): try await press(.deny, on: phone, timeline)
        default: throw CommandFailure("Quit: the agent's own prompt would stand.")
        }
    }

    private static func press(_ effect: ActionEffect, on phone: SimulatedPhone, _ timeline: DemoTimeline) async throws {
        if effect == .approve, await phone.screen.button(.approve, takesText: false) == nil {
            timeline.note("iPhone does not show all of it: somebody opens it, reads to the end and approves")
            return try await ScriptedPhone(phone: phone).run(PhoneScript("review"))
        }
        timeline.note("somebody presses \(effect == .approve ? "Approve" : "Deny") on iPhone")
        guard await phone.press(effect) == .asksToUnlock else { return }
        timeline.note("iPhone is locked and asks for its owner")
        await phone.unlock()
    }
}
