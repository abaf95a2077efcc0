/// One route of the API, declared once for the server that answers it and the clients that call it.
public struct Endpoint: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    }

    /// Who may call it.
    public enum Access: Hashable, Sendable {
        case everyone
        case roles(Set<Role>)
    }

    public let method: Method
    /// With `{name}` for each variable part.
    public let path: String
    public let access: Access
    public let summary: String

    public init(_ method: Method, _ path: String, _ access: Access, _ summary: String) {
        self.method = method
        self.path = path
        self.access = access
        self.summary = summary
    }

    /// The path with its variable parts filled in, in order, percent-encoded.
    public func path(_ arguments: String...) -> String {
        var rest = arguments[...]
        return path.split(separator: "/").map { part in
            guard part.first == "{", let argument = rest.popFirst() else { return "/" + part }
            return "/" + PercentEncoding.segment(argument)
        }.joined()
    }
}

extension Endpoint {
    public static let registerDevice = Endpoint(
        .post, "/v1/devices/register", .everyone,
        "Register a device, with a pairing code the first time and with its key later")
    public static let listDevices = Endpoint(
        .get, "/v1/devices", .roles([.device, .agent, .admin]), "The user's devices")
    public static let removeDevice = Endpoint(
        .delete, "/v1/devices/{id}", .roles([.device, .admin]), "Remove a device and revoke its key")
    public static let createPairing = Endpoint(
        .post, "/v1/pairings", .roles([.admin]), "Make a pairing code for a new device")

    public static let createAsk = Endpoint(.post, "/v1/asks", .roles([.agent]), "Ask the user")
    public static let listAsks = Endpoint(
        .get, "/v1/asks", .roles([.agent, .device]), "The user's asks, newest first; `state=pending` for the open ones")
    public static let getAsk = Endpoint(
        .get, "/v1/asks/{id}", .roles([.agent, .device]),
        "One ask; `wait` holds the reply until it ends, at most 55 seconds")
    public static let answerAsk = Endpoint(.post, "/v1/asks/{id}/answer", .roles([.device]), "Answer an ask")
    public static let withdrawAsk = Endpoint(
        .delete, "/v1/asks/{id}", .roles([.agent]), "Withdraw an ask; `reason` says why")

    public static let sendNotification = Endpoint(
        .post, "/v1/notifications", .roles([.agent, .admin]), "Tell the user something")
    public static let notificationHistory = Endpoint(
        .get, "/v1/notifications/history", .roles([.agent, .device]), "The user's notifications, newest first")
    public static let getNotification = Endpoint(
        .get, "/v1/notifications/{id}", .roles([.agent, .device]), "One notification and everything that happened to it"
    )
    public static let readNotification = Endpoint(
        .post, "/v1/notifications/{id}/read", .roles([.device]), "Mark a notification as read")
    public static let sendReceipt = Endpoint(
        .post, "/v1/receipts", .roles([.agent, .device]),
        "Say that a notification was shown or opened, or that the agent went on")

    public static let getPreferences = Endpoint(
        .get, "/v1/users/notification-preferences", .roles([.device, .admin]),
        "What the user wants to hear; an admin may name another `user`")
    public static let putPreferences = Endpoint(
        .put, "/v1/users/notification-preferences", .roles([.device, .admin]),
        "Set what the user wants to hear, all of it at once; an admin may name another `user`")

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

    public static let createKey = Endpoint(.post, "/v1/keys", .roles([.admin]), "Make a key; it is shown this once")
    public static let listKeys = Endpoint(.get, "/v1/keys", .roles([.admin]), "All keys, without their secrets")
    public static let revokeKey = Endpoint(.delete, "/v1/keys/{id}", .roles([.admin]), "Revoke a key")

    public static let health = Endpoint(.get, "/healthz", .everyone, "The process runs")
    public static let readiness = Endpoint(.get, "/readyz", .everyone, "The database answers")
    public static let metrics = Endpoint(.get, "/metrics", .everyone, "Prometheus text")

    public static let all: [Endpoint] = [
        registerDevice, listDevices, removeDevice, createPairing,
        createAsk, listAsks, getAsk, answerAsk, withdrawAsk,
        sendNotification, notificationHistory, getNotification, readNotification, sendReceipt,
        getPreferences, putPreferences,
        startSession, updateSession, listSessions, getSession, reportLiveActivity, putPushToStart, removePushToStart,
        events,
        createKey, listKeys, revokeKey,
        health, readiness, metrics,
    ]
}
