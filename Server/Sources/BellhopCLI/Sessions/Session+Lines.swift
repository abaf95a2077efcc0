import BellhopModel

extension AgentSession {
    /// Id, status, title, and what it is doing, or why it failed.
    var line: String {
        // Names are an agent's to choose, and shown as such.
        var words = [DisplayText.line(id.description), status.rawValue, DisplayText.line(title)]
        if let progress { words.append("\(progress.completed)/\(progress.total)") }
        if let operation, status != .completed { words.append(DisplayText.line(operation)) }
        return words.joined(separator: "  ")
    }
}

extension SessionDetail {
    /// The session, then a line for each Live Activity.
    var lines: [String] {
        let places = liveActivities.map { "  " + $0.line }
        return [session.line, "  started \(session.startedAt), updated \(session.updatedAt)"]
            + (places.isEmpty ? ["  shown on no device"] : places)
    }
}

extension LiveActivitySummary {
    fileprivate var line: String {
        var words = ["\(deviceID)", phase.rawValue]
        if let startedAt, phase == .live { words.append("since \(startedAt)") }
        if let sentAt, let shown { words.append("shows \(shown.status.rawValue), sent \(sentAt)") }
        if failures > 0 { words.append("put off \(failures) times") }
        if let reason, phase == .ended { words.append("(\(DisplayText.line(reason)))") }
        return words.joined(separator: "  ")
    }
}
