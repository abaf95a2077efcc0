import BellhopModel
import Foundation
import Testing

@testable import BellhopServer

@Suite("Unknown fields of requests")
struct UnknownFieldTests {
    @Test("Every route with a body refuses an unknown field and names it")
    func everyRoute() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let keys: [Role: Secret] = [.agent: server.agent, .admin: server.admin, .device: phone.key]
            for operation in APIDescription.current.operations where operation.body != nil {
                let path = operation.route.path.replacing("{id}", with: Sample.ask.description)
                let answered = try await server.send(
                    operation.route.method.rawValue, path, key: operation.roles?.first.flatMap { keys[$0] },
                    body: #"{"qqqqqqqqqqqqqqqq":1}"#)
                // A route may look up the object of its path first.
                guard answered.status != 404 || path == operation.route.path else { continue }
                #expect(answered.status == 400, "\(operation.route.id)")
                let message = try answered.decode(APIError.self).message
                #expect(
                    message.hasPrefix("qqqqqqqqqqqqqqqq: unknown field; accepted fields: "), "\(operation.route.id)")
            }
        }
    }

    @Test(
        "Every object inside a body is checked, except those with free fields",
        arguments: NamedBody.all)
    func everyDepth(of named: NamedBody) throws {
        let description = APIDescription.current
        guard let endpoint = description.operations.first(where: { $0.body == named.body.name })?.route else {
            return
        }
        let schema = try #require(APIDescription.requestSchemas[endpoint])
        let document = named.body.schema.json(in: .request)
        let validator = SchemaValidator(document: try description.json)
        for example in try named.body.examples {
            #expect(throws: Never.self) { try RequestBody(CanonicalJSON.encode(example), as: schema) }
            for (place, changed) in Self.withOneMore(example) {
                let isRefused = (try? RequestBody(CanonicalJSON.encode(changed), as: schema)) == nil
                #expect(isRefused == !validator.faults(of: changed, against: document).isEmpty, "\(place)")
            }
        }
    }

    /// Copies of `value`, each with an additional field in one of its objects.
    private static func withOneMore(_ value: JSONValue, at place: String = "$") -> [(String, JSONValue)] {
        switch value {
        case .object(let members):
            var more = members
            more["qqqqqqqqqqqqqqqq"] = true
            return [(place, .object(more))]
                + members.flatMap { name, member in
                    withOneMore(member, at: "\(place).\(name)").map { inner, changed in
                        (inner, .object(members.merging([name: changed]) { $1 }))
                    }
                }
        case .array(let items):
            return items.enumerated().flatMap { index, item in
                withOneMore(item, at: "\(place)[\(index)]").map { inner, changed in
                    var items = items
                    items[index] = changed
                    return (inner, .array(items))
                }
            }
        default:
            return []
        }
    }

    @Test(
        "An invalid audience field is refused, and no user is notified",
        arguments: [
            (
                "/v1/notifications", #"{"user":"ada","title":"t","body":"b"}"#,
                "user: unknown field, did you mean user_id?"
            ),
            (
                "/v1/notifications", #"{"users":["ada"],"title":"t","body":"b"}"#,
                "users: unknown field, did you mean user_id?"
            ),
            ("/v1/items/42/notify", #"{"audience":["ada"]}"#, "audience: unknown field; accepted fields:"),
            ("/v1/items/42/notify", #"{"usres":["ada"]}"#, "usres: unknown field, did you mean users?"),
            ("/v1/items/42/remind", #"{"user":"ada"}"#, "user: unknown field, did you mean users?"),
            ("/v1/items/42/subscribers", #"{"userIds":["ada"]}"#, "userIds: unknown field, did you mean users?"),
            (
                "/v1/campaigns", #"{"to":{"topik":"x"},"notification":{"title":"t","body":"b"}}"#,
                "to.topik: unknown field, did you mean topic?"
            ),
            (
                "/v1/campaigns",
                #"{"to":{"everyone":true},"notification":{"title":"t","body":"b","options":{"sond":"x"}}}"#,
                "notification.options.sond: unknown field, did you mean sound?"
            ),
            (
                "/v1/notifications/schedule",
                #"{"users":["ada"],"when":{"at":"2027-02-01T09:00:00Z"},"notification":{"title":"t","body":"b"}}"#,
                "users: unknown field"
            ),
        ])
    func audience(path: String, body: String, message: String) async throws {
        try await TestServer.run { server in
            _ = try await TestDevice.pair(with: server)
            _ = try await TestDevice.pair(with: server, user: "ada", token: "aa")
            _ = try await server.send(
                "POST", "/v1/items", key: server.admin, body: #"{"id":"42","title":"T","subscribers":["ada","ben"]}"#)
            let answered = try await server.send("POST", path, key: server.admin, body: body)
            #expect(answered.status == 400)
            #expect(answered.error == "invalid_request")
            #expect(try answered.decode(APIError.self).message.hasPrefix(message))
            let campaigns: Page<Campaign> = try await server.send("GET", "/v1/campaigns", key: server.admin).decode()
            #expect(campaigns.items.isEmpty)
            for user in ["ada", "ben", "owner"] {
                let history: Page<UserNotification> = try await server.send(
                    "GET", "/v1/notifications/history?user=\(user)", key: server.admin
                ).decode()
                #expect(history.items.isEmpty)
            }
        }
    }

    @Test("The fields of data are not checked")
    func freeFields() async throws {
        try await TestServer.run { server in
            let body = #"{"title":"t","body":"b","options":{"data":{"userIds":[{"anything":1}],"x":{"y":2}}}}"#
            let sent = try await server.send("POST", "/v1/notifications", key: server.agent, body: body)
            #expect(sent.status == 202)
            let notification: UserNotification = try sent.decode()
            #expect(notification.options?.data == ["userIds": [["anything": 1]], "x": ["y": 2]])
        }
    }

    @Test(
        "A field is accepted in every spelling of its name and in any JSON notation",
        arguments: [
            #"{"title":"t","body":"b","expiresIn":60}"#, #"{ "title" : "t" , "body":"b", "EXPIRES_IN":60 }"#,
            #"{"titl\u0065":"t","body":"\"}{","expires_in":60}"#,
            "\n{\"title\":\"t\",\"body\":\"b\",\"expires-in\":60\t}",
        ])
    func spelling(body: String) throws {
        let schema = try #require(APIDescription.requestSchemas[API.sendNotification.route])
        let read = try RequestBody(Array(body.utf8), as: schema)
        let request = try CanonicalJSON.decode(NotificationRequest.self, from: read.json)
        #expect(request.title == "t")
        #expect(request.expiresIn == 60)
    }

    @Test(
        "A duplicate field is refused, under one name or two",
        arguments: [
            (#"{"users":["ada"],"users":["ben"]}"#, "users: given twice."),
            (#"{"type":"update","us\u0065rs":["ada"],"users":null}"#, "users: given twice."),
            (
                #"{"users":["ada"],"userIds":["ben"]}"#,
                "userIds: another name for users, which is also given; omit one of them."
            ),
            (
                #"{"userId":"ada","userIds":["ben"]}"#,
                "userIds: another name for users, which is also given; omit one of them."
            ),
        ])
    func twice(body: String, message: String) throws {
        let schema = try #require(APIDescription.requestSchemas[API.notifyOfItem.route])
        let error = #expect(throws: APIError.self) { try RequestBody(Array(body.utf8), as: schema) }
        #expect(error?.message == message)
    }

    @Test(
        "Invalid JSON is reported as such, wherever the error is",
        arguments: [
            "{", "{\"", #"{"title"#, #"{"title":"#, #"{"title":["#, #"{"title":"t","#, #"{"a":{}"#, "[,}", #"{"\q":1}"#,
        ])
    func broken(body: String) async throws {
        try await TestServer.run { server in
            let answered = try await server.send("POST", "/v1/notifications", key: server.agent, body: body)
            #expect(answered.error == "invalid_json")
        }
    }
}
