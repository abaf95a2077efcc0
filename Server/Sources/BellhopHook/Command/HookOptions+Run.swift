import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopFoundation
import BellhopModel
import BellhopTerminal

extension HookOptions {
    /// Asks or tells, and prints what the agent is to know.
    ///
    /// - Throws: `ExitCode`, where only that can say no.
    func run() async throws {
        if let turn = watch.flatMap(WatchedTurn.init) { return await watch(over: turn) }
        let start = ContinuousClock.now
        if late != nil { DetachedProcess.detach() }
        let known = Agent(rawValue: agent)
        let patience = late == nil ? longestWait(for: known) : HookTimeouts.late.telling
        // Read first, whatever comes: an agent that writes into a closed pipe would call it a failed hook.
        let input =
            event.map { (bytes: Array($0.utf8), isWhole: true) }
            ?? StandardInput.read(limit: HookInput.limit, within: patience)
        guard let agent = known else {
            let all = Agent.allCases.map(\.rawValue).joined(separator: ", ")
            Output.remark("bellhop: unknown agent \(agent.debugDescription): this version knows \(all)")
            return try HookCommand.refuse(input.bytes, of: [], isGate: isGate)
        }
        let dialect = ReplyDialect(decidedBy: input.bytes, of: agent, isGate: isGate)
        guard input.isWhole else {
            _ = Self.say(.failure("no event came on standard input in time", in: dialect))
            return
        }
        // Of the agent's patience, as much is gone as reading took.
        let wait = max(.seconds(1), patience - .seconds((ContinuousClock.now - start).components.seconds))
        LastWord.prepare(
            .failure("no answer in time", in: dialect), after: Int((wait + HookRun.lastWord).components.seconds))
        do {
            try check(for: agent)
            let environment = ProcessInfo.processInfo.environment
            let (settings, access) = try configuration(environment)
            let patience =
                late == nil
                ? HookTimeouts(
                    for: try? HookInput(input.bytes, from: agent), of: agent, isGate: dialect != nil,
                    notifyOnly: notifyOnly) : .late
            try await BellhopClient.with(
                access.address, key: access.key, configuration: HookRun.configuration(patience)
            ) { client in
                // Hardly any event has nothing to say. Understanding it takes as long as connecting.
                client.connectEarly()
                var run = HookRun(
                    agent: agent, client: client, trusted: settings.answerTrust, wait: wait, notifyOnly: notifyOnly,
                    host: HostName.current, state: StateFolder(environment: environment), hold: hold)
                // What decides is asked all the same.
                if let late, dialect == nil {
                    _ = await run.tellLate(input.bytes, under: late)
                    return
                }
                let key = AskNonce.random()
                run.key = key
                var ending = await InterruptibleHook(run: run).run(input.bytes, in: dialect)
                // The agent is told first; only then the phone, that the agent was told.
                ending.deliver(to: run.audience, in: dialect, by: Self.say)
                await ending.report(to: client)
                if ending.beginsTurn, event == nil, let turn = WatchedTurn(key: key, of: run.audience.agent) {
                    _ = DetachedProcess.start(CommandLine.arguments + ["--watch", turn.text], input: input.bytes)
                }
                if ending.isToldLate, event == nil {
                    _ = DetachedProcess.start(CommandLine.arguments + ["--late", key], input: input.bytes)
                }
            }
        } catch {
            _ = Self.say(.failure("\(error)", in: dialect))
        }
    }

    /// In a process of which the agent knows nothing.
    private func watch(over turn: WatchedTurn) async {
        DetachedProcess.detach()
        let input = StandardInput.read(limit: HookInput.limit, within: .seconds(10))
        let environment = ProcessInfo.processInfo.environment
        guard input.isWhole, let agent = Agent(rawValue: agent),
            let (settings, access) = try? configuration(environment)
        else { return }
        let state = StateFolder(environment: environment)
        try? await BellhopClient.with(
            access.address, key: access.key, configuration: HookRun.configuration(.late)
        ) { client in
            await HookRun(
                agent: agent, client: client, trusted: settings.answerTrust, wait: .zero, notifyOnly: notifyOnly,
                host: HostName.current, state: state
            ).watch(over: turn, of: input.bytes)
        }
    }

    /// The configuration, and the server and key to use.
    ///
    /// A configuration that the command names is used alone: a project may set variables of the environment.
    private func configuration(_ environment: [String: String]) throws -> (ClientSettings, ClientAccess) {
        let file = config.map { SettingsFile(folder: $0) } ?? .usual
        let settings = try file.load().governed(by: .system)
        let access = try settings.access(
            url: url, key: key.map(Secret.init), environment: config == nil ? environment : [:], file: file)
        return (settings, access)
    }

    /// - Returns: whether all that is for standard output was taken there.
    private static func say(_ reply: HookReply) -> Bool {
        let isTaken = LastWord.replace { Output.write(reply.standardOutput) }
        if let remark = reply.remark { Output.remark("bellhop: \(remark)") }
        return isTaken
    }
}
