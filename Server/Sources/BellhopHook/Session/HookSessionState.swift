package import BellhopAgents
import BellhopClient
import BellhopFoundation
import BellhopModel
package import BellhopTerminal
import Crypto

/// The state of one agent session on this machine: the tool calls that began, and the open prompts.
///
/// Each hook of a session is a process of its own. They share this state through a folder of small files:
///
///     SESSION/call-FINGERPRINT-USE   a call that began and has not ended
///     SESSION/ended-FINGERPRINT-USE  a call whose end was reported before its beginning
///     SESSION/approved-ASK           a call that the phone approved, until it ends
///     SESSION/pending-RANDOM         an open prompt, see ``OpenPrompt``; so are the next three
///     SESSION/asked-ASK
///     SESSION/notified-NOTIFICATION
///     SESSION/unsent-RANDOM
///     SESSION/closed.json            the time at which a prompt was last closed
///     SESSION/slot-PROMPT-NUMBER-…   the lock of a hook that runs for a prompt, see ``PromptSlot``
///     SESSION/nonce-PROMPT           the nonce that the hooks of one prompt share
///     SESSION/denied-ASK             a denial whose effect is not known yet, see ``UnconfirmedDenial``
///     SESSION/tasks.json             the agent's task list, see ``SessionRecord``
///
/// The files hold digests, identifiers and nonces only, except the tasks. All of them may be lost: a hook then waits until
/// its deadline.
package struct HookSessionState: Sendable {
    let folder: URL

    /// - Returns: `nil` when `input` names no session.
    init?(of input: HookInput, in state: StateFolder) {
        guard let session = input.session else { return nil }
        self.init(session: session, of: input.agent, in: state)
    }

    /// - Parameter environment: of a process that Claude Code started; it names the session.
    /// - Returns: `nil` when no session is named.
    package init?(environment: [String: String]) {
        guard let session = environment["CLAUDE_CODE_SESSION_ID"], !session.isEmpty else { return nil }
        self.init(session: session, of: .claude, in: StateFolder(environment: environment))
    }

    /// - Parameter session: the agent's name for the session.
    package init(session: String, of agent: Agent, in state: StateFolder) {
        let digest = SHA256.hash(data: Array("\(agent.rawValue)\n\(session)".utf8))
        folder = Self.sessions(in: state).appending(
            path: String(Hex.encode(digest).prefix(32)), directoryHint: .isDirectory)
    }

    private static func sessions(in state: StateFolder) -> URL {
        state.url.appending(path: "sessions", directoryHint: .isDirectory)
    }

    /// `true` when hooks have run in the session.
    package var hasHooks: Bool { !names.isEmpty }

    /// Removes sessions without an event since `limit`, two weeks ago by default.
    static func removeSessions(in state: StateFolder, unchangedSince limit: Date = .now - 14 * 86_400) {
        let sessions = sessions(in: state)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: sessions.path)) ?? [] {
            let folder = sessions.appending(path: name).path
            let changed = try? FileManager.default.attributesOfItem(atPath: folder)[.modificationDate] as? Date
            if let changed, changed < limit { try? FileManager.default.removeItem(atPath: folder) }
        }
    }

    // MARK: Events

    /// Applies an event to the session's state.
    ///
    /// - Parameter now: by this machine's clock.
    /// - Returns: the prompts on phones that were answered in the terminal. Asks are removed; notifications stay until
    ///   ``close(_:at:)``.
    func apply(_ event: HookSessionEvent, at now: Timestamp) -> [OpenPrompt] {
        let names = names
        let event = identified(event, among: names)
        let approval = takeApproval(endedBy: event, among: names)
        let kept = unaffected(by: event, approval, among: names)
        var ended: [OpenPrompt] = []
        var hasBegun = approval?.id != nil
        var closesPrompt = false
        for name in names where !kept.contains(name) {
            guard let call = read(name), event.ends(call) else { continue }
            hasBegun = hasBegun || name.hasPrefix(Self.calls)
            let prompt = OpenPrompt(fileName: name)
            closesPrompt = closesPrompt || prompt != nil
            if let prompt, prompt.isOnPhone { ended.append(prompt) }
            if case .notified = prompt { continue }
            remove(name)
        }
        if closesPrompt { recordClosing(at: now) }
        switch event {
        case .callBegan(let call): add(call)
        // The hooks of one call may run side by side.
        case .callEnded(let call) where call.id != nil && !hasBegun: write(call, Self.ended + Self.name(of: call))
        case .sessionEnded: try? FileManager.default.removeItem(at: folder)
        case .callEnded, .turnEnded: break
        }
        return ended
    }

    /// Replaces the input of an ended call by the input that it began with, unless a prompt is about the former.
    ///
    /// The events of a call's beginning and end name the call, but their inputs may differ: agents add and remove fields, and
    /// other hooks change them.
    private func identified(_ event: HookSessionEvent, among names: [String]) -> HookSessionEvent {
        guard case .callEnded(let ended) = event, let id = ended.id else { return event }
        let isAsked = names.contains { name in
            OpenPrompt(fileName: name) != nil && read(name).map { $0.id == nil && ended.isSame(as: $0) } ?? false
        }
        let known = names.lazy.filter { $0.hasPrefix(Self.calls) || $0.hasPrefix(Self.approvals) }
        guard !isAsked, let begun = known.compactMap({ read($0) }).first(where: { $0.id == id }) else { return event }
        return .callEnded(begun)
    }

    /// Removes the approval of the call that `event` ends.
    private func takeApproval(endedBy event: HookSessionEvent, among names: [String]) -> ToolCall? {
        guard case .callEnded(let ended) = event, ended.id != nil else { return nil }
        let approvals = names.filter { $0.hasPrefix(Self.approvals) }
            .compactMap { name in read(name).map { (name: name, call: $0) } }
        guard
            let approval = approvals.first(where: { $0.call.id == ended.id })
                ?? approvals.first(where: { $0.call.id == nil && $0.call.isEqual(to: ended) })
        else { return nil }
        remove(approval.name)
        return approval.call
    }

    /// The files about calls equal to the ended one that did not end with it.
    ///
    /// The event names its call and the prompts do not. When the phone approved the call, no open prompt is about it.
    /// Otherwise the number decides: no more prompts stay open than calls are left.
    private func unaffected(
        by event: HookSessionEvent, _ approval: ToolCall?, among names: [String]
    ) -> Set<String> {
        guard case .callEnded(let ended) = event, ended.id != nil else { return [] }
        let equal = names.filter { name in read(name).map { $0.id == nil && $0.isEqual(to: ended) } ?? false }
        let prompts = equal.filter { OpenPrompt(fileName: $0) != nil }
        if approval != nil { return Set(prompts + equal.filter { $0.hasPrefix(Self.approvals) }) }
        guard prompts.count > 1 else { return [] }
        let left = names.filter { $0.hasPrefix(Self.calls + ended.fingerprint.prefix(16)) }.compactMap { read($0) }
            .filter { $0.isEqual(to: ended) && $0.id != ended.id }.count
        return Set(prompts.sorted { modified($0) < modified($1) }.suffix(min(left, prompts.count - 1)))
    }

    // MARK: Calls

    private func add(_ call: ToolCall) {
        // By its use alone: the two inputs may differ.
        let ended = names.first { $0.hasPrefix(Self.ended) && $0.hasSuffix("-\(Self.use(of: call))") }
        if let ended { remove(ended) } else { write(call, Self.calls + Self.name(of: call)) }
    }

    /// The agent's name for the call that a prompt is about, as soon as it is known.
    ///
    /// With several equal open calls it is the last one: the others had their prompts before.
    func toolUseID(of call: ToolCall) -> String? { call.id ?? lastBegun(like: call)?.call.id }

    /// Removes a refused call, whose end no event reports. A later prompt is about another call.
    func removeCall(like call: ToolCall) {
        if let begun = lastBegun(like: call) { remove(begun.name) }
    }

    /// Records that the phone approved `call`: its end is not the end of an equal prompt.
    ///
    /// - Parameter ask: the approved ask, which several hooks may share.
    func recordApproval(of call: ToolCall, by ask: AskID, time: ClientTime) async {
        await withLock(Self.promptLock, time: time) {
            let file = Self.approvals + ask.description
            guard access(path(file), F_OK) != 0 else { return }
            var approved = call
            let begun = begun(like: call)
            if begun.count == 1 {
                approved.id = begun[0].call.id
                remove(begun[0].name)
            }
            write(approved, file)
        }
    }

    func countOfBegun(like call: ToolCall) -> Int { begun(like: call).count }

    private func lastBegun(like call: ToolCall) -> (name: String, call: ToolCall)? {
        let begun = begun(like: call)
        return begun.count < 2 ? begun.first : begun.max { modified($0.name) < modified($1.name) }
    }

    private func begun(like call: ToolCall) -> [(name: String, call: ToolCall)] {
        names.filter { $0.hasPrefix(Self.calls + call.fingerprint.prefix(16)) }.compactMap { name in
            read(name).flatMap { call.isSame(as: $0) ? (name: name, call: $0) : nil }
        }
    }

    private static let calls = "call-"
    private static let ended = "ended-"
    private static let approvals = "approved-"

    /// Names come from outside and are no file names: their digest is.
    private static func name(of call: ToolCall) -> String {
        "\(call.fingerprint.prefix(16))-\(use(of: call))"
    }

    private static func use(of call: ToolCall) -> Substring {
        Hex.encode(SHA256.hash(data: Array((call.id ?? "").utf8))).prefix(16)
    }
}

extension ToolCall {
    /// Returns whether both do the same, in the same subagent.
    fileprivate func isEqual(to other: ToolCall) -> Bool {
        subagent == other.subagent && fingerprint == other.fingerprint
    }
}

/// Files and locks.
extension HookSessionState {
    static func random() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// As text: building URLs takes longer than the file operations.
    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    private func modified(_ name: String) -> Date {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path(name))
        return attributes?[.modificationDate] as? Date ?? .distantPast
    }

    func read(_ name: String) -> ToolCall? { read(ToolCall.self, name) }

    /// - Returns: `nil` when there is no such file, or it cannot be read.
    func read<Value: Decodable>(_: Value.Type, _ name: String) -> Value? {
        guard let bytes = try? PrivateFile(path: path(name)).read() else { return nil }
        return try? CanonicalJSON.decode(Value.self, from: bytes)
    }

    /// - Returns: whether the file was written.
    @discardableResult
    func write(_ value: some Encodable, _ name: String) -> Bool {
        guard let bytes = try? CanonicalJSON.encode(value) else { return false }
        return (try? PrivateFile(path: path(name)).write(bytes, durably: false)) != nil
    }

    func remove(_ name: String) { unlink(path(name)) }

    /// Runs `work` while this hook holds the lock file `lock`; without it on a file system that has no locks.
    ///
    /// - Returns: `nil`, without running `work`, when another hook holds the lock for a second, as a suspended one does.
    func withLock<Value>(_ lock: String, time: ClientTime, _ work: () -> Value) async -> Value? {
        let file = open(lock)
        defer { if file >= 0 { BellhopFoundation.close(file) } }
        if file >= 0 { guard await Self.acquire(file, time) else { return nil } }
        return work()
    }

    /// Opens a file, and creates it and the folder when they are missing.
    ///
    /// - Returns: less than 0 on failure.
    func open(_ name: String) -> CInt {
        let path = self.path(name)
        let file = BellhopFoundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file < 0, errno == ENOENT else { return file }
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return BellhopFoundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }

    /// Polls, because a wait in the system could not be cancelled.
    private static func acquire(_ lock: CInt, _ time: ClientTime) async -> Bool {
        for _ in 0..<50 {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return true }
            // A file system without locks: treated as acquired.
            guard errno == EWOULDBLOCK || errno == EINTR else { return true }
            guard (try? await time.sleep(.milliseconds(20))) != nil else { return false }
        }
        return false
    }
}
