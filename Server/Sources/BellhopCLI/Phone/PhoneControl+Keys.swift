import BellhopKit
import BellhopModel
import BellhopSimulators

extension PhoneControl {
    static let lockScreenKeys = [
        "a approve", "d deny", "r reply", "t open", "x dismiss", "u unlock/lock", "p airplane", "k kill", "s start",
        "q quit",
    ]

    /// The available keys.
    var keys: [String] {
        if draft != nil { return ["Enter send", "Escape cancel"] }
        guard screen.app == .foreground else { return Self.lockScreenKeys }
        let others = screen.pending.count > (opened == nil ? 0 : 1) ? ["n next"] : []
        return answers + others + ["h home", "u lock", "p airplane", "k kill", "q quit"]
    }

    /// The keys that answer the open ask.
    private var answers: [String] {
        guard let opened else { return [] }
        let numbers = opened.choices > 1 ? "1-\(min(9, opened.choices))" : "1"
        let choices = opened.choices == 0 ? [] : ["\(numbers) \(opened.isApproval ? "remember" : "choose")"]
        let masked = opened.hasMasks ? ["v show masked values"] : []
        let approve = opened.canBeApproved ? ["a approve"] : []
        let yes = opened.isApproval ? approve : ["Enter send"] + (opened.takesText ? ["r reply"] : [])
        let saying = opened.accepts(.message) ? ["i deny with a reason"] : []
        let stopping = opened.accepts(.interrupt) ? ["s stop the agent"] : []
        return masked + choices + yes + ["d deny"] + saying + stopping
    }

    /// The reason why `key` has no effect now; `nil` for keys that need no message.
    func reasonForNoEffect(_ key: Key) -> String? {
        switch key {
        case .character(let character):
            let reason = screen.app == .foreground ? inAppReason(character) : lockScreenReason(character)
            return "\(character == " " ? "Space" : String(character)): \(reason)"
        case .enter: return "Enter: \(nothingToSendReason)"
        case .escape, .backspace, .up, .down, .pageUp, .pageDown, .interrupt, .end: return nil
        }
    }

    private func lockScreenReason(_ character: Character) -> String {
        switch character {
        case "a": "nothing to approve"
        case "d": "nothing to deny"
        case "r": "nothing accepts a reply"
        case "t": "nothing to open"
        case "x": "nothing to dismiss"
        default: "not a key of the lock screen"
        }
    }

    private func inAppReason(_ character: Character) -> String {
        guard "adisrnv123456789".contains(character) else { return "not a key of the app" }
        if character == "n" { return opened == nil ? "no ask is pending" : "no other ask is pending" }
        guard let opened else {
            return screen.pending.isEmpty ? "no ask is pending" : "no ask is open; n opens one"
        }
        return switch character {
        case "a":
            opened.obstacle.map { $0.lowercased() } ?? "answer a question by number or text, then Enter"
        case "i": "this agent accepts no reason with a denial; d denies"
        case "s": "this agent cannot be stopped by a denial; d denies"
        case "v": "nothing is masked"
        case "r": opened.isApproval ? "accepts no text; i denies with a reason" : "accepts no text"
        default: "no such choice"
        }
    }

    private var nothingToSendReason: String {
        guard screen.app == .foreground, let opened else { return "nothing to send" }
        return opened.isApproval ? "a approves, d denies" : "choose an answer first"
    }
}
