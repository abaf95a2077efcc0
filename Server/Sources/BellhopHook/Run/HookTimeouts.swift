package import BellhopAgents
import BellhopClient

/// The time limits of one hook run, computed once from its event and options.
///
/// The agent is blocked during the run, unless it runs the hook in the background. An ask is worth a slow network: TLS over a
/// radio link takes seconds. A report is not, since the next event brings another one. In between are reports that are sent
/// once: the end of a turn, and the end of a prompt. Without a server they take no longer
/// than any report; with a slow one they have a second more. An end that fails is reported later by another process. A hook that
/// still waits withdraws its ask itself, and a prompt's notification is cancelled by the next event that ends the prompt; the
/// ask of a killed hook stays open until its deadline.
package struct HookTimeouts: Hashable, Sendable {
    /// The time to wait for a person's answer.
    let answer: Duration
    /// The time to open a connection; TLS has the same time again.
    let connect: Duration
    /// The time for one request, from connecting to the end of the response.
    let request: Duration
    /// The time for everything that one event reports.
    let report: Duration
    /// The time during which failed requests are retried.
    let retry: Duration

    private init(answer: Duration, connect: Duration, request: Duration, report: Duration, retry: Duration) {
        self.answer = answer
        self.connect = connect
        self.request = request
        self.report = report
        self.retry = retry
    }

    init(answer: Duration, _ kind: Kind) {
        let (connect, limit) = kind.limits
        self.init(
            answer: answer, connect: .seconds(connect), request: .seconds(limit), report: .seconds(limit),
            retry: .milliseconds(600))
    }

    /// The limits of a process that reports after the agent has gone on.
    static let late = HookTimeouts(
        answer: .seconds(30), connect: .seconds(5), request: .seconds(10), report: .seconds(30), retry: .seconds(25))

    /// - Parameters:
    ///   - wait: the configured time to wait for an answer, minus the time taken to read the input.
    ///   - notifyOnly: whether prompts become notifications instead of asks.
    package init(for payload: HookPayload, wait: Duration, notifyOnly: Bool) {
        let input = try? payload.input.get()
        var answer = wait
        // A subagent's prompt comes to the terminal only after the hook has ended, when the subagent runs in the background
        // (Claude Code 2.1.330). Its hook therefore waits for as long as one of Codex.
        if payload.gate == nil, let input, input.agent == .claude, input.event == .permissionRequest,
            input.subagent != nil
        {
            answer = min(wait, Self.defaultWait(for: .codex))
        }
        self.init(answer: answer, Kind(of: payload, input, notifyOnly: notifyOnly))
    }

    /// The kinds of hook runs, by their effect.
    enum Kind: Hashable, Sendable {
        case report
        /// Reports an end, or a prompt that only the terminal answers.
        case finalReport
        /// Asks beside the agent's own prompt.
        case prompt
        /// Asks instead of a prompt: giving up is a denial.
        case gate
        /// Runs while the agent continues.
        case background

        init(of payload: HookPayload, _ input: HookInput?, notifyOnly: Bool) {
            // Codex starts its notify program and does not wait for it.
            let isNotifyProgram = payload.agent == .codex && input?.fields["type"] != nil
            self =
                switch input?.event {
                case _ where payload.gate != nil: .gate
                case let event? where HookTimeouts.prompts.contains(event) && !notifyOnly: .prompt
                case let event? where isNotifyProgram || HookTimeouts.runsInBackground(event, of: payload.agent):
                    .background
                case let event? where HookTimeouts.prompts.contains(event) || HookTimeouts.isFinal(event): .finalReport
                default: .report
                }
        }

        /// In seconds.
        fileprivate var limits: (connect: Int, request: Int) {
            switch self {
            case .report: (1, 1)
            case .finalReport: (1, 2)
            case .prompt: (3, 4)
            case .gate, .background: (3, 10)
            }
        }
    }

    /// Returns whether an end that this hook could not report is worth another process: its agent was blocked, and the link is slow or
    /// the server away for a moment.
    static func allowsLateReport(of input: HookInput, _ payload: HookPayload, after failure: any Error) -> Bool {
        guard let failure = failure as? ClientError, failure.isRetryable, isEnd(input.event) else { return false }
        return Kind(of: payload, input, notifyOnly: false) == .finalReport
    }

    /// Returns whether the agent runs the hook of `event` in the background, as `bellhop setup` and OpenCode's plugin configure it.
    static func runsInBackground(_ event: HookEvent, of agent: Agent) -> Bool {
        switch agent {
        case .claude: claudeBackground.contains(event)
        case .codex, .gemini: false
        case .opencode: true
        }
    }

    /// Returns whether `event` ends a turn or a session: it is reported once.
    static func isEnd(_ event: HookEvent) -> Bool { ends.contains(event) }

    private static func isFinal(_ event: HookEvent) -> Bool { isEnd(event) || event == .notification }

    private static let ends: Set<HookEvent> = [.stop, .stopFailure, .interrupt, .sessionEnd]
    private static let prompts: Set<HookEvent> = [.permissionRequest, .questionAsked, .elicitation]
    private static let claudeBackground: Set<HookEvent> = [
        .preToolUse, .postToolUse, .postToolUseFailure, .permissionDenied, .notification, .subagentStop,
        .userPromptSubmit, .sessionStart,
    ]
}

extension HookTimeouts {
    /// The time to wait for an answer unless `--wait` gives another.
    ///
    /// Claude Code gives a hook 600 s and shows its own prompt beside it. Codex shows nothing until the hook ends, so that a long
    /// wait would lock out the person at the terminal. Gemini CLI stops its hooks after a minute unless configured otherwise:
    /// `bellhop setup` gives it 300 s.
    package static func defaultWait(for agent: Agent) -> Duration {
        switch agent {
        case .claude, .opencode: .seconds(570)
        case .codex: .seconds(45)
        case .gemini: .seconds(290)
        }
    }

    /// The time after the wait at which a run is cancelled. An agent treats its own timeout as consent, so a gate must deny
    /// before it; Gemini CLI's is 10 s longer than the default wait.
    static let grace = Duration.seconds(5)

    /// The time after the wait at which the process ends, see ``Watchdog``. The agent's timeout must be longer.
    package static let exitDelay = grace + .seconds(1)

    /// The configuration of a client with these limits. An ask that was accepted is waited for through restarts of the server.
    var clientConfiguration: BellhopClient.Configuration {
        var configuration = BellhopClient.Configuration()
        configuration.retry.timeLimit = retry
        configuration.connectTimeout = connect
        configuration.timeout = request
        return configuration
    }
}
