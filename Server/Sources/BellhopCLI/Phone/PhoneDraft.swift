import BellhopKit
import BellhopModel

/// A text that a phone's owner is typing.
struct PhoneDraft: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
        case button(CategoryAction, DeliveredNotification)
        case reply, denial, stop
        /// To see what is masked: the owner confirms, as with Face ID.
        case reveal
    }

    let purpose: Purpose
    private(set) var text = ""

    init(for purpose: Purpose) { self.purpose = purpose }

    /// `nil` when nothing is said.
    var message: String? { text.contains { !$0.isWhitespace } ? text : nil }

    /// The line in which it is typed.
    var line: String {
        let what =
            switch purpose {
            case .button, .reply: "Reply"
            case .denial: "Deny, saying"
            case .stop: "Deny and stop the agent, saying (or nothing)"
            case .reveal: "Enter confirms that you are the phone's owner"
            }
        return "\(what): \(text)"
    }

    /// - Returns: whether typing goes on.
    mutating func type(_ key: Key) -> Bool {
        switch key {
        case .character(let character): text.append(character)
        case .backspace: _ = text.popLast()
        case .up, .down, .pageUp, .pageDown: break
        case .enter, .escape, .interrupt, .end: return false
        }
        return true
    }
}
