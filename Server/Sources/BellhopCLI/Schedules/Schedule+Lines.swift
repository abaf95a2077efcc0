import BellhopModel
import Foundation

extension Schedule {
    /// One line of a list: id, when, what.
    var line: String {
        let what = [notification.title, notification.body].filter { !$0.isEmpty }.joined(separator: ": ")
        return "\(id)  \(whenWords)  \(DisplayText.line(String(what.prefix(80))))"
    }

    /// Everything there is to say, a line each.
    var lines: [String] {
        var lines = [
            "id        \(id)", "state     \(state.rawValue)", "when      \(whenWords)", "to        \(audienceWords)",
            "title     \(DisplayText.line(notification.title))", "text      \(DisplayText.line(notification.body))",
        ]
        if let category = notification.category { lines.append("category  \(DisplayText.line(category.rawValue))") }
        if let lastSent { lines.append("last sent \(words(lastSent))") }
        lines.append("revision  \(revision)")
        return lines
    }

    /// The next moment, by the clocks of its zone, and how it repeats; what became of it when there is none.
    var whenWords: String {
        guard let next else { return state.rawValue }
        guard let recurrence = when.recurrence else { return words(next) }
        let days = (recurrence.days ?? []).map(\.rawValue).joined(separator: ", ")
        let rhythm = recurrence.every == .day ? "every day" : days.isEmpty ? "every week" : "every \(days)"
        let end = recurrence.until.map { ", until \($0)" } ?? ""
        return "\(words(next)), \(rhythm)\(end)"
    }

    private var audienceWords: String {
        switch to {
        case .user(let user): DisplayText.line(user.description)
        case .users(let users): "\(users.count) users"
        case .topic(let topic): "the topic \(DisplayText.line(topic.description))"
        case .everyone: "everyone"
        }
    }

    private func words(_ moment: Timestamp) -> String {
        guard let name = when.timeZone, let zone = TimeZone(identifier: name) else { return moment.description }
        let clock = zone.local(at: moment).description.replacing("T", with: " ", maxReplacements: 1)
        return "\(clock) \(DisplayText.line(name))"
    }
}
