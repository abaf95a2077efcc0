import BellhopKit
import BellhopModel
import BellhopSimulators
import Foundation

/// A phone's screen as lines of text.
struct PhoneView {
    let style: Style
    var width = 64

    /// Its lock screen.
    func lines(of screen: PhoneScreen, now: Timestamp) -> [String] {
        framed(notifications(of: screen, now: now), screen)
    }

    /// What it shows, and below it what is typed and the keys.
    func lines(of control: PhoneControl, now: Timestamp) -> [String] {
        let screen = control.screen
        let content =
            screen.app == .foreground
            ? control.opened?.lines(at: now) ?? waiting(control, now: now) : notifications(of: screen, now: now)
        return framed(content, screen) + [control.draft?.line].compactMap(\.self) + [control.help]
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

    private func framed(_ content: [String], _ screen: PhoneScreen) -> [String] {
        var content = content
        if let action = screen.asksToUnlockFor { content.append("Unlock to \(action.title.lowercased())  [u]") }
        if let report = screen.results.last { content.append("› \(Self.words(for: report))") }
        if case .needsPairing = screen.registration { content.append("not paired yet") }
        if case .retrying(let message, _) = screen.registration { content.append("not registered: \(message)") }
        return Box(title: screen.name, note: Self.note(of: screen), lines: content, width: width).drawn()
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

    /// What the person is told about an answer.
    static func words(for report: AnswerReport) -> String {
        switch report.result {
        case .sent(let ask): "\(ask.state.rawValue.capitalized): the server has it"
        case .agentWentOn(let ask): "\(ask.state.rawValue.capitalized): the agent went on"
        case .tooLate: "Too late: the agent no longer waits"
        case .answeredElsewhere(let resolution):
            "Already \(resolution.state.rawValue) on \(resolution.answer?.deviceName ?? "another device")"
        case .withdrawn(let reason): reason == .answeredInTerminal ? "Answered in the terminal" : "No longer needed"
        case .refused(let message): "Not taken: \(message)"
        case .queuedOffline: "Waits for the network"
        case .expiredOffline: "Too late: there was no network before the deadline"
        }
    }
}

extension AnswerResult {
    /// The name that scripts use.
    var name: String {
        switch self {
        case .sent: "sent"
        case .agentWentOn: "agent_went_on"
        case .tooLate: "too_late"
        case .answeredElsewhere: "answered_elsewhere"
        case .withdrawn: "withdrawn"
        case .refused: "refused"
        case .queuedOffline: "queued"
        case .expiredOffline: "expired"
        }
    }
}
