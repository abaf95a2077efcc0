import BellhopModel

extension Campaign {
    /// As lists print it.
    var line: String {
        "\(id)  \(state.rawValue)  \(to.words)  \(recipients) told, \(deliveries) pushes, \(refused) refused  "
            + DisplayText.line(notification.title, characters: 60)
    }

    /// Everything there is to know about it.
    var lines: [String] {
        [
            "id          \(id)", "state       \(state.rawValue)", "to          \(to.words)",
            "title       \(DisplayText.line(notification.title))",
            "told        \(recipients == 1 ? "1 user" : "\(recipients) users")",
            "pushes      \(deliveries)", "refused     \(refused)", "created     \(createdAt)",
            "begun       \(begunAt.map(\.description) ?? "not yet")",
            "ended       \(endedAt.map(\.description) ?? "not yet")", "expires     \(expiresAt)",
        ]
    }
}

extension Campaign.Target {
    var words: String {
        if let user { return "user \(DisplayText.line(user.description))" }
        if let topic { return "topic \(DisplayText.line(topic.description))" }
        if let userCount { return userCount == 1 ? "1 user" : "\(userCount) users" }
        return "everyone"
    }
}
