extension Endpoint {
    public static let startSession = Endpoint(
        .post, "/v1/sessions", .roles([.agent]), "Start a session, or take it up again")
    public static let updateSession = Endpoint(
        .patch, "/v1/sessions/{id}", .roles([.agent]), "Say what a session is doing")
    public static let listSessions = Endpoint(
        .get, "/v1/sessions", .roles([.agent, .device]), "The user's sessions, latest first")
    public static let getSession = Endpoint(
        .get, "/v1/sessions/{id}", .roles([.agent, .device]), "One session, and the Live Activities that show it")
    public static let reportLiveActivity = Endpoint(
        .post, "/v1/sessions/{id}/live-activity", .roles([.device]),
        "Say by which token the device's Live Activity of a session is updated, or that it is over")
    public static let putPushToStart = Endpoint(
        .put, "/v1/devices/{id}/push-to-start", .roles([.device]),
        "Say by which token the device starts Live Activities")
    public static let removePushToStart = Endpoint(
        .delete, "/v1/devices/{id}/push-to-start", .roles([.device, .admin]),
        "Start no more Live Activities on the device")
    public static let events = Endpoint(
        .get, "/v1/events", .roles([.agent, .device]), "Events as they happen, over a WebSocket")

    static let sessions: [Endpoint] = [
        startSession, updateSession, listSessions, getSession, reportLiveActivity, putPushToStart, removePushToStart,
        events,
    ]
}
