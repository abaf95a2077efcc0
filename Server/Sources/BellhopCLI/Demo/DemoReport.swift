import BellhopModel
import BellhopTerminal

/// How a demo ended: the last line of `bellhop demo --json`.
struct DemoReport: Encodable, Sendable {
    struct Phone: Encodable, Sendable {
        var name: String
        /// Notifications still on its screen.
        var showing: Int
    }

    /// Exactly what the hook wrote to standard output; empty when the agent's own prompt stands.
    var agentStdout: String
    var exitCode: Int32
    /// What the hook said on standard error; `nil` where the agent is told what a person decided.
    var remark: String?
    var state: AskState?
    var timeline: [DemoTimeline.Step]
    var phones: [Phone]

    enum CodingKeys: String, CodingKey {
        case state, timeline, phones, remark
        case agentStdout = "agent_stdout"
        case exitCode = "exit_code"
    }

    /// Why there was nothing to show: the hook did not ask, and says why.
    var problem: String? { state == nil ? remark : nil }

    /// For a person to read.
    func lines(_ style: Style) -> [String] {
        var lines = [style.bold("What happened"), ""]
        for step in timeline {
            let ms = String(step.ms)
            lines.append(
                "  \(String(repeating: " ", count: max(0, 9 - ms.count)))\(ms) ms  \(step.step)")
        }
        lines += ["", style.bold("What the agent was told"), ""]
        lines.append(
            agentStdout.isEmpty
                ? "  nothing: its own prompt in the terminal stands" + (remark.map { " (\(ShownText.line($0)))" } ?? "")
                : "  " + TerminalText.safe(agentStdout.trimmingSuffix(while: \.isNewline)))
        lines += ["", style.bold("What the phones show now"), ""]
        for phone in phones {
            lines.append(
                "  \(phone.name): \(phone.showing == 0 ? "nothing, cleared" : "\(phone.showing) notification\(phone.showing == 1 ? "" : "s")")"
            )
        }
        return lines
    }
}

extension String {
    func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        var text = Substring(self)
        while let last = text.last, predicate(last) { text.removeLast() }
        return String(text)
    }
}
