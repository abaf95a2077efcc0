extension Endpoint {
    public static let startSession = Endpoint(
        .post, "/v1/sessions", .roles([.agent]), "Start a session, or take it up again")
    public static let updateSession = Endpoint(
        .patch, "/v1/sessions/{id}", .roles([.agent]), "Say what a session is doing")
    public static let listSessions = Endpoint(
        .get, "/v1/sessions", .roles([.agent, .device]), "The user's sessions, latest first")
    public static let events = Endpoint(
        .get, "/v1/events", .roles([.agent, .device]), "Events as they happen, over a WebSocket")

    static let sessions: [Endpoint] = [startSession, updateSession, listSessions, events]
}
