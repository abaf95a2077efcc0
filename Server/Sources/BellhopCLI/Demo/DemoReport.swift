import BellhopModel
import BellhopTerminal

/// The result of a demo, printed by `bellhop demo --json`.
struct DemoReport: Encodable, Sendable {
    struct Phone: Encodable, Sendable {
        var name: String
        /// The number of notifications on its screen.
        var showing: Int
    }

    /// The hook's standard output; empty when the agent's own prompt decides.
    var agentStdout: String
    var exitCode: Int32
    /// The hook's standard error; `nil` when the agent received a decision.
    var remark: String?
    var state: AskState?
    var timeline: [DemoTimeline.Step]
    var phones: [Phone]

    enum CodingKeys: String, CodingKey {
        case state, timeline, phones, remark
        case agentStdout = "agent_stdout"
        case exitCode = "exit_code"
    }

    /// The hook's reason for not asking; `nil` when it asked.
    var problem: String? { state == nil ? remark : nil }

    /// The report as lines for a terminal.
    var lines: [StyledText] {
        let times = timeline.map { ShortDuration.text(milliseconds: $0.ms) }
        let width = times.map(\.columns).max() ?? 0
        var lines = [StyledText("What happened", .bold), ""]
        for (step, time) in zip(timeline, times) {
            let space = String(repeating: " ", count: width - time.columns)
            lines.append(StyledText("  \(space)\(time)  ", .dim) + StyledText(step.step))
        }
        lines += ["", StyledText("Reply to the agent", .bold), ""]
        lines.append(
            agentStdout.isEmpty
                ? StyledText(
                    "  none: its own prompt in the terminal decides"
                        + (remark.map { " (\(DisplayText.line($0)))" } ?? ""))
                : StyledText("  " + agentStdout.trimmingSuffix(while: \.isNewline), .cyan))
        lines += ["", StyledText("Notifications on the phones", .bold), ""]
        for phone in phones {
            let count = "\(phone.showing) notification\(phone.showing == 1 ? "" : "s")"
            lines.append(StyledText("  \(phone.name): \(phone.showing == 0 ? "none, cleared" : count)"))
        }
        return lines + (conclusion.map { ["", $0] } ?? [])
    }

    private var conclusion: StyledText? {
        switch state {
        case .approved, .answered: StyledText("✓ Approved: the agent goes on.", [.bold, .green])
        case .denied: StyledText("✗ Denied: the agent does not run it.", [.bold, .red])
        case .expired: StyledText("No answer in time: the agent asks in the terminal.", [.bold, .yellow])
        case .withdrawn: StyledText("Withdrawn by the agent.", [.bold, .yellow])
        case .pending, nil: nil
        }
    }
}

/// Readable durations.
enum ShortDuration {
    /// A rounded duration, such as `0.4 ms`, `231 ms`, `4.23 s`, `41.9 s` or `2 min 3 s`.
    static func text(milliseconds: Double) -> String {
        switch milliseconds {
        case ..<9.95: "\(rounded(milliseconds, 10)) ms"
        case ..<999.5: "\(Int(milliseconds.rounded())) ms"
        case ..<9995: "\(rounded(milliseconds / 1000, 100)) s"
        case ..<59_950: "\(rounded(milliseconds / 1000, 10)) s"
        default:
            "\(Int((milliseconds / 1000).rounded()) / 60) min \(Int((milliseconds / 1000).rounded()) % 60) s"
        }
    }

    private static func rounded(_ value: Double, _ parts: Double) -> String { "\((value * parts).rounded() / parts)" }
}

extension String {
    func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        var text = Substring(self)
        while let last = text.last, predicate(last) { text.removeLast() }
        return String(text)
    }
}
