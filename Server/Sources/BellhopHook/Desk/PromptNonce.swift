import BellhopClient
import BellhopModel

/// The nonce of a prompt's ask, as the hooks that run for the prompt share it.
///
/// The first of them makes it, the others find it, so that they send one and the same ask. It is taken away when the
/// first of them ends, before the agent can go on: an equal prompt after that gets another one. What a hook that
/// was killed leaves behind serves the hook that runs again in its place, as long as its ask can be open.
struct PromptNonce: Codable, Sendable {
    var nonce: String
    /// By this machine's clock.
    var until: Timestamp
}

extension Desk {
    /// Taken by the hooks of equal prompts, to agree on who is whose.
    static let lock = "prompts.lock"

    private static func file(_ prompt: String) -> String { "nonce-\(prompt.prefix(32))" }

    /// - Parameters:
    ///   - prompt: its name: hex digits, the same in every hook that runs for it.
    ///   - used: a nonce of an earlier prompt of the same name.
    ///   - make: makes a new one, with the moment from which on it is an earlier prompt's.
    /// - Returns: `nil` when it cannot be kept, so that no other hook would find it.
    func nonce(
        of prompt: String, after used: String?, by time: ClientTime, _ make: () -> PromptNonce
    ) async -> String? {
        let shared = await alone(Self.lock, pausing: time) { () -> String? in
            let kept = read(PromptNonce.self, Self.file(prompt))
            if let kept, AskNonce.isValid(kept.nonce), kept.nonce != used, time.now() < kept.until { return kept.nonce }
            let made = make()
            return write(made, Self.file(prompt)) ? made.nonce : nil
        }
        return shared ?? nil
    }

    /// The prompt is over. The nonce of a later one stays.
    func forget(_ nonce: String?, of prompt: String, by time: ClientTime) async {
        // A session that is over has no folder any more, and gets none for this.
        guard let nonce, read(PromptNonce.self, Self.file(prompt)) != nil else { return }
        await alone(Self.lock, pausing: time) {
            if read(PromptNonce.self, Self.file(prompt))?.nonce == nonce { remove(Self.file(prompt)) }
        }
    }
}
