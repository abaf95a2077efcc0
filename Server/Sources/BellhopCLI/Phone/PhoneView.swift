import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal

/// A phone's screen as lines of text.
struct PhoneView {
    let display: TerminalDisplay

    /// Longer lines are hard to read.
    private static let widest = 100
    private var width: Int { min(Self.widest, display.columns) }

    /// Its lock screen, in a frame of its own width.
    func lines(of screen: PhoneScreen, now: Timestamp, width: Int) -> [StyledText] {
        frame(PhoneControl(screen), now: now, width: width, height: nil).drawn().lines
    }

    /// A phone's screen with what is typed and the keys below it.
    struct Drawing {
        /// No more than the terminal has.
        var lines: [StyledText]
        /// The scroll position, in lines.
        var offset: Int
        /// The number of lines that a page scrolls.
        var page: Int
        /// The parts of an opened ask's input that are on the screen as a whole.
        var parts: [Int]
    }

    func drawing(of control: PhoneControl, now: Timestamp) -> Drawing {
        var below = [control.draft.map { StyledText($0.line, .bold) }].compactMap(\.self)
        if let hint = control.hint { below.append(StyledText(hint, .yellow)) }
        let used = below.count + PhoneText.keys(control.keys + Self.scrollKeys, width: display.columns).count
        let height = display.rows.map { max(4, $0 - used - 2) }
        let opened = control.screen.app == .foreground ? control.opened?.lines ?? [] : []
        let box = frame(control, opened.map(\.text), now: now, width: width, height: height).drawn()
        let isScrolled = box.offset + box.below > 0
        let keys = (isScrolled && control.draft == nil ? Self.scrollKeys : []) + control.keys
        // Two lines stay on the screen: a part may take two.
        return Drawing(
            lines: box.lines + below + PhoneText.keys(keys, width: display.columns), offset: box.offset,
            page: max(1, box.room - 2),
            parts: box.whole.compactMap { opened.indices.contains($0) ? opened[$0].part : nil })
    }

    private static let scrollKeys = ["Space more", "b back", "↑↓ scroll"]

    private func frame(
        _ control: PhoneControl, _ openedLines: [StyledText] = [], now: Timestamp, width: Int, height: Int?
    ) -> Box {
        let screen = control.screen
        var (content, footer): ([StyledText], [StyledText]) = ([], [])
        if screen.app != .foreground {
            // The buttons of the only one stay on the screen.
            if let only = screen.notifications.first, screen.notifications.count == 1 {
                content = text(of: only)
                footer = answers(of: only, now: now, width: width - 4)
            } else {
                content = notifications(of: screen, now: now, width: width - 4)
            }
        } else if let opened = control.opened {
            content = openedLines
            let (start, deadline) = (opened.ask.createdAt, opened.ask.deadline)
            footer = ["", PhoneText.countdown(from: start, to: deadline, at: now, width: width - 4)]
            if let obstacle = opened.obstacle { footer.append(StyledText(obstacle, .yellow)) }
            footer += ["", PhoneText.row(opened.buttons, inColor: display.hasColor)]
        } else {
            content = waiting(control, now: now)
        }
        footer += state(of: control)
        return Box(
            title: StyledText(screen.name, .bold), note: StyledText(Self.note(of: screen), .dim), lines: content,
            width: width, footer: footer, height: height, offset: control.scroll)
    }

    private func notifications(of screen: PhoneScreen, now: Timestamp, width: Int) -> [StyledText] {
        if screen.notifications.isEmpty {
            let unread = screen.badge > 0 ? "; \(screen.badge) unread in the app" : ""
            return [StyledText("no notifications\(unread)", .dim)]
        }
        let rule = StyledText(String(repeating: "─", count: width), .dim)
        return Array(
            screen.notifications.map { text(of: $0) + answers(of: $0, now: now, width: width) }.joined(separator: [rule]
            ))
    }

    /// The app while no ask is open in it.
    private func waiting(_ control: PhoneControl, now: Timestamp) -> [StyledText] {
        if control.wanted != nil { return [StyledText("opening …", .dim)] }
        if control.screen.pending.isEmpty { return [StyledText("nothing waits for an answer", .dim)] }
        return control.screen.pending.map { ask in
            let countdown = Countdown(from: ask.createdAt, to: ask.deadline, at: now)
            return StyledText("• \(DisplayText.line(ask.request.title)), ")
                + StyledText(
                    countdown.text(Words(.english)), .cyan)
        }
    }

    /// A prompt to unlock, the result of the last answer, and problems.
    private func state(of control: PhoneControl) -> [StyledText] {
        let screen = control.screen
        var lines: [StyledText] = []
        if let action = screen.asksToUnlockFor {
            lines.append(StyledText("Unlock to \(action.title.lowercased())  [u]", [.bold, .cyan]))
        }
        if let report = screen.results.last { lines += self.lines(of: report, control) }
        lines += Self.registration(of: screen).map { StyledText($0, .yellow) }
        if screen.connection == .lost, !screen.isInAirplaneMode {
            lines.append(StyledText("no connection to the server: nothing comes until it runs", .yellow))
        }
        return lines.isEmpty ? [] : [""] + lines
    }

    /// What came of an answer, and which ask that was; another one may stand above it.
    private func lines(of report: AnswerReport, _ control: PhoneControl) -> [StyledText] {
        let screen = control.screen
        let shown =
            screen.app == .foreground ? screen.pending.map(\.id) : screen.notifications.compactMap(\.payload.askID)
        let mark = shown.contains { $0 != report.askID } ? "› Before: " : "› "
        let result = StyledText(report.result.words, report.result.style)
        guard let title = control.titles[report.askID] ?? report.result.ask?.request.title else {
            return [StyledText(mark) + result]
        }
        return [StyledText(mark + DisplayText.line(title)), "  " + result]
    }

    private static func registration(of screen: PhoneScreen) -> [String] {
        switch screen.registration {
        case .needsPairing(.neverPaired), .needsPairing(.codeRefused): ["not paired yet"]
        case .needsPairing: ["not paired any more: q, and start it again to pair it"]
        case .retrying(let message, _), .refused(let message), .tokenFailed(let message): ["not registered: \(message)"]
        case .waitingForTrust(_, _, let fingerprint):
            [
                "waiting for confirmation on another device", "this phone's key: \(fingerprint)",
                "approve it there, if that shows the same key",
            ]
        case .waitingForToken, .registering, .registered, .leaving: []
        }
    }

    private func text(of notification: DeliveredNotification) -> [StyledText] {
        let alert = notification.payload.aps.alert
        var lines: [StyledText] = []
        if let title = alert?.title { lines.append(StyledText(title, .bold)) }
        if let subtitle = alert?.subtitle { lines.append(StyledText(subtitle, .dim)) }
        if let body = alert?.body { lines += (lines.isEmpty ? [] : [""]) + PhoneText.body(body) }
        return lines
    }

    /// The time that is left, and the buttons.
    private func answers(of notification: DeliveredNotification, now: Timestamp, width: Int) -> [StyledText] {
        var lines: [StyledText] = []
        if let deadline = notification.payload.deadline {
            let start = notification.deliveredAt
            lines += ["", PhoneText.countdown(from: start, to: deadline, at: now, width: width)]
        }
        let buttons = notification.actions.map { PhoneText.Button(title: $0.title, effect: $0.effect) }
        return lines + (buttons.isEmpty ? [] : ["", PhoneText.row(buttons, inColor: display.hasColor)])
    }

    private static func note(of screen: PhoneScreen) -> String {
        var parts = [screen.app == .foreground ? "app open" : screen.isLocked ? "locked" : "unlocked"]
        if screen.isInAirplaneMode { parts.append("airplane mode") }
        if screen.app == .killed { parts.append("app killed") }
        if screen.badge > 0 { parts.append("\(screen.badge) unread") }
        return parts.joined(separator: " · ")
    }
}

extension AnswerResult {
    fileprivate var style: StyledText.Style {
        switch self {
        case .sent(let ask), .agentWentOn(let ask): ask.state == .denied ? [.bold, .red] : [.bold, .green]
        case .tooLate, .answeredElsewhere, .withdrawn, .refused, .queuedOffline, .expiredOffline: [.bold, .yellow]
        }
    }
}
