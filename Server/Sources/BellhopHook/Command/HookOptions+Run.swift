import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopFoundation
import BellhopModel
import BellhopTerminal

/// The process of a hook: read the event, decide, ask, reply.
extension HookOptions {
    /// - Throws: `ExitCode`, when only that can deny.
    func run() async throws {
        if let monitor = watch.flatMap(TurnMonitor.init(argument:)) { return await watchTurn(monitor) }
        let start = ContinuousClock.now
        if late != nil { DetachedProcess.detach() }
        let known = Agent(rawValue: agent)
        let wait = late == nil ? longestWait(for: known) : HookTimeouts.late.answer
        // Read first in any case: an agent that writes into a closed pipe reports a failed hook.
        let input =
            event.map { (bytes: Array($0.utf8), isWhole: true) }
            ?? StandardInput.read(limit: HookInput.limit, within: wait)
        guard let agent = known else {
            let all = Agent.allCases.map(\.rawValue).joined(separator: ", ")
            Output.remark("bellhop: unknown agent \(agent.debugDescription): this version knows \(all)")
            return try HookCommand.refuse(input.bytes, of: [], isGate: isGate)
        }
        let payload = HookPayload(input.bytes, from: agent, isGate: isGate)
        guard input.isWhole else {
            _ = Self.print(.failure("no event arrived on standard input in time", in: payload.gate))
            return
        }
        let elapsed = Duration.seconds((ContinuousClock.now - start).components.seconds)
        let timeouts =
            late == nil
            ? HookTimeouts(for: payload, wait: max(.seconds(1), wait - elapsed), notifyOnly: notifyOnly) : .late
        let deadline = timeouts.answer + HookTimeouts.exitDelay
        Watchdog.start(.failure("no answer in time", in: payload.gate), after: Int(deadline.components.seconds))
        do {
            try check(for: agent)
            try await withEnvironment(timeouts) { environment in
                if let late, payload.gate == nil, let input = try? payload.input.get() {
                    _ = await HookRun(input, payload, within: timeouts, in: environment).reportLate(for: late)
                } else {
                    await answer(payload, within: timeouts, in: environment)
                }
            }
        } catch {
            _ = Self.print(.failure("\(error)", in: payload.gate))
        }
    }

    /// Runs the hook, prints its reply, and then reports the result to the server.
    private func answer(
        _ payload: HookPayload, within timeouts: HookTimeouts, in environment: HookEnvironment
    ) async {
        let run = AskNonce.random()
        var environment = environment
        environment.runID = run
        var result = await HookRun.run(payload, within: timeouts, in: environment) { await untilInterrupted() }
        result.deliver(to: environment.agent, in: payload.gate, by: Self.print)
        await result.report(to: environment.client)
        // Codex' notify program has no standard input to pass on.
        guard event == nil else { return }
        if result.facts.beginsTurn, let monitor = TurnMonitor(turn: run, of: environment.agent.process) {
            _ = DetachedProcess.start(CommandLine.arguments + ["--watch", monitor.argument], input: payload.bytes)
        }
        if result.facts.needsLateReport {
            _ = DetachedProcess.start(CommandLine.arguments + ["--late", run], input: payload.bytes)
        }
    }

    /// Watches a turn in a process that the agent does not know.
    private func watchTurn(_ monitor: TurnMonitor) async {
        DetachedProcess.detach()
        let bytes = StandardInput.read(limit: HookInput.limit, within: .seconds(10))
        guard bytes.isWhole, let agent = Agent(rawValue: agent) else { return }
        let payload = HookPayload(bytes.bytes, from: agent, isGate: false)
        guard let input = try? payload.input.get() else { return }
        try? await withEnvironment(.late) { environment in
            await HookRun(input, payload, within: .late, in: environment).watch(monitor)
        }
    }

    /// Loads the configuration and connects to the server while the event is being processed: nearly every event is reported.
    private func withEnvironment(
        _ timeouts: HookTimeouts, _ work: (HookEnvironment) async throws -> Void
    ) async throws {
        let variables = ProcessInfo.processInfo.environment
        // A configuration named in the arguments is used alone: a project may set environment variables.
        let file = config.map { SettingsFile(folder: $0) } ?? .usual
        let settings = try file.load().governed(by: .system)
        let access = try settings.access(
            url: url, key: key.map(Secret.init), environment: config == nil ? variables : [:], file: file)
        try await BellhopClient.with(
            access.address, key: access.key, configuration: timeouts.clientConfiguration
        ) { client in
            client.connectEarly()
            try await work(
                HookEnvironment(
                    client: client, trust: settings.answerTrust, notifyOnly: notifyOnly, host: HostName.current,
                    state: StateFolder(environment: variables), hold: hold))
        }
    }

    /// - Returns: whether all output was taken.
    private static func print(_ reply: HookReply) -> Bool {
        let isTaken = Watchdog.replaceReply { Output.write(reply.standardOutput) }
        if let remark = reply.remark { Output.remark("bellhop: \(remark)") }
        return isTaken
    }
}
