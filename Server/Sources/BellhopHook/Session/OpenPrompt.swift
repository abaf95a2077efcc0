package import BellhopAgents
import BellhopFoundation
import BellhopModel

/// A prompt that is open in the terminal, as one file of the session: the name holds its state, the content its call.
///
/// A change of state is one atomic rename, so that a concurrent event ends the prompt in exactly one of both states.
enum OpenPrompt: Hashable, Sendable {
    /// Its hook has neither reached the server yet nor given up.
    case pending(String)
    /// Phones show it and can answer it.
    case asked(AskID)
    /// Phones show it as a notification; the terminal answers it.
    case notified(NotificationID)
    /// No phone shows it: the server could not be reached, or the input is too large.
    case unsent(String)

    var fileName: String {
        switch self {
        case .pending(let id): "pending-\(id)"
        case .asked(let id): "asked-\(id)"
        case .notified(let id): "notified-\(id)"
        case .unsent(let id): "unsent-\(id)"
        }
    }

    init?(fileName: String) {
        guard let end = fileName.firstIndex(of: "-") else { return nil }
        let id = String(fileName[fileName.index(after: end)...])
        switch fileName[..<end] {
        case "pending": self = .pending(id)
        case "unsent": self = .unsent(id)
        case "asked":
            guard let id = AskID(id) else { return nil }
            self = .asked(id)
        case "notified":
            guard let id = NotificationID(id) else { return nil }
            self = .notified(id)
        default: return nil
        }
    }

    var isNotification: Bool { if case .notified = self { true } else { false } }

    var isOnPhone: Bool {
        switch self {
        case .asked, .notified: true
        case .pending, .unsent: false
        }
    }
}

extension HookSessionState {
    /// Adds a prompt about `call`. From now on the events that end it are noticed.
    ///
    /// - Returns: the pending prompt; `nil` when it cannot be stored.
    func addPrompt(about call: ToolCall) -> OpenPrompt? {
        let prompt = OpenPrompt.pending(Self.random())
        return write(call, prompt.fileName) ? prompt : nil
    }

    /// Changes the state of a prompt.
    ///
    /// - Returns: `false` when the prompt is over.
    func move(_ prompt: OpenPrompt, to state: OpenPrompt) -> Bool {
        rename(path(prompt.fileName), path(state.fileName)) == 0
    }

    /// Records that no phone shows the prompt, if it is still pending.
    func markUnsent(_ prompt: OpenPrompt) {
        guard case .pending(let id) = prompt else { return }
        _ = move(prompt, to: .unsent(id))
    }

    func contains(_ prompt: OpenPrompt) -> Bool { access(path(prompt.fileName), F_OK) == 0 }

    /// Returns whether a hook asks about `call`, or is about to. The subagent is not compared: only hooks know it.
    package func isAsking(about call: ToolCall) -> Bool {
        prompts.contains { prompt in
            switch prompt {
            case .pending, .asked: read(prompt.fileName)?.fingerprint == call.fingerprint
            case .notified, .unsent: false
            }
        }
    }

    private var prompts: [OpenPrompt] { names.compactMap(OpenPrompt.init(fileName:)) }

    /// The prompts whose notifications have not been cancelled.
    var notifications: Set<OpenPrompt> { Set(prompts.filter(\.isNotification)) }

    /// Removes a prompt that is over.
    ///
    /// - Parameter now: by this machine's clock.
    func close(_ prompt: OpenPrompt, at now: Timestamp) {
        let call = read(prompt.fileName)
        // Does not create the folder of a session that is over.
        guard unlink(path(prompt.fileName)) == 0 else { return }
        recordClosing(at: now)
        // Another hook of the same prompt may have failed.
        for case .unsent(let id) in prompts where isAbout(call, .unsent(id)) { remove(OpenPrompt.unsent(id).fileName) }
    }

    func recordClosing(at now: Timestamp) { write(ClosingRecord(at: now), ClosingRecord.file) }

    /// The state of the prompt that the agent reports a second time.
    enum ReportedPrompt: Hashable, Sendable {
        /// A phone shows it, or showed it until a moment ago.
        case onPhone
        /// Its hook has neither reached the server yet nor given up.
        case pending
        /// No phone shows it. `nil` when its hook could not store it.
        case unsent(OpenPrompt?)
    }

    /// The state of the prompt that the agent reports at `now` as still open.
    func reportedPrompt(at now: Timestamp) -> ReportedPrompt {
        let prompts = prompts
        let shown = prompts.filter(\.isOnPhone).compactMap { read($0.fileName) }
        let unsent = prompts.filter { if case .unsent = $0 { true } else { false } }.sorted {
            $0.fileName < $1.fileName
        }
        // An unsent prompt is reported while phones show other prompts, but not if another hook has sent the same prompt.
        if let first = unsent.first(where: { prompt in !shown.contains { isAbout($0, prompt) } }) {
            return .unsent(first)
        }
        guard !prompts.contains(where: \.isOnPhone) else { return .onPhone }
        if let closing = read(ClosingRecord.self, ClosingRecord.file), closing.isRecent(at: now) { return .onPhone }
        return prompts.contains { if case .pending = $0 { true } else { false } } ? .pending : .unsent(nil)
    }

    private func isAbout(_ call: ToolCall?, _ prompt: OpenPrompt) -> Bool {
        guard let call, let stored = read(prompt.fileName) else { return false }
        return stored.isSame(as: call)
    }
}

/// The time at which a prompt of the session was last closed.
private struct ClosingRecord: Codable {
    static let file = "closed.json"
    /// The agent reports an open prompt after 6 s at the earliest. A report less than 5 s after a prompt was closed therefore
    /// concerns the closed prompt.
    private static let recent = Duration.seconds(5)

    /// By this machine's clock.
    var at: Timestamp

    /// `false` when the clock was set back since.
    func isRecent(at now: Timestamp) -> Bool { at <= now && now < at + Self.recent }
}
