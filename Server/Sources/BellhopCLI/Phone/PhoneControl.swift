import BellhopKit
import BellhopModel
import BellhopSimulators

/// Which key means what, by what the phone shows: a pure machine. What only the opened app offers has no key on the lock
/// screen, and no ask opens or follows another by itself: a key that was meant for one never answers the next.
struct PhoneControl: Sendable {
    enum Action: Hashable, Sendable {
        case press(CategoryAction, DeliveredNotification, text: String?)
        case tap(DeliveredNotification)
        case dismiss(DeliveredNotification)
        case answer(AskID, Answer)
        case lock, unlock, openApp, leaveApp, kill
        case airplane(Bool)
        case quit
    }

    private(set) var screen: PhoneScreen
    /// The ask that the app shows whole.
    private(set) var opened: OpenAsk?
    /// The one that its owner tapped, until the app has it.
    private(set) var wanted: AskID?
    private(set) var draft: PhoneDraft?
    /// What the asks are called that it has shown, for what came of them.
    private(set) var titles: [AskID: String] = [:]

    init(_ screen: PhoneScreen) {
        self.screen = screen
        noteTitles()
    }

    /// The phone shows something else now.
    mutating func show(_ screen: PhoneScreen) {
        if screen.app != .foreground, self.screen.app == .foreground { wanted = nil }
        self.screen = screen
        noteTitles()
        if let id = opened?.ask.id, screen.app != .foreground || !screen.pending.contains(where: { $0.id == id }) {
            (opened, draft) = (nil, nil)
        }
        if opened == nil, screen.app == .foreground, let ask = screen.pending.first(where: { $0.id == wanted }) {
            open(ask)
        }
    }

    private mutating func noteTitles() {
        for notification in screen.notifications {
            // Not a later one, which tells what came of an answer.
            guard let id = notification.payload.askID, titles[id] == nil else { continue }
            titles[id] = notification.payload.aps.alert?.title
        }
        for ask in screen.pending { titles[ask.id] = ask.request.title }
    }

    /// - Returns: what is to be done with the phone.
    mutating func press(_ key: Key) -> Action? {
        if draft != nil { return type(key) }
        switch key {
        case .end, .character("q"): return .quit
        case .character("p"): return .airplane(!screen.isInAirplaneMode)
        case .character("k"): return .kill
        case .character("u"): return screen.isLocked ? .unlock : .lock
        default: return screen.app == .foreground ? pressInApp(key) : pressOutside(key)
        }
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
        case .character("a") where ask.isApproval: return answer(ask.approval)
        case .character("d"): return answer(.deny(message: nil))
        case .character("i") where ask.takes(.message): draft = PhoneDraft(for: .denial)
        case .character("s") where ask.takes(.interrupt): draft = PhoneDraft(for: .stop)
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
        case (.stop, let text): return answer(.deny(message: text, interrupt: true))
        case (_, nil): return nil
        case (.button(let action, let notification), let text): return .press(action, notification, text: text)
        case (.denial, let text): return answer(.deny(message: text))
        case (.reply, let text?):
            opened?.say(text)
            return sendReplies()
        }
    }

    /// Goes on to the next question while there is one.
    private mutating func sendReplies() -> Action? {
        guard let replies = opened?.send() else { return nil }
        return answer(replies)
    }

    /// The first answer counts: the ask closes with it.
    private mutating func answer(_ answer: Answer) -> Action? {
        defer { opened = nil }
        return opened.map { .answer($0.ask.id, answer) }
    }

    private mutating func open(_ ask: Ask) { (opened, wanted) = (OpenAsk(ask), nil) }

    private mutating func openNext() {
        let place = screen.pending.firstIndex { $0.id == opened?.ask.id }
        let next = place.map { ($0 + 1) % screen.pending.count } ?? 0
        if next < screen.pending.count, next != place { open(screen.pending[next]) }
    }
}
