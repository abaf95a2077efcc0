import BellhopKit
import BellhopModel
import BellhopSimulators

extension PhoneControl {
    static let lockScreenKeys = [
        "a approve", "d deny", "r reply", "t open", "x dismiss", "u unlock/lock", "p airplane", "k kill", "s start",
        "q quit",
    ]

    /// The keys that do something now.
    var keys: [String] {
        if draft != nil { return ["Enter send", "Escape take back"] }
        guard screen.app == .foreground else { return Self.lockScreenKeys }
        let others = screen.pending.count > (opened == nil ? 0 : 1) ? ["n next"] : []
        return answers + others + ["h home", "u lock", "p airplane", "k kill", "q quit"]
    }

    /// The keys that answer what is open.
    private var answers: [String] {
        guard let opened else { return [] }
        let numbers = opened.choices > 1 ? "1-\(min(9, opened.choices))" : "1"
        let choices = opened.choices == 0 ? [] : ["\(numbers) \(opened.isApproval ? "remember" : "choose")"]
        let masked = opened.hasMasks ? ["v show masked values"] : []
        let approve = opened.canBeApproved ? ["a approve"] : []
        let yes = opened.isApproval ? approve : ["Enter send"] + (opened.takesText ? ["r reply"] : [])
        let saying = opened.takes(.message) ? ["i deny, saying why"] : []
        let stopping = opened.takes(.interrupt) ? ["s stop the agent"] : []
        return masked + choices + yes + ["d deny"] + saying + stopping
    }

    /// Why `key` does nothing now; `nil` for keys that need no word.
    func whyNothing(_ key: Key) -> String? {
        switch key {
        case .character(let character):
            let reason = screen.app == .foreground ? whyNothingInApp(character) : whyNothingOutside(character)
            return "\(character == " " ? "Space" : String(character)): \(reason)"
        case .enter: return "Enter: \(whyNothingToSend)"
        case .escape, .backspace, .up, .down, .pageUp, .pageDown, .interrupt, .end: return nil
        }
    }

    private func whyNothingOutside(_ character: Character) -> String {
        switch character {
        case "a": "nothing to approve"
        case "d": "nothing to deny"
        case "r": "nothing takes a reply"
        case "t": "nothing to open"
        case "x": "nothing to dismiss"
        default: "no key of the lock screen"
        }
    }

    private func whyNothingInApp(_ character: Character) -> String {
        guard "adisrnv123456789".contains(character) else { return "no key of the app" }
        if character == "n" { return opened == nil ? "no ask waits" : "no other ask waits" }
        guard let opened else {
            return screen.pending.isEmpty ? "no ask waits" : "no ask is open; n opens one"
        }
        return switch character {
        case "a":
            opened.obstacle.map { $0.lowercased() } ?? "a question is answered by number or text, then Enter"
        case "i": "its agent takes no words with a no; d denies"
        case "s": "its agent cannot be stopped from here; d denies"
        case "v": "nothing is masked"
        case "r": opened.isApproval ? "takes no text; i denies with a reason" : "takes no text"
        default: "no such choice"
        }
    }

    private var whyNothingToSend: String {
        guard screen.app == .foreground, let opened else { return "nothing to send" }
        return opened.isApproval ? "a approves, d denies" : "choose an answer first"
    }
}
