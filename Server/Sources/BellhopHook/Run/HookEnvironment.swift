import BellhopAgents
package import BellhopClient
import BellhopFoundation
package import BellhopModel
package import BellhopTerminal

/// The options and dependencies of a hook run: server, trusted devices, session files, clock.
package struct HookEnvironment: Sendable {
    let client: BellhopClient
    let trust: AnswerTrust
    /// `true` when prompts become notifications, answered in the terminal. A gate has no prompt and asks anyway.
    let notifyOnly: Bool
    /// The name of this machine.
    let host: String?
    /// The folder of the sessions' state, see ``HookSessionState``.
    let state: StateFolder
    /// The delay before devices are notified, in seconds.
    let hold: Int
    var time: ClientTime
    var agent = AgentConnection()
    /// Identifies the entry of the agent's settings that this hook runs for, see ``PromptSlot``.
    var settingsEntry: String
    /// Makes a nonce for an ask.
    var nonce: @Sendable () -> String = AskNonce.random
    /// Identifies this run in the session's record, and its notifications when the event names none.
    var runID: String?
    /// Called when the server has stored the ask.
    package var onAccepted: @Sendable (Ask) async -> Void = { _ in }

    package init(
        client: BellhopClient, trust: AnswerTrust, notifyOnly: Bool, host: String?, state: StateFolder, hold: Int = 0,
        time: ClientTime = .system
    ) {
        self.client = client
        self.trust = trust
        self.notifyOnly = notifyOnly
        self.host = host
        self.state = state
        self.hold = hold
        self.time = time
        settingsEntry = Self.settingsEntry()
    }

    static func settingsEntry(
        arguments: [String] = CommandLine.arguments,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        (arguments + [environment["CLAUDE_PLUGIN_ROOT"] ?? ""]).joined(separator: "\n")
    }
}
