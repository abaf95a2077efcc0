import BellhopAgents
import BellhopClient
import BellhopFoundation
import BellhopModel
import BellhopTerminal
import Crypto

/// What one session of an agent is known to be doing on this machine: the calls that have begun, what phones show.
///
/// The hooks of a session are processes of their own that know nothing of each other. They meet here, in a folder of
/// small files:
///
///     SESSION/call-FINGERPRINT-USE   a call that has begun and not ended
///     SESSION/over-FINGERPRINT-USE   a call whose end was heard of before its beginning
///     SESSION/prompt-RANDOM          a prompt that is on its way to the server, with the call it is about
///     SESSION/open-ASK               an ask that waits, with the call it is about
///     SESSION/told-NOTIFICATION      what was told of a prompt instead, with the call it is about
///     SESSION/unshown-RANDOM         a prompt that no phone could be shown, with the call it is about
///     SESSION/closed.json            when a prompt was last over, see ``ClosedPrompt``
///     SESSION/allowed-RANDOM         a call that the phone allowed while an equal one had its prompt, until it ends
///     SESSION/seat-PROMPT-NUMBER-…   a hook that runs for a prompt, by a lock, see ``PromptSeat``
///     SESSION/nonce-PROMPT           what the hooks of one prompt make its ask's digest under, see ``PromptNonce``
///     SESSION/tasks.json             the agent's list of tasks, see ``TaskFile``
///
/// Digests, identifiers and nonces only, but for the tasks. Everything here may be lost: then a hook waits until its
/// deadline.
struct Desk: Sendable {
    let folder: URL

    /// - Returns: `nil` when `input` names no session: then nothing can be told apart.
    init?(of input: HookInput, in state: StateFolder) {
        guard let session = input.session else { return nil }
        self.init(session: session, of: input.agent, in: state)
    }

    /// - Parameter session: as the agent names it.
    init(session: String, of agent: Agent, in state: StateFolder) {
        let digest = SHA256.hash(data: Array("\(agent.rawValue)\n\(session)".utf8))
        folder = Self.sessions(in: state).appending(
            path: String(Hex.encode(digest).prefix(32)), directoryHint: .isDirectory)
    }

    private static func sessions(in state: StateFolder) -> URL {
        state.url.appending(path: "sessions", directoryHint: .isDirectory)
    }

    /// Takes in what an event tells.
    ///
    /// - Parameter now: by this machine's clock.
    /// - Returns: what shows prompts that have been answered at the desk. Asks are not open any more; notifications stay
    ///   until they are closed.
    func heed(_ news: HookSessionEvent, at now: Timestamp) -> [ShownPrompt] {
        var ended: [ShownPrompt] = []
        var begun = false
        var closed = false
        let names = names
        let news = identified(news, among: names)
        let spared = spared(by: news, among: names)
        for name in names where !spared.contains(name) {
            guard let call = read(name), news.ends(call) else { continue }
            let shown = ShownPrompt(fileName: name)
            if let shown { ended.append(shown) }
            begun = begun || name.hasPrefix(Self.calls)
            closed = closed || Self.isPrompt(name)
            if case .notification = shown { continue }
            remove(name)
        }
        if closed { noteClosing(at: now) }
        switch news {
        case .begins(let call): begin(call)
        // The hooks of one call may run side by side.
        case .settles(let call) where call.id != nil && !begun: write(call, Self.over + Self.name(of: call))
        case .sessionEnds: try? FileManager.default.removeItem(at: folder)
        case .settles, .turnEnds: break
        }
        return ended
    }

    /// The end of a call under the input that it began with, where no prompt is about the input that it ended with.
    ///
    /// The event of an end names its call, and so does that of its beginning. What stands in their inputs may differ: agents add
    /// fields and leave others out, and other hooks change them.
    private func identified(_ news: HookSessionEvent, among names: [String]) -> HookSessionEvent {
        guard case .settles(let ended) = news, let id = ended.id else { return news }
        let isAsked = names.contains { name in
            Self.isPrompt(name) && read(name).map { $0.id == nil && ended.isSame(as: $0) } ?? false
        }
        let begun = names.lazy.filter { $0.hasPrefix(Self.calls) }.compactMap { read($0) }.first { $0.id == id }
        guard !isAsked, let begun else { return news }
        return .settles(begun)
    }

    /// Of equal prompts that stand side by side, those that the end of one call is not about. It names its call and they do
    /// not, so that their number alone tells: no more stand than calls are left.
    private func spared(by news: HookSessionEvent, among names: [String]) -> Set<String> {
        guard case .settles(let ended) = news, ended.id != nil else { return [] }
        func isEqual(_ call: ToolCall?) -> Bool {
            call.map { $0.subagent == ended.subagent && $0.fingerprint == ended.fingerprint } ?? false
        }
        let isUnnamed = { (name: String) in read(name).map { isEqual($0) && $0.id == nil } ?? false }
        let prompts = names.filter { Self.isPrompt($0) && isUnnamed($0) }
        let allowed = names.filter { $0.hasPrefix(Self.allowed) && isUnnamed($0) }
        if let one = allowed.first {
            // It was that one which has ended. The others that were allowed have yet to.
            remove(one)
            return Set(prompts + allowed)
        }
        guard prompts.count > 1 else { return [] }
        let left = names.filter { $0.hasPrefix(Self.calls + ended.fingerprint.prefix(16)) }.compactMap { read($0) }
            .filter { isEqual($0) && $0.id != ended.id }.count
        return Set(prompts.sorted { writtenAt($0) < writtenAt($1) }.suffix(min(left, prompts.count - 1)))
    }

    /// The phone has allowed one of equal calls: of those it is the first to end.
    func expectEnd(of call: ToolCall) {
        write(call, Self.allowed + String(UInt64.random(in: .min ... .max), radix: 36))
    }

    private func begin(_ call: ToolCall) {
        // By its use alone: the two inputs may differ.
        let over = names.first { $0.hasPrefix(Self.over) && $0.hasSuffix("-\(Self.use(of: call))") }
        if let over { remove(over) } else { write(call, Self.calls + Self.name(of: call)) }
    }

    /// The agent's name for the use of a tool that a prompt is about, as soon as it is known.
    ///
    /// Of equal calls that have begun and not ended it is the last to begin: the others had their prompts before.
    func useID(of call: ToolCall) -> String? { call.id ?? begun(like: call)?.call.id }

    /// The call that a prompt was about was refused, and no event will tell so. A later prompt is about another one.
    func forgetCall(like call: ToolCall) {
        if let begun = begun(like: call) { remove(begun.name) }
    }

    func countOfBegun(like call: ToolCall) -> Int { allBegun(like: call).count }

    private func begun(like call: ToolCall) -> (name: String, call: ToolCall)? {
        let alike = allBegun(like: call)
        return alike.count < 2 ? alike.first : alike.max { writtenAt($0.name) < writtenAt($1.name) }
    }

    private func allBegun(like call: ToolCall) -> [(name: String, call: ToolCall)] {
        names.filter { $0.hasPrefix(Self.calls + call.fingerprint.prefix(16)) }.compactMap { name in
            read(name).flatMap { call.isSame(as: $0) ? (name: name, call: $0) : nil }
        }
    }

    /// Forgets sessions that nothing has been heard of for two weeks, unless another moment is given.
    static func sweep(_ state: StateFolder, untouchedSince limit: Date = .now - 14 * 86_400) {
        let sessions = sessions(in: state)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: sessions.path)) ?? [] {
            let folder = sessions.appending(path: name).path
            let touched = try? FileManager.default.attributesOfItem(atPath: folder)[.modificationDate] as? Date
            if let touched, touched < limit { try? FileManager.default.removeItem(atPath: folder) }
        }
    }
}

extension Desk {
    static let calls = "call-"
    static let over = "over-"
    static let prompts = "prompt-"
    static let unshown = "unshown-"
    private static let allowed = "allowed-"

    private static func isPrompt(_ name: String) -> Bool {
        name.hasPrefix(prompts) || name.hasPrefix(unshown) || ShownPrompt(fileName: name) != nil
    }

    /// As text: putting URLs together takes longer than what is done with the files.
    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    /// Names come from outside and are no file names: their digest is.
    private static func name(of call: ToolCall) -> String {
        "\(call.fingerprint.prefix(16))-\(use(of: call))"
    }

    private static func use(of call: ToolCall) -> Substring {
        Hex.encode(SHA256.hash(data: Array((call.id ?? "").utf8))).prefix(16)
    }

    private func writtenAt(_ name: String) -> Date {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path(name))
        return attributes?[.modificationDate] as? Date ?? .distantPast
    }

    func read(_ name: String) -> ToolCall? { read(ToolCall.self, name) }

    /// - Returns: `nil` when there is no such file, or it cannot be read.
    func read<Value: Decodable>(_: Value.Type, _ name: String) -> Value? {
        guard let bytes = try? PrivateFile(path: path(name)).read() else { return nil }
        return try? CanonicalJSON.decode(Value.self, from: bytes)
    }

    /// - Returns: whether it could be.
    @discardableResult
    func write(_ value: some Encodable, _ name: String) -> Bool {
        guard let bytes = try? CanonicalJSON.encode(value) else { return false }
        return (try? PrivateFile(path: path(name)).write(bytes, durably: false)) != nil
    }

    func remove(_ name: String) { unlink(path(name)) }

    /// Does `work` while no other hook does what stands behind the same lock; anyway where nothing can be locked.
    ///
    /// - Returns: `nil`, with nothing done, when another hook keeps the lock for a second: one that is stopped, say.
    func alone<Value>(_ lock: String, pausing time: ClientTime, _ work: () -> Value) async -> Value? {
        let file = opened(lock)
        defer { if file >= 0 { BellhopFoundation.close(file) } }
        if file >= 0 { guard await Self.take(file, time) else { return nil } }
        return work()
    }

    /// Creates file and folder where they are not there.
    ///
    /// - Returns: less than 0 when that cannot be done.
    func opened(_ name: String) -> CInt {
        let path = self.path(name)
        let file = BellhopFoundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file < 0, errno == ENOENT else { return file }
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return BellhopFoundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }

    /// Not by waiting in the system, where nothing could cancel it.
    private static func take(_ lock: CInt, _ time: ClientTime) async -> Bool {
        for _ in 0..<50 {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return true }
            // A file system without locks: as good as none.
            guard errno == EWOULDBLOCK || errno == EINTR else { return true }
            guard (try? await time.sleep(.milliseconds(20))) != nil else { return false }
        }
        return false
    }
}
