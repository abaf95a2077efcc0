package import BellhopAgents
package import BellhopClient
import BellhopFoundation
package import BellhopModel
package import BellhopTerminal

/// One run of an agent's hook: what comes in is understood, then asked or told, and answered in the agent's own words.
///
/// Whatever goes wrong on the way ends in `HookReply.failure`: nothing is printed where the agent has a prompt of its own,
/// and a no where it has none. There is no path from a failure to an "allow".
package struct HookRun: Sendable {
    package let agent: Agent
    let client: BellhopClient
    let trusted: AnswerTrust
    /// How long to wait for an answer. Below the agent's own limit for its hooks.
    private(set) var wait: Duration
    /// Tell of prompts, and leave the answer to the terminal. A gate has none, and asks all the same.
    let notifyOnly: Bool
    /// What this machine is called.
    let host: String?
    /// Where the hooks of one session meet.
    let state: StateFolder
    /// So many seconds the person at the desk has before a device is told.
    var hold: Int
    var time: ClientTime
    var audience = Audience()
    /// What tells the entry of the agent's settings that this hook runs for from the agent's others; `nil` where an agent may
    /// run the same one twice for one prompt, see ``PromptSeat``.
    var entry: String?
    /// Makes a new nonce for an ask.
    var nonce: @Sendable () -> String = AskNonce.random
    /// This run's own: of what it tells, where the event does not name itself.
    var key: String?
    /// Called when something could not be told of an event.
    var onUntold: @Sendable (HookInput, any Error) -> Void = { _, _ in }
    /// Called when a turn begins that is to be watched over, see ``watch(over:of:)``.
    var onTurn: @Sendable () -> Void = {}
    /// Called when a tool is allowed, with the scripts that it runs and that are to be looked at once more.
    var onAllow: @Sendable ([ScriptFile]) -> Void = { _ in }
    /// Called when somebody else tells whether a denial was applied, see ``SaidDenial``.
    var onUncertain: @Sendable () -> Void = {}
    /// Called once the server has stored the ask.
    package var onAccepted: @Sendable (Ask) async -> Void = { _ in }

    package init(
        agent: Agent, client: BellhopClient, trusted: AnswerTrust, wait: Duration, notifyOnly: Bool,
        host: String?, state: StateFolder, hold: Int = 0, time: ClientTime = .system
    ) {
        self.agent = agent
        self.client = client
        self.trusted = trusted
        self.wait = wait
        self.notifyOnly = notifyOnly
        self.host = host
        self.state = state
        self.hold = hold
        self.time = time
        entry = Self.entry(of: agent)
    }

    /// Claude Code runs entries that are the same once, wherever they stand, but for a plugin's
    /// (code.claude.com/docs/en/hooks), and Gemini CLI does so too (google-gemini/gemini-cli, hookPlanner.ts). Codex gives no
    /// such word, see ``seats(for:at:)``. OpenCode's prompts have names.
    static func entry(
        of agent: Agent, arguments: [String] = CommandLine.arguments,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        switch agent {
        case .claude, .codex, .gemini:
            (arguments + [environment["CLAUDE_PLUGIN_ROOT"] ?? ""]).joined(separator: "\n")
        case .opencode: nil
        }
    }

    /// At how many prompts equal to that of `call` the hooks of one entry may stand at this moment.
    ///
    /// Codex runs an entry twice for one prompt where it is set up twice. It tells of each call before it asks about it: where
    /// one equal call has begun there is one prompt, and its hooks share an ask. Where there are more, or none is known, each
    /// hook has an ask of its own, so that one approval never lets two calls run.
    func seats(for call: ToolCall?, at desk: Desk) -> Int {
        guard agent == .codex, let call else { return Desk.mostSeats }
        return desk.countOfBegun(like: call) == 1 ? 1 : Desk.mostSeats
    }

    /// Claude Code gives a hook 600 s and shows its own prompt meanwhile. Codex shows nothing until the hook ends, so
    /// that a long wait would lock out whoever sits at the desk. Gemini stops its hooks after a minute unless it is told
    /// otherwise: `bellhop setup` gives it 300 s.
    package static func usualWait(for agent: Agent) -> Duration {
        switch agent {
        case .claude: .seconds(570)
        case .codex: .seconds(45)
        case .gemini: .seconds(290)
        case .opencode: .seconds(570)
        }
    }

    /// A subagent's prompt comes to the terminal only after the hook has ended, where the subagent runs in the background
    /// (Claude Code 2.1.330). Its hook therefore waits for as long as one of Codex.
    static func longestWait(beside input: HookInput) -> Duration? {
        guard input.agent == .claude, input.event == .permissionRequest, input.subagent != nil else { return nil }
        return usualWait(for: .codex)
    }

    /// So much longer than the wait it runs at most, whatever hangs: an agent takes the end of its own patience for "go
    /// on", so that a gate has to have said no before. Gemini's is 10 s longer than the usual wait.
    static let grace = Duration.seconds(5)

    /// So long after the wait the process ends at the latest, see ``LastWord``. Its agent has to have more patience.
    package static let lastWord = grace + .seconds(1)

    /// - Parameters:
    ///   - bytes: what the agent wrote.
    ///   - dialect: of a gate that decides about it (``ReplyDialect/init(decidedBy:of:isGate:)``).
    package func run(_ bytes: [UInt8], in dialect: ReplyDialect?) async -> HookReply {
        let deadline = time.now() + wait
        return await withTaskGroup(of: HookReply?.self) { group in
            defer { group.cancelAll() }
            group.addTask { await reply(to: bytes, in: dialect, until: deadline) }
            group.addTask {
                try? await time.sleep(wait + Self.grace)
                return nil
            }
            return await group.next().flatMap(\.self) ?? .failure("no answer in time", in: dialect)
        }
    }

    private func reply(to bytes: [UInt8], in dialect: ReplyDialect?, until deadline: Timestamp) async -> HookReply {
        do {
            let input = try HookInput(bytes, from: agent)
            if let longest = Self.longestWait(beside: input), dialect == nil, longest < wait {
                var run = self
                run.wait = longest
                return await run.reply(to: bytes, in: dialect, until: min(deadline, time.now() + longest))
            }
            let desk = Desk(of: input, in: state)
            if input.event == .sessionStart { Desk.sweep(state) }
            let patience = HookTimeouts(for: input, of: agent, isGate: dialect != nil, notifyOnly: notifyOnly)
            // Whatever comes of the answer, the session's state is told.
            async let untold = tell(of: input, desk, within: patience.telling)
            let reply = await reply(to: input, desk, in: dialect, until: deadline, patience)
            return Self.remarking(await untold, beside: reply)
        } catch {
            return .failure("\(error)", in: dialect)
        }
    }

    /// What could not be told is said on standard error, where nothing else is decided.
    private static func remarking(_ failure: String?, beside reply: HookReply) -> HookReply {
        guard case .silence(let why) = reply, let failure, failure != why else { return reply }
        return .silence("\(why); \(failure)")
    }

    private func reply(
        to input: HookInput, _ desk: Desk?, in dialect: ReplyDialect?, until deadline: Timestamp,
        _ patience: HookTimeouts
    ) async -> HookReply {
        do throws(any Error) {
            return try await answer(input, desk, in: dialect, until: deadline, patience)
        } catch is CancellationError {
            return .failure("stopped before there was an answer", in: dialect)
        } catch {
            return .failure("\(error)", in: dialect)
        }
    }

    private func answer(
        _ input: HookInput, _ desk: Desk?, in dialect: ReplyDialect?, until deadline: Timestamp,
        _ patience: HookTimeouts
    ) async throws -> HookReply {
        switch try intent(of: input, desk, isGate: dialect != nil) {
        case .ask(let draft) where notifyOnly && !draft.dialect.isGate:
            return try await within(patience.telling) { try await notify(of: draft, about: input, at: desk) }
        case .ask(let draft):
            return try await ask(draft, at: desk, ToolCall(of: input), input.transcripts, until: deadline)
        case .notify(let notification):
            let key = try input.idempotencyKey(for: notification) ?? key
            do {
                _ = try await within(patience.telling) {
                    try await client.call(API.sendNotification, body: notification, idempotencyKey: key)
                }
            } catch {
                onUntold(input, error)
                throw error
            }
            return .silence("told the phone: \(notification.title)")
        case .remind(let notification):
            return try await remind(notification, of: input, at: desk, until: deadline)
        case .nothing(let why): return .silence(why)
        }
    }

    private func intent(of input: HookInput, _ desk: Desk?, isGate: Bool) throws -> HookIntent {
        do {
            return try HookIntent(of: input, host: host, isGate: isGate, reading: ScriptReader().read)
        } catch {
            // The agent shows its prompt all the same, and may say so later.
            if input.event == .permissionRequest, let call = ToolCall(of: input), let prompt = desk?.expect(call) {
                desk?.leaveUnshown(prompt)
            }
            throw error
        }
    }
}
