import BellhopKit
import BellhopModel
import BellhopSimulators

/// A phone's screen as lines of text.
struct PhoneView {
    let style: Style
    var width = 64

    /// Its lock screen.
    func lines(of screen: PhoneScreen, now: Timestamp) -> [String] {
        framed(notifications(of: screen, now: now), PhoneControl(screen))
    }

    /// What it shows, and below it what is typed and the keys.
    func lines(of control: PhoneControl, now: Timestamp) -> [String] {
        let screen = control.screen
        let content =
            screen.app == .foreground
            ? control.opened?.lines(at: now) ?? waiting(control, now: now) : notifications(of: screen, now: now)
        return framed(content, control) + [control.draft?.line].compactMap(\.self) + [control.help]
    }

    private func notifications(of screen: PhoneScreen, now: Timestamp) -> [String] {
        if screen.notifications.isEmpty { return ["no notifications"] }
        return screen.notifications.flatMap { lines(of: $0, now: now) + [""] }
    }

    /// The app while no ask is open in it.
    private func waiting(_ control: PhoneControl, now: Timestamp) -> [String] {
        if control.wanted != nil { return ["opening …"] }
        if control.screen.pending.isEmpty { return ["nothing waits for an answer"] }
        return control.screen.pending.map { ask in
            "• \(ShownText.line(ask.request.title)), \(max(0, (ask.deadline - now).components.seconds)) s left"
        }
    }

    private func framed(_ content: [String], _ control: PhoneControl) -> [String] {
        let screen = control.screen
        var content = content
        if let action = screen.asksToUnlockFor { content.append("Unlock to \(action.title.lowercased())  [u]") }
        if let report = screen.results.last { content += lines(of: report, control) }
        content += Self.registration(of: screen)
        if screen.connection == .lost, !screen.isInAirplaneMode {
            content.append("no connection to the server: nothing comes until it runs")
        }
        return Box(title: screen.name, note: Self.note(of: screen), lines: content, width: width).drawn()
    }

    /// What came of an answer, and which ask that was; another one may stand above it.
    private func lines(of report: AnswerReport, _ control: PhoneControl) -> [String] {
        let screen = control.screen
        let shown =
            screen.app == .foreground ? screen.pending.map(\.id) : screen.notifications.compactMap(\.payload.askID)
        let mark = shown.contains { $0 != report.askID } ? "› Before: " : "› "
        guard let title = control.titles[report.askID] ?? report.result.ask?.request.title else {
            return [mark + report.result.words]
        }
        return [mark + ShownText.line(title), "  \(report.result.words)"]
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

    private func lines(of notification: DeliveredNotification, now: Timestamp) -> [String] {
        let alert = notification.payload.aps.alert
        var lines = [[alert?.title, alert?.subtitle].compactMap { $0 }.joined(separator: " · ")]
        if let body = alert?.body { lines.append(body) }
        if let deadline = notification.payload.deadline {
            lines.append("\(max(0, (deadline - now).components.seconds)) s left")
        }
        if !notification.actions.isEmpty {
            lines.append(notification.actions.map { "[ \($0.title) ]" }.joined(separator: " "))
        }
        return lines
    }

    private static func note(of screen: PhoneScreen) -> String {
        var parts = [screen.app == .foreground ? "app open" : screen.isLocked ? "locked" : "unlocked"]
        if screen.isInAirplaneMode { parts.append("airplane mode") }
        if screen.app == .killed { parts.append("app killed") }
        if screen.badge > 0 { parts.append("badge \(screen.badge)") }
        return parts.joined(separator: ", ")
    }
}
