import BellhopKit
import BellhopModel
import BellhopSimulators

/// The pure state machine that maps keys to actions by the phone's screen. Actions of the opened app have no key on the
/// lock screen, and asks never open by themselves, so that a key meant for one ask never answers the next.
struct PhoneControl: Hashable, Sendable {
    enum Action: Hashable, Sendable {
        case press(CategoryAction, DeliveredNotification, text: String?)
        case tap(DeliveredNotification)
        case dismiss(DeliveredNotification)
        case answer(AskID, Answer)
        case lock, unlock, openApp, leaveApp, kill
        case airplane(Bool)
        case quit, interrupt
    }

    private(set) var screen: PhoneScreen
    /// The ask that is open in the app.
    private(set) var opened: OpenAsk?
    /// The tapped ask, until the app has loaded it.
    private(set) var wanted: AskID?
    private(set) var draft: PhoneDraft?
    /// The titles of shown asks, for the lines about their results.
    private(set) var titles: [AskID: String] = [:]
    /// The reason why the last key had no effect; `nil` when it had one.
    private(set) var hint: String?
    /// The number of lines scrolled out at the top.
    private(set) var scroll = 0
    /// The number of lines that a page scrolls, so small that every line is fully visible on some page.
    private var page = 10

    init(_ screen: PhoneScreen) {
        self.screen = screen
        noteTitles()
    }

    /// Applies a new screen of the phone.
    mutating func show(_ screen: PhoneScreen) {
        let before = self.screen
        if screen != before { hint = nil }
        if screen.app != .foreground, before.app == .foreground { wanted = nil }
        self.screen = screen
        noteTitles()
        if let id = opened?.ask.id, screen.app != .foreground || !screen.pending.contains(where: { $0.id == id }) {
            (opened, draft) = (nil, nil)
        }
        if before.app != screen.app || before.isLocked != screen.isLocked { scroll = 0 }
        if opened == nil, screen.app == .foreground, let ask = screen.pending.first(where: { $0.id == wanted }) {
            open(ask)
        }
    }

    private mutating func noteTitles() {
        for notification in screen.notifications {
            // The first notification of an ask has its title; later ones report results.
            guard let id = notification.payload.askID, titles[id] == nil else { continue }
            titles[id] = notification.payload.aps.alert?.title
        }
        for ask in screen.pending { titles[ask.id] = ask.request.title }
    }

    /// - Returns: the action to perform on the phone.
    mutating func press(_ key: Key) -> Action? {
        hint = nil
        let before = self
        let action = handle(key)
        if action == nil, self == before { hint = reasonForNoEffect(key) }
        return action
    }

    /// Applies the limited scroll position of a drawing, and marks the drawn parts of the input as read.
    mutating func note(_ drawing: PhoneView.Drawing) {
        (scroll, page) = (drawing.offset, drawing.page)
        opened?.markRead(drawing.parts)
    }

    private mutating func handle(_ key: Key) -> Action? {
        if key == .interrupt { return .interrupt }
        if draft != nil { return type(key) }
        switch key {
        case .up: scroll = max(0, scroll - 1)
        case .down: scroll += 1
        case .pageUp: scroll = max(0, scroll - page)
        case .pageDown: scroll += page
        case .end, .character("q"): return .quit
        case .character("p"): return .airplane(!screen.isInAirplaneMode)
        case .character("k"): return .kill
        case .character("u"): return screen.isLocked ? .unlock : .lock
        default: return screen.app == .foreground ? pressInApp(key) : pressOutside(key)
        }
        return nil
    }

    private mutating func pressOutside(_ key: Key) -> Action? {
        switch key {
        case .character("a"): return screen.button(.approve, takesText: false).map { .press($0, $1, text: nil) }
        case .character("d"): return screen.button(.deny, takesText: false).map { .press($0, $1, text: nil) }
        case .character("r"): draft = screen.button(.reply, takesText: true).map { PhoneDraft(for: .button($0, $1)) }
        case .character("t"):
            wanted = screen.notifications.first?.payload.askID
            return screen.notifications.first.map(Action.tap)
        case .character("x"): return screen.notifications.first.map(Action.dismiss)
        case .character("s"): return .openApp
        default: break
        }
        return nil
    }

    private mutating func pressInApp(_ key: Key) -> Action? {
        switch key {
        case .character("h"): return .leaveApp
        case .character("n"): openNext()
        default: break
        }
        guard let ask = opened else { return nil }
        switch key {
        case .character("a") where ask.canBeApproved: return answer(ask.approval)
        case .character(" "): scroll += page
        case .character("b"): scroll = max(0, scroll - page)
        case .character("v") where ask.hasMasks: draft = PhoneDraft(for: .reveal)
        case .character("d"): return answer(.deny(message: nil))
        case .character("i") where ask.accepts(.message): draft = PhoneDraft(for: .denial)
        case .character("s") where ask.accepts(.interrupt): draft = PhoneDraft(for: .stop)
        case .character("r") where ask.takesText: draft = PhoneDraft(for: .reply)
        case .character(let digit): if let number = digit.wholeNumberValue { opened?.toggle(number) }
        case .enter where !ask.isApproval: return sendReplies()
        default: break
        }
        return nil
    }

    private mutating func type(_ key: Key) -> Action? {
        if key == .end { return .quit }
        guard var typed = draft, typed.type(key) else {
            let finished = key == .enter ? draft : nil
            draft = nil
            return finished.flatMap { send($0) }
        }
        draft = typed
        return nil
    }

    private mutating func send(_ draft: PhoneDraft) -> Action? {
        switch (draft.purpose, draft.message) {
        case (.reveal, _):
            opened?.reveal()
            scroll = 0
            return nil
        case (.stop, let text): return answer(.deny(message: text, interrupt: true))
        case (_, nil): return nil
        case (.button(let action, let notification), let text): return .press(action, notification, text: text)
        case (.denial, let text): return answer(.deny(message: text))
        case (.reply, let text?):
            opened?.setReplyText(text)
            return sendReplies()
        }
    }

    /// Answers the ask, or shows the next question without a reply.
    private mutating func sendReplies() -> Action? {
        guard let replies = opened?.nextQuestionOrAnswer() else { return nil }
        return answer(replies)
    }

    /// Answers and closes the open ask.
    private mutating func answer(_ answer: Answer) -> Action? {
        defer { opened = nil }
        return opened.map { .answer($0.ask.id, answer) }
    }

    private mutating func open(_ ask: Ask) { (opened, wanted, scroll) = (OpenAsk(ask), nil, 0) }

    private mutating func openNext() {
        let index = screen.pending.firstIndex { $0.id == opened?.ask.id }
        let next = index.map { ($0 + 1) % screen.pending.count } ?? 0
        if next < screen.pending.count, next != index { open(screen.pending[next]) }
    }
}

/// A text that the phone's owner is typing.
struct PhoneDraft: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
        case button(CategoryAction, DeliveredNotification)
        case reply, denial, stop
        /// Confirmation before masked values are shown, as with Face ID.
        case reveal
    }

    let purpose: Purpose
    private(set) var text = ""

    init(for purpose: Purpose) { self.purpose = purpose }

    /// The text; `nil` without visible characters.
    var message: String? { text.contains { !$0.isWhitespace } ? text : nil }

    /// The input line.
    var line: String {
        let prompt =
            switch purpose {
            case .button, .reply: "Reply"
            case .denial: "Deny with a reason"
            case .stop: "Deny and stop the agent, with an optional reason"
            case .reveal: "Press Enter to confirm that you own the phone"
            }
        return "\(prompt): \(text)"
    }

    /// - Returns: `false` when the key ends the input.
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
