import BellhopTerminal

/// The result of one of the doctor's checks.
struct Finding: Encodable, Hashable, Sendable {
    enum Status: String, Encodable, Hashable, Sendable {
        case ok, warning, failure
        /// The check could not run, for the reason in `message`.
        case skipped
    }

    var status: Status
    /// The checked part, in one or two words.
    var subject: String
    /// The result, in one sentence.
    var message: String
    /// The remedy, a sentence.
    var remedy: String?

    static func ok(_ subject: String, _ message: String) -> Finding {
        Finding(status: .ok, subject: subject, message: message)
    }

    static func warning(_ subject: String, _ message: String, do remedy: String) -> Finding {
        Finding(status: .warning, subject: subject, message: message, remedy: remedy)
    }

    static func failure(_ subject: String, _ message: String, do remedy: String) -> Finding {
        Finding(status: .failure, subject: subject, message: message, remedy: remedy)
    }

    static func skipped(_ subject: String, _ message: String) -> Finding {
        Finding(status: .skipped, subject: subject, message: message)
    }
}

extension Finding {
    /// The finding and, below it, the remedy, for a terminal.
    var lines: [StyledText] {
        let mark =
            switch status {
            case .ok: StyledText("ok  ", .green)
            case .warning: StyledText("warn", .yellow)
            case .failure: StyledText("FAIL", [.bold, .red])
            case .skipped: StyledText("skip", .dim)
            }
        let head = mark + StyledText("  \(subject.padding(to: 14))  \(message)")
        return [head] + (remedy.map { [StyledText("      \("".padding(to: 14))  → \($0)")] } ?? [])
    }
}
