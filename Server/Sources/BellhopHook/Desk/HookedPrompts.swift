package import BellhopAgents
package import BellhopTerminal

/// What the hooks of a session of Claude Code's ask the phone, for a program that Claude Code asks the same at the same time.
package struct HookSessionState: Sendable {
    private let desk: Desk

    /// - Parameter environment: of a program that Claude Code has started; it names the session there.
    /// - Returns: `nil` where none is named.
    package init?(environment: [String: String]) {
        guard let session = environment["CLAUDE_CODE_SESSION_ID"], !session.isEmpty else { return nil }
        self.init(session: session, in: StateFolder(environment: environment))
    }

    package init(session: String, in state: StateFolder) {
        desk = Desk(session: session, of: .claude, in: state)
    }

    /// Whether hooks run in the session.
    package var areThere: Bool { !desk.names.isEmpty }

    /// Whether a hook asks about `call`, or is about to. Whose subagent makes it is not compared: only hooks are told.
    package func isAsked(_ call: ToolCall) -> Bool { desk.isAsked(call.fingerprint) }
}
