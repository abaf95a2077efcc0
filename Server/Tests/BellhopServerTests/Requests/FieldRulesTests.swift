import BellhopModel
import Testing

@testable import BellhopServer

@Suite("Rules for single fields")
struct FieldRulesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let route: APIRoute
        let body: String
        /// The beginning of the error's message.
        let message: String
        var testDescription: String { "\(route.id): \(message)" }

        init<Request, Response>(_ endpoint: Endpoint<Request, Response>, _ body: String, _ message: String) {
            route = endpoint.route
            self.body = body
            self.message = message
        }
    }

    private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }
    private static func list(_ count: Int) -> String {
        "[" + (0..<count).map { "\"user-\($0)\"" }.joined(separator: ",") + "]"
    }
    private static func answer(_ answer: String) -> String {
        #"{"answer":\#(answer),"input_digest":"d","signature":"s"}"#
    }
    private static func broadcast(_ rest: String) -> String {
        #"{"app":"a.b","environment":"sandbox","event":"update","content_state":{},\#(rest)}"#
    }

    static let wrong: [Case] = [
        Case(API.snoozeNotification, #"{"minutes":0}"#, "minutes: 0 is not between 1 and 10080"),
        Case(API.snoozeNotification, #"{"minutes":-1}"#, "minutes: -1 is not between 1 and 10080"),
        Case(API.snoozeItem, #"{"minutes":10081}"#, "minutes: 10081 is not between 1 and 10080"),
        Case(API.snoozeItem, #"{"minutes":9223372036854775807}"#, "minutes: 9223372036854775807 is not"),
        Case(API.snoozeItem, #"{"minutes":9223372036854775808}"#, "minutes: a whole number of at most 64 bits"),
        Case(API.snoozeItem, #"{"minutes":true}"#, "minutes: a whole number expected."),
        Case(API.readNotifications, #"{"thread":""}"#, "thread: must have 1 to 128 bytes"),
        Case(API.readNotifications, #"{"up_to":"x"}"#, "up_to: must be an id"),
        Case(API.subscribe, #"{"users":[]}"#, "users: is empty; at least 1 must be given"),
        Case(API.subscribe, #"{"users":\#(list(10_001))}"#, "users: has 10001 items; at most 10000 are accepted"),
        Case(API.subscribe, #"{"users":["a",1]}"#, "users[1]: a string expected."),
        Case(
            API.createCampaign, #"{"to":{"users":\#(list(10_001))},"notification":{"title":"T","body":"B"}}"#,
            "to.users: has 10001 items"),
        Case(
            API.createCampaign,
            #"{"to":{"everyone":true},"notification":{"title":"T","body":"B","options":{"badge":-1}}}"#,
            "notification.options.badge: -1 is not between 0 and 99999"),
        Case(
            API.answerAsk, answer(#"{"decision":"deny","message":"\#(text(4001))"}"#),
            "answer.message: has 4001 characters; at most 4000 are accepted"),
        Case(
            API.answerAsk, answer(#"{"decision":"reply","replies":[{"selected":[],"text":"\#(text(4001))"}]}"#),
            "answer.replies[0].text: has 4001 characters"),
        Case(
            API.answerAsk, answer(#"{"decision":"maybe"}"#),
            #"answer.decision: "maybe" is not one of approve, deny, reply"#),
        Case(API.answerAsk, answer(#"{}"#), "answer.decision: this field is missing."),
        Case(
            API.createSchedule,
            #"{"notification":{"title":"T","body":"","expires_in":0},"when":{"at":"2027-01-16T09:00:00Z"}}"#,
            "notification.expires_in: 0 is not between 1 and 2592000"),
        Case(API.publishBroadcast, broadcast(#""stale_in":0"#), "stale_in: 0 is not between 1 and 43200"),
        Case(API.publishBroadcast, broadcast(#""dismiss_in":14401"#), "dismiss_in: 14401 is not between 0 and 14400"),
        Case(API.publishBroadcast, broadcast(#""expires_in":-1"#), "expires_in: -1 is not between 0 and 28800"),
        Case(
            API.publishBroadcast, broadcast(#""alert":{"title":"\#(text(201))","body":""}"#),
            "alert.title: has 201 characters"),
        Case(
            API.publishBroadcast, broadcast(#""alert":{"title":"","body":"\#(text(4001))"}"#),
            "alert.body: has 4001 characters"),
        Case(API.createChannel, #"{"app":"a/b","environment":"sandbox","storage":"none"}"#, "app: must be a bundle id"),
        Case(API.createChannel, #"{"app":"","environment":"sandbox","storage":"none"}"#, "app: must be a bundle id"),
        Case(
            API.createChannel, #"{"app":"a","environment":"test","storage":"none"}"#,
            #"environment: "test" is not one of "#),
        Case(API.putPreferences, #"{"preferences":{"":true}}"#, #"preferences: the name "" must have 1 to 64 bytes"#),
        Case(API.putPreferences, #"{"categories":{"a\tb":true}}"#, "categories: the name "),
        Case(API.putPreferences, #"{"preferences":{"\#(text(65))":true}}"#, "preferences: the name "),
        Case(API.putPreferences, #"{"categories":{"\#(text(65))":true}}"#, "categories: the name "),
        Case(
            API.putPreferences,
            #"{"mutes":[\#(Array(repeating: #"{"topic":"a"}"#, count: 129).joined(separator: ","))]}"#,
            "mutes: has 129 items; at most 128 are accepted"),
        Case(API.createKey, #"{"role":"agent","label":" "}"#, "label: is empty"),
        Case(API.createKey, #"{"role":"agent","label":"\#(text(201))"}"#, "label: has 201 characters"),
        Case(API.createKey, #"{"role":"device","label":"l"}"#, #"role: "device" is not one of agent, admin"#),
        Case(API.updateDevice, #"{"name":""}"#, "name: is empty"),
        Case(API.updateDevice, #"{"name":null}"#, "name: null is not allowed here."),
        Case(
            API.registerDevice, #"{"platform":"ios","token":"00","environment":"sandbox","locale":"\#(text(129))"}"#,
            "locale: must have 1 to 128 bytes"),
        Case(
            API.registerDevice, #"{"platform":"ios","token":"00","environment":"sandbox","app":"a b"}"#,
            "app: must have 1 to 255 characters of printable ASCII"),
        Case(API.startSession, #"{"id":"s","title":" "}"#, "title: is empty"),
        Case(API.startSession, #"{"id":"s","title":"t","origin":{"host":"\#(text(201))"}}"#, "origin.host: has 201"),
        Case(API.startSession, #"{"id":"a\nb","title":"t"}"#, "id: must have 1 to 128 bytes"),
        Case(API.updateSession, #"{"operation":"\#(text(4001))"}"#, "operation: has 4001 characters"),
        Case(API.updateSession, #"{"progress":{"completed":-1,"total":1}}"#, "progress.completed: -1 is less than 0"),
        Case(API.sendMessage, #"{"to":"ada","text":" \n"}"#, "text: is empty"),
        Case(API.sendMessage, #"{"to":"ada","text":"t","title":"\#(text(201))"}"#, "title: has 201 characters"),
        Case(API.replyToMessage, #"{"text":"t"}"#, "message_id: this field is missing."),
        Case(API.remindOfItem, #"{"at":"tomorrow"}"#, "at: must be a time in RFC 3339"),
        Case(API.remindOfItem, #"{"in":157680001}"#, "in: 157680001 is not between 0 and 157680000"),
        Case(API.putItem, #"{"id":"i","title":"t","body":"\#(text(4001))"}"#, "body: has 4001 characters"),
        Case(API.diagnose, #"{"app":""}"#, "app: must have 1 to 255 bytes"),
        Case(API.createAsk, "[]", "the body: an object expected."),
    ]

    @Test("The error names the field and the accepted values", arguments: wrong)
    func refused(wrong: Case) throws {
        let schema = try #require(APIDescription.requestSchemas[wrong.route])
        let error = try #require(throws: APIError.self) { try RequestBody(Array(wrong.body.utf8), as: schema) }
        #expect(error.code == .invalidRequest)
        #expect(error.message.hasPrefix(wrong.message), "\(error.message)")
    }

    @Test(
        "An invalid query parameter is refused with its name",
        arguments: [
            ("/v1/asks?limit=0", "limit: 0 is not between 1 and 200"),
            ("/v1/asks?limit=many", #"limit: "many" is not a whole number"#),
            ("/v1/asks?state=lost", #"state: "lost" is not one of pending, "#),
            ("/v1/notifications/history?read=maybe", "read: true or false expected."),
            ("/v1/notifications/history?since=today", "since: must be a time in RFC 3339"),
            ("/v1/notifications/history?thread=", "thread: must have 1 to 128 bytes"),
        ])
    func query(target: String, message: String) async throws {
        try await TestServer.run { server in
            let answered = try await server.send("GET", target, key: server.agent)
            #expect(answered.status == 400)
            let said = try answered.decode(APIError.self).message
            #expect(said.hasPrefix(message), "\(said)")
        }
    }
}
