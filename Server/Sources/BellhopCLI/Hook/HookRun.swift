import BellhopAgents
import BellhopClient
import BellhopModel

/// One run of an agent's hook: what comes in is understood, then asked or told, and answered in the agent's own words.
///
/// Whatever goes wrong on the way ends in `HookReply.silence`: nothing is printed, and the agent's own prompt stands.
/// There is no path from a failure to an "allow".
struct HookRun: Sendable {
    let agent: Agent
    let client: BellhopClient
    /// The devices whose answers count, by their keys; empty for those that the server names.
    let trusted: [DeviceID: [UInt8]]
    /// How long to wait for an answer. Below the agent's own limit for its hooks.
    let wait: Duration
    /// Ask, but leave the answer to the terminal.
    let notifyOnly: Bool
    /// What this machine is called.
    let host: String?
    /// So many seconds the person at the desk has before a device is told.
    var hold = 0
    /// Called once the server has stored the ask.
    var onAccepted: @Sendable (Ask) async -> Void = { _ in }

    /// Claude Code gives a hook 600 s and shows its own prompt meanwhile. Codex shows nothing until the hook ends, so
    /// that a long wait would lock out whoever sits at the desk.
    static func usualWait(for agent: Agent) -> Duration {
        switch agent {
        case .claude: .seconds(570)
        case .codex: .seconds(45)
        }
    }

    func run(_ input: [UInt8]) async -> HookReply {
        do {
            switch try HookIntent(of: HookInput(input, from: agent), host: host) {
            case .ask(let draft): return try await ask(draft)
            case .notify(let notification):
                _ = try await client.sendNotification(notification)
                return .silence("told the phone: \(notification.title)")
            case .session(.start(let session)):
                _ = try await client.startSession(session)
                return .silence("the session is known now")
            case .session(.update(let id, let update)):
                return .silence(try await report(update, of: id))
            case .nothing(let why): return .silence(why)
            }
        } catch is CancellationError {
            return .silence("stopped before there was an answer")
        } catch {
            return .silence("\(error)")
        }
    }

    /// - Returns: what to say about it.
    private func report(_ update: SessionUpdate, of id: SessionID) async throws -> String {
        do {
            _ = try await client.updateSession(id, update)
            return "the session is up to date"
        } catch ClientError.refused(let error, _) where error.code == .notFound {
            // It began before the hook was set up, or with another server.
            return "the session is not known, so there is nothing to update"
        }
    }

    private func ask(_ draft: AskDraft) async throws -> HookReply {
        let request = draft.request(expiresIn: Int(wait.components.seconds), hold: hold)
        let ask = try await client.openAsk(request) { try draft.idempotencyKey(for: request, repetition: $0) }
        await onAccepted(ask)
        guard !notifyOnly else { return .silence("asked the phone; the answer is given in the terminal") }
        switch try await client.waitForAnswer(to: ask.id, until: ask.deadline) {
        case .ended(let ended):
            let verification = AnswerVerification(keys: try await client.answerKeys(trusted: trusted))
            return HookReply(to: draft, verification.verdict(on: ended, askedAbout: draft.content.inputDigest))
        case .gaveUp(let failure):
            return .silence(failure.map { "no answer in time (\($0))" } ?? "no answer in time")
        }
    }
}
