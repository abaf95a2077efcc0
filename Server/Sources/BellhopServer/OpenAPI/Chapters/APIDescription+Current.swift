extension APIDescription {
    /// What this server does. A noun that is new has a chapter of its own; the tests hold the chapters and
    /// `Endpoint.all` equal.
    static let current = APIDescription(chapters: [
        .asks, .notifications, .schedules, .campaigns, .topics, .items, .messages, .preferences, .devices, .users,
        .sessions, .liveActivities, .channels, .events, .keys, .service,
    ])
}
