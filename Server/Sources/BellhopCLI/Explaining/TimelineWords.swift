import BellhopModel

/// Lines of a timeline as sentences.
struct TimelineWords {
    private let meanings: ReasonMeanings

    init(_ meanings: ReasonMeanings) { self.meanings = meanings }

    func text(of entry: TimelineEntry) -> String {
        let detail = entry.detail.map { meanings.explained(DisplayText.line($0)) }
        func with(_ words: String) -> String { detail.map { "\(words): \($0)" } ?? words }
        return switch entry.step {
        case .accepted: with("accepted")
        case .held: with("waits")
        case .folded: with("part of a summary")
        case .attempted: with("attempted")
        case .sent: detail.map { "the gateway took it, as \($0)" } ?? "the gateway took it"
        case .deferred: with("put off")
        case .failed: with("given up")
        case .cancelled: with("not sent")
        case .shown: with("the device showed it")
        case .opened: with("the person opened it")
        case .read: with("read")
        case .snoozed: with("snoozed")
        case .resolved: with("the ask ended")
        case .applied: with("the agent went on")
        case .clearing: "the gateway took the word to clear it"
        }
    }
}
