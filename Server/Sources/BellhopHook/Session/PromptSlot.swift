import BellhopAgents
import BellhopClient
import BellhopFoundation
import BellhopModel
import Crypto

/// The place of a hook among equal prompts that are open at the same time.
///
/// An agent may make the same call twice in one message, and its prompts name no call. But it runs no entry of its settings
/// twice for one prompt: another running hook of the same entry belongs to another prompt, which has its own ask. Different
/// entries, such as a plugin's and the settings', serve one prompt together and share a slot.
///
/// Slots are locked files; the system releases the lock of a killed hook. With two entries and two equal prompts a hook may
/// get the slot of the other prompt: one answer may then serve both.
struct PromptSlot: Sendable {
    /// The name that the hooks in this slot share: the prompt's, with the number unless it is 0.
    let name: String
    fileprivate let prompt: String
    fileprivate let number: Int
    fileprivate let file: String
    /// Holds the lock.
    fileprivate let descriptor: CInt
}

extension HookSessionState {
    private static let slots = "slot-"
    /// Guards slots and nonces.
    static let promptLock = "prompts.lock"
    /// The maximum number of equal prompts at one moment.
    static let maximumSlots = 16

    /// Takes the first slot of the equal prompts named `prompt` that has no hook of the same entry.
    ///
    /// - Parameters:
    ///   - prompt: hex digits, equal in every hook that runs for the prompt.
    ///   - entry: distinguishes the entries of the agent's settings.
    ///   - count: the number of slots.
    /// - Returns: `nil` when nothing can be stored, or all slots are taken: the hooks then share the first.
    func takeSlot(
        for prompt: String, entry: String, of count: Int = maximumSlots, time: ClientTime
    ) async -> PromptSlot? {
        let entry = Hex.encode(SHA256.hash(data: Array(entry.utf8))).prefix(16)
        let found = await withLock(Self.promptLock, time: time) { () -> PromptSlot? in
            for number in 0..<count {
                let file = "\(Self.slots)\(prompt.prefix(32))-\(number)-\(entry)"
                let descriptor = open(file)
                guard descriptor >= 0 else { return nil }
                if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK {
                    let name = number == 0 ? prompt : "\(number)-\(prompt)"
                    return PromptSlot(name: name, prompt: prompt, number: number, file: file, descriptor: descriptor)
                }
                BellhopFoundation.close(descriptor)
            }
            return nil
        }
        return found ?? nil
    }

    /// Returns whether another slot of an equal prompt is taken.
    func hasEqualPrompt(beside slot: PromptSlot) -> Bool {
        let all = "\(Self.slots)\(slot.prompt.prefix(32))-"
        return names.contains { $0.hasPrefix(all) && !$0.hasPrefix("\(all)\(slot.number)-") }
    }

    func release(_ slot: PromptSlot, time: ClientTime) async {
        defer { BellhopFoundation.close(slot.descriptor) }
        // Does not create the folder of a session that is over.
        guard access(path(slot.file), F_OK) == 0 else { return }
        // While no other hook is about to lock it.
        await withLock(Self.promptLock, time: time) { remove(slot.file) }
    }
}

/// The nonce of a prompt's ask, shared by the hooks that run for the prompt.
///
/// The first hook creates it and the others read it, so that they send the same ask. The first hook that ends removes it,
/// before the agent continues: a later equal prompt gets another nonce. The nonce that a killed hook leaves behind serves
/// the hook that runs again in its place, as long as its ask can be open.
struct PromptNonce: Codable, Sendable {
    var nonce: String
    /// By this machine's clock.
    var until: Timestamp
}

extension HookSessionState {
    private static func nonceFile(_ prompt: String) -> String { "nonce-\(prompt.prefix(32))" }

    /// - Parameters:
    ///   - prompt: its name: hex digits, equal in every hook that runs for it.
    ///   - used: the nonce of an earlier prompt of the same name.
    ///   - make: makes a new nonce, with the time of its expiry.
    /// - Returns: `nil` when it cannot be stored for the other hooks.
    func nonce(
        of prompt: String, after used: String?, time: ClientTime, _ make: () -> PromptNonce
    ) async -> String? {
        let shared = await withLock(Self.promptLock, time: time) { () -> String? in
            let kept = read(PromptNonce.self, Self.nonceFile(prompt))
            if let kept, AskNonce.isValid(kept.nonce), kept.nonce != used, time.now() < kept.until { return kept.nonce }
            let made = make()
            return write(made, Self.nonceFile(prompt)) ? made.nonce : nil
        }
        return shared ?? nil
    }

    /// Removes the nonce of a prompt that is over, but not the one of a later prompt.
    func removeNonce(_ nonce: String?, of prompt: String, time: ClientTime) async {
        // Does not create the folder of a session that is over.
        guard let nonce, read(PromptNonce.self, Self.nonceFile(prompt)) != nil else { return }
        await withLock(Self.promptLock, time: time) {
            if read(PromptNonce.self, Self.nonceFile(prompt))?.nonce == nonce { remove(Self.nonceFile(prompt)) }
        }
    }
}
