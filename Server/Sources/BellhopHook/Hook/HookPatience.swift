import BellhopAgents
import BellhopClient

/// How long a hook takes over a server that does not answer. Its agent stands still meanwhile, unless it runs the hook in
/// the background.
///
/// What is asked is worth a slow network: TLS over a radio link takes seconds. What is only told is not, for the next event
/// tells more. Between them stands what ends something: that a turn is done, and that a prompt was answered and leaves the
/// phones, are told once. Without a server they cost no more than a detail; one that is there has a second longer. What is
/// lost even so: an ask whose hook was killed stays until its deadline. The end itself is told late, by a process of its own. A
/// hook that still waits withdraws its ask by itself, and what was told of a prompt is taken back by the next event that ends it.
struct HookTimeouts: Hashable, Sendable {
    /// Until a connection stands; TLS has as much again.
    let connecting: Duration
    /// For one request, from connecting to the end of the reply.
    let request: Duration
    /// For all that one event tells.
    let telling: Duration
    /// How long what does not succeed at once is tried again.
    let trying: Duration

    private init(connecting: Duration, request: Duration, telling: Duration, trying: Duration) {
        self.connecting = connecting
        self.request = request
        self.telling = telling
        self.trying = trying
    }

    private init(connecting: Duration, all limit: Duration) {
        self.init(connecting: connecting, request: limit, telling: limit, trying: .milliseconds(600))
    }

    static let detail = HookTimeouts(connecting: .seconds(1), all: .seconds(1))
    static let ending = HookTimeouts(connecting: .seconds(1), all: .seconds(2))
    /// A prompt stands beside it, or comes after it.
    static let prompt = HookTimeouts(connecting: .seconds(3), all: .seconds(4))
    /// There is no prompt to go back to: giving up is a no.
    static let gate = HookTimeouts(connecting: .seconds(3), all: .seconds(10))
    /// Nobody waits.
    static let background = gate
    /// The agent knows nothing of it.
    static let late = HookTimeouts(
        connecting: .seconds(5), request: .seconds(10), telling: .seconds(30), trying: .seconds(25))

    /// - Parameters:
    ///   - input: `nil` for what cannot be read.
    ///   - isGate: this hook decides about it.
    init(for input: HookInput?, of agent: Agent, isGate: Bool, notifyOnly: Bool) {
        // Codex' notify program is started and left to itself.
        let isLeft = agent == .codex && input?.fields["type"] != nil
        self =
            switch input?.event {
            case _ where isGate: .gate
            case let event? where Self.prompts.contains(event) && !notifyOnly: .prompt
            case let event? where isLeft || Self.runsInBackground(event, of: agent): .background
            case let event? where Self.prompts.contains(event) || Self.endings.contains(event): .ending
            default: .detail
            }
    }

    /// As `bellhop setup` sets the hooks up, and as OpenCode's plugin runs them.
    static func runsInBackground(_ event: HookEvent, of agent: Agent) -> Bool {
        switch agent {
        case .claude: claudeBackground.contains(event)
        case .codex, .gemini: false
        case .opencode: true
        }
    }

    /// Whether `event` ends a turn or a session: what is told of it is told once.
    static func isEnd(_ event: HookEvent) -> Bool { ends.contains(event) }

    private static let ends: Set<HookEvent> = [.stop, .stopFailure, .interrupt, .sessionEnd]
    private static let prompts: Set<HookEvent> = [.permissionRequest, .questionAsked, .elicitation]
    private static let endings = ends.union([.notification])
    private static let claudeBackground: Set<HookEvent> = [
        .preToolUse, .postToolUse, .postToolUseFailure, .permissionDenied, .notification, .subagentStop,
        .userPromptSubmit, .sessionStart,
    ]
}

extension HookRun {
    /// While an agent waits, what does not succeed at once is tried again for a moment only. What has been asked is waited
    /// for through restarts of the server all the same.
    static func configuration(_ patience: HookTimeouts) -> BellhopClient.Configuration {
        var configuration = BellhopClient.Configuration()
        configuration.retry.patience = patience.trying
        configuration.connectTimeout = patience.connecting
        configuration.timeout = patience.request
        return configuration
    }

    /// Does `work`, but for no longer than `limit`: then it is cancelled.
    ///
    /// - Throws: `ClientError.timedOut` then.
    func within<Value: Sendable>(
        _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await withTimeLimit(limit, by: time, work)
        } catch is TimeLimitExceeded {
            throw ClientError.timedOut(address: client.address.description, after: limit)
        }
    }
}
