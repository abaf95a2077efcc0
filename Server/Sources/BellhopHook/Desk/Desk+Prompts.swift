import BellhopAgents
import BellhopFoundation
import BellhopModel

extension Desk {
    /// A prompt about `call` is there. What ends it from now on is noticed, also before anything shows it.
    ///
    /// - Returns: by what ``open(_:at:)`` finds it; `nil` when it cannot be kept.
    func expect(_ call: ToolCall) -> String? {
        let name = Self.prompts + String(UInt64.random(in: .min ... .max), radix: 36)
        return write(call, name) ? name : nil
    }

    /// Phones show the prompt now.
    ///
    /// - Returns: `false` when the prompt is over by now.
    func open(_ shown: ShownPrompt, at prompt: String) -> Bool {
        // In one step, so that an event that comes meanwhile ends one or the other.
        rename(path(prompt), path(shown.fileName)) == 0
    }

    /// The prompt stands, and no phone could be shown it.
    func leaveUnshown(_ prompt: String) {
        let random = prompt.dropFirst(Self.prompts.count)
        rename(path(prompt), path(Self.unshown + random))
    }

    func isOpen(_ ask: AskID) -> Bool {
        access(path(ShownPrompt.ask(ask).fileName), F_OK) == 0
    }

    /// Whether a phone shows an ask about a call of `fingerprint`, or will in a moment.
    func isAsked(_ fingerprint: String) -> Bool {
        names.contains { name in
            guard name.hasPrefix(Self.prompts) || ShownPrompt(fileName: name)?.isToldOnly == false else { return false }
            return read(name)?.fingerprint == fingerprint
        }
    }

    /// What was told of prompts and not taken back.
    var told: Set<ShownPrompt> { Set(names.compactMap(ShownPrompt.init(fileName:)).filter(\.isToldOnly)) }

    /// - Parameter now: by this machine's clock.
    func close(_ shown: ShownPrompt, at now: Timestamp) {
        let call = read(shown.fileName)
        // A session that is over has no folder any more, and gets none for this.
        guard unlink(path(shown.fileName)) == 0 else { return }
        noteClosing(at: now)
        // Another hook of the same prompt may have failed.
        for name in names where name.hasPrefix(Self.unshown) && isAbout(call, name) { remove(name) }
    }

    /// What is known of the prompt of which the agent says, at `now`, that it stands.
    func standing(at now: Timestamp) -> StandingPrompt {
        let names = names
        let shown = names.filter { ShownPrompt(fileName: $0) != nil }
        let calls = shown.compactMap { read($0) }
        let unshown = names.filter { $0.hasPrefix(Self.unshown) }.sorted()
        // Also while others are shown; but not where only one of the prompt's hooks has failed.
        if let alone = unshown.first(where: { name in !calls.contains { isAbout($0, name) } }) {
            return .unshown(alone)
        }
        guard shown.isEmpty else { return .shown }
        if let closed = read(ClosedPrompt.self, ClosedPrompt.file), closed.isRecent(at: now) { return .shown }
        if names.contains(where: { $0.hasPrefix(Self.prompts) }) { return .onItsWay }
        return .unshown(nil)
    }

    /// Whether what is kept under `name` is about `call`.
    private func isAbout(_ call: ToolCall?, _ name: String) -> Bool {
        guard let call, let kept = read(name) else { return false }
        return kept.isSame(as: call)
    }

    /// A prompt is over.
    func noteClosing(at now: Timestamp) { write(ClosedPrompt(at: now), ClosedPrompt.file) }
}
