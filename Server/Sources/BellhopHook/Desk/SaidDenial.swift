import BellhopAgents
import BellhopModel

/// A denial that a hook has said while the terminal may have answered before: then the agent goes by the terminal, and tells nobody
/// until the call has ended.
///
/// Whoever watches over the turn finds out by the transcript, see ``WatchedTurn``: a call that was denied has the denial's own
/// words for its result.
struct SaidDenial: Codable, Sendable {
    /// The agent's name for the call.
    var use: String
    var message: String
}

extension Desk {
    private static let denials = "denied-"

    /// - Returns: whether somebody watches who finds out what became of it.
    func note(_ denial: SaidDenial, of ask: AskID) -> Bool {
        guard read(TaskFile.self, TaskFile.file)?.turn != nil else { return false }
        return write(denial, Self.denials + ask.description)
    }

    /// Denials of which it is not known what became of them.
    var denials: [(ask: AskID, denial: SaidDenial)] {
        names.compactMap { name in
            guard name.hasPrefix(Self.denials), let ask = AskID(String(name.dropFirst(Self.denials.count))) else {
                return nil
            }
            return read(SaidDenial.self, name).map { (ask, $0) }
        }
    }

    func forgetDenial(of ask: AskID) { remove(Self.denials + ask.description) }
}
