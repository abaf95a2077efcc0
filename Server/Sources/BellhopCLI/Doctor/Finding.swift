import BellhopTerminal

/// What one of the doctor's checks came to.
struct Finding: Encodable, Hashable, Sendable {
    enum Verdict: String, Encodable, Hashable, Sendable {
        case ok, warning, failure
        /// It could not be checked, and `message` says why.
        case skipped
    }

    var verdict: Verdict
    /// What was looked at, in a word or two.
    var subject: String
    /// What was found, in one sentence.
    var message: String
    /// What to do about it.
    var remedy: String?

    static func ok(_ subject: String, _ message: String) -> Finding {
        Finding(verdict: .ok, subject: subject, message: message)
    }

    static func warning(_ subject: String, _ message: String, do remedy: String) -> Finding {
        Finding(verdict: .warning, subject: subject, message: message, remedy: remedy)
    }

    static func failure(_ subject: String, _ message: String, do remedy: String) -> Finding {
        Finding(verdict: .failure, subject: subject, message: message, remedy: remedy)
    }

    static func skipped(_ subject: String, _ message: String) -> Finding {
        Finding(verdict: .skipped, subject: subject, message: message)
    }
}

extension Finding {
    /// For a person to read: the finding, and below it what to do.
    var lines: [StyledText] {
        let mark =
            switch verdict {
            case .ok: StyledText("ok  ", .green)
            case .warning: StyledText("warn", .yellow)
            case .failure: StyledText("FAIL", [.bold, .red])
            case .skipped: StyledText("skip", .dim)
            }
        let head = mark + StyledText("  \(subject.padding(to: 14))  \(message)")
        return [head] + (remedy.map { [StyledText("      \("".padding(to: 14))  → \($0)")] } ?? [])
    }
}
