import BellhopModel
import Foundation
import Testing

@testable import BellhopServer

/// Original bodies of backends and apps that were written for other servers.
@Suite("Request bodies of other servers")
struct SourceDesignBodyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var endpoint: APIRoute
        var body: String
        /// The equivalent body of Bellhop.
        var meaning: String
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "an app registers its token", endpoint: API.registerDevice.route,
            body: #"{"device_token":"8f3c2a1b","device_type":"ios","app_version":"1.0","environment":"development"}"#,
            meaning: #"{"token":"8f3c2a1b","platform":"ios","app_version":"1.0","environment":"sandbox"}"#),
        Row(
            name: "the same in camel case, for Android", endpoint: API.registerDevice.route,
            body: #"{"deviceToken":"fcm:x","deviceType":"android","appVersion":"1.0","environment":"production"}"#,
            meaning: #"{"token":"fcm:x","platform":"android","app_version":"1.0","environment":"production"}"#),
        Row(
            name: "preferences are updated", endpoint: API.putPreferences.route,
            body: #"{"preferences":{"new_items":true,"reminders":false,"updates":true,"messages":true}}"#,
            meaning: #"{"preferences":{"reminders":false}}"#),
        Row(
            name: "a reply from a notification", endpoint: API.replyToMessage.route,
            body: #"{"message_id":"0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","text":"On my way"}"#,
            meaning: #"{"message_id":"0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","text":"On my way"}"#),
        Row(
            name: "the same in camel case", endpoint: API.replyToMessage.route,
            body: #"{"messageId":"0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","text":"On my way"}"#,
            meaning: #"{"message_id":"0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","text":"On my way"}"#),
        Row(
            name: "some users are told of an item", endpoint: API.notifyOfItem.route,
            body: #"{"userIds":["ada","ben"]}"#,
            meaning: #"{"users":["ada","ben"]}"#),
        Row(name: "all users are told of an item", endpoint: API.notifyOfItem.route, body: "{}", meaning: "{}"),
        Row(
            name: "one user is reminded of an item", endpoint: API.remindOfItem.route, body: #"{"userId":"ada"}"#,
            meaning: #"{"users":["ada"]}"#),
        Row(
            name: "a notification is scheduled", endpoint: API.createSchedule.route,
            body: #"""
                {"userId":"ada","type":"reminder","title":"Reminder","body":"Reminder for: Milk",
                "data":{"notification_type":"reminder","item_id":"7"},"scheduledFor":"2027-02-01T09:00:00.000Z"}
                """#,
            meaning: #"""
                {"to":{"user":"ada"},"when":{"at":"2027-02-01T09:00:00.000Z"},
                "notification":{"category":"reminder","title":"Reminder","body":"Reminder for: Milk",
                "options":{"data":{"notification_type":"reminder","item_id":"7"}}}}
                """#),
        Row(
            name: "the same by its scheduled time", endpoint: API.createSchedule.route,
            body: #"{"userId":"ada","title":"T","body":"B","scheduledTime":"2027-02-01T10:00:00+01:00"}"#,
            meaning: #"""
                {"to":{"user":"ada"},"when":{"at":"2027-02-01T10:00:00+01:00"},"notification":{"title":"T","body":"B"}}
                """#),
        Row(
            name: "a notification object is sent", endpoint: API.sendNotification.route,
            body: #"""
                {"userId":"ada","type":"new_item","title":"New Item Added","body":"A new item titled 'Milk' has been added",
                "data":{"notification_type":"new_item","item_id":7},"badge":1,"sound":"reminder.caf","threadId":"items"}
                """#,
            meaning: #"""
                {"user_id":"ada","category":"new_item","title":"New Item Added",
                "body":"A new item titled 'Milk' has been added","thread":"items",
                "options":{"data":{"notification_type":"new_item","item_id":7},"badge":1,"sound":"reminder.caf"}}
                """#),
        Row(
            name: "what an agent does now", endpoint: API.updateSession.route,
            body:
                #"{"currentOperation":"Running tests...","todoProgress":{"completed":3,"total":7,"currentTask":"Fix"}}"#,
            meaning: #"{"operation":"Running tests...","progress":{"completed":3,"total":7,"current_task":"Fix"}}"#),
    ]

    @Test("Each body of another server equals a body of Bellhop's own", arguments: rows)
    func meaning(of row: Row) throws {
        let description = APIDescription.current
        let name = try #require(description.operations.first { $0.route == row.endpoint }?.body)
        let type = try #require(description.components.first { $0.name == name }?.type)
        #expect(try Self.read(row.body, row.endpoint, type) == Self.read(row.meaning, row.endpoint, type))
    }

    private static func read(
        _ body: String, _ endpoint: APIRoute, _ type: any (Codable & Sendable).Type
    ) throws -> JSONValue {
        let read = try RequestBody(Array(body.utf8), as: try #require(APIDescription.requestSchemas[endpoint]))
        let value = try CanonicalJSON.decode(type, from: read.json)
        return try CanonicalJSON.decode(JSONValue.self, from: CanonicalJSON.encode(value))
    }

    @Test("userIds notifies exactly those users of an item")
    func notifiedUsers() async throws {
        try await TestServer.run { server in
            try await Self.makeItem(in: server)
            let answered = try await server.send(
                "POST", "/v1/items/42/notify", key: server.admin, body: #"{"userIds":["ada"]}"#)
            #expect(answered.status == 202)
            #expect(try answered.decode(Campaign.self).to == .init(user: "ada"))
        }
    }

    @Test("userId reminds exactly that user of an item")
    func remindedUser() async throws {
        try await TestServer.run { server in
            try await Self.makeItem(in: server)
            let answered = try await server.send(
                "POST", "/v1/items/42/remind", key: server.admin, body: #"{"userId":"ada"}"#)
            #expect(answered.status == 201)
            #expect(try answered.decode(Schedule.self).to == .user("ada"))
        }
    }

    @Test("An app's registration by a backend uses an admin's key, with user and app in the query")
    func registered() async throws {
        try await TestServer.run { server in
            let body =
                #"{"device_token":"8F3C2A1B","device_type":"ios","app_version":"1.0","environment":"development"}"#
            let answered = try await server.send(
                "POST", "/v1/devices/register?user=ada&app=com.example.app", key: server.admin, body: body)
            #expect(answered.status == 200)
            let device = try answered.decode(RegisteredDevice.self).device
            #expect(device.userID == "ada")
            #expect(device.app == "com.example.app")
            #expect(device.environment == .sandbox)
        }
    }

    @Test("An invalid time is refused with the field's name in the request")
    func invalidTime() async throws {
        try await TestServer.run { server in
            let answered = try await server.send(
                "POST", "/v1/notifications/schedule", key: server.admin,
                body: #"{"userId":"ada","type":"reminder","title":"T","body":"B","scheduledFor":"tomorrow"}"#)
            #expect(answered.status == 400)
            #expect(try answered.decode(APIError.self).message.hasPrefix("scheduledFor, which is when.at: "))
        }
    }

    private static func makeItem(in server: TestServer) async throws {
        let made = try await server.send(
            "POST", "/v1/items", key: server.admin, body: #"{"id":"42","title":"T","subscribers":["ada","ben"]}"#)
        #expect(made.status == 201)
    }
}
