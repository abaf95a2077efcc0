import BellhopAgents
import BellhopClient
import BellhopFoundation
import BellhopModel
import Crypto

/// A hook's place at one of several equal prompts that stand side by side.
///
/// An agent may make the same call twice in one message, and its prompts name no call. But it runs no entry of its settings
/// twice for one prompt: a hook of the same entry that still runs is another prompt's, and that one has an ask of its own.
/// Entries that differ, such as a plugin's beside the settings', serve one prompt together, and sit at the same.
///
/// Who sits where is known by locks on files, which the system takes off a hook that is killed. Where there are two entries and
/// two equal prompts, it may be the other's prompt that an entry's hook sits down at: then one answer may serve both.
struct PromptSeat: Sendable {
    /// What the hooks that sit here share: the prompt's name, and its number where that is not the first.
    let name: String
    fileprivate let prompt: String
    fileprivate let number: Int
    fileprivate let file: String
    /// Holds the lock.
    fileprivate let descriptor: CInt
}

extension Desk {
    private static let seats = "seat-"
    /// More equal prompts at one moment than anybody is asked.
    static let mostSeats = 16

    /// Sits down at the first of the equal prompts called `prompt` at which no hook of the same entry sits.
    ///
    /// - Parameters:
    ///   - prompt: hex digits, the same in every hook that runs for it.
    ///   - entry: what tells entries of the agent's settings apart.
    ///   - count: at how many prompts the entry's hooks may stand.
    /// - Returns: `nil` where nothing can be kept, and at the end of the seats: all share the first.
    func takeSeat(at prompt: String, for entry: String, of count: Int = mostSeats, by time: ClientTime) async
        -> PromptSeat?
    {
        let entry = Hex.encode(SHA256.hash(data: Array(entry.utf8))).prefix(16)
        let found = await alone(Self.lock, pausing: time) { () -> PromptSeat? in
            for number in 0..<count {
                let file = "\(Self.seats)\(prompt.prefix(32))-\(number)-\(entry)"
                let descriptor = opened(file)
                guard descriptor >= 0 else { return nil }
                if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK {
                    let name = number == 0 ? prompt : "\(number)-\(prompt)"
                    return PromptSeat(
                        name: name, prompt: prompt, number: number, file: file, descriptor: descriptor)
                }
                BellhopFoundation.close(descriptor)
            }
            return nil
        }
        return found ?? nil
    }

    /// Whether an equal prompt stands beside the one of `seat`.
    func hasNeighbour(_ seat: PromptSeat) -> Bool {
        let all = "\(Self.seats)\(seat.prompt.prefix(32))-"
        return names.contains { $0.hasPrefix(all) && !$0.hasPrefix("\(all)\(seat.number)-") }
    }

    func leave(_ seat: PromptSeat, by time: ClientTime) async {
        defer { BellhopFoundation.close(seat.descriptor) }
        // A session that is over has no folder any more, and gets none for this.
        guard access(path(seat.file), F_OK) == 0 else { return }
        // While no other hook is about to lock it.
        await alone(Self.lock, pausing: time) { remove(seat.file) }
    }
}
