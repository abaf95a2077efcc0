import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@Suite("Sessions and their Live Activities over HTTP")
struct SessionAPITests {
    private static let path = "/v1/sessions/run-1/live-activity"

    private static func start(_ server: TestServer) async throws {
        let request = SessionRequest(id: "run-1", title: "Fix the tests")
        #expect(try await server.send("POST", "/v1/sessions", key: server.agent, json: request).status == 201)
    }

    @Test("A device reports its token, a new token and the end; no response contains a token")
    func life() async throws {
        try await TestServer.run { server in
            try await Self.start(server)
            let phone = try await TestDevice.pair(with: server)
            for token in ["aabbccddeeff01", "aabbccddeeff02"] {
                let answered = try await server.send("POST", Self.path, key: phone.key, body: #"{"token":"\#(token)"}"#)
                #expect(answered.status == 200)
                #expect(try answered.decode(LiveActivitySummary.self).phase == .live)
            }
            let detail = try await server.send("GET", "/v1/sessions/run-1", key: server.agent)
            #expect(!String(decoding: detail.body, as: UTF8.self).contains("aabbccddeeff"))
            let session: SessionDetail = try detail.decode()
            #expect(session.session.title == "Fix the tests")
            #expect(session.liveActivities.map(\.deviceID) == [phone.id])
            // A late report about the former token is ignored.
            for (body, phase) in [
                (#"{"state":"ended","token":"aabbccddeeff01"}"#, LiveActivitySummary.Phase.live),
                (#"{"state":"dismissed"}"#, .ended),
            ] {
                let over = try await server.send("POST", Self.path, key: phone.key, body: body)
                #expect(try over.decode(LiveActivitySummary.self).phase == phase)
            }
        }
    }

    @Test(
        "An invalid report is refused with the field's name",
        arguments: [
            ("{}", "token"), (#"{"token":"xyz"}"#, "token"), (#"{"token":""}"#, "token"),
            (#"{"token":"aa","state":"asleep"}"#, "state"),
        ])
    func refusals(body: String, field: String) async throws {
        try await TestServer.run { server in
            try await Self.start(server)
            let phone = try await TestDevice.pair(with: server)
            let answered = try await server.send("POST", Self.path, key: phone.key, body: body)
            #expect(answered.status == 400)
            let error: APIError = try answered.decode()
            #expect(error.message.hasPrefix(field), "\(error.message)")
        }
    }

    @Test("Only devices report, and only about sessions of their user")
    func access() async throws {
        try await TestServer.run { server in
            try await Self.start(server)
            let body = #"{"token":"aa01"}"#
            #expect(try await server.send("POST", Self.path, key: server.agent, body: body).status == 403)
            let stranger = try await TestDevice.pair(with: server, user: "bob", token: "445566")
            #expect(try await server.send("POST", Self.path, key: stranger.key, body: body).status == 404)
            #expect(try await server.send("GET", "/v1/sessions/run-1", key: stranger.key).status == 404)
        }
    }

    @Test("A device sets its own start token, and the device or an admin deletes it")
    func startToken() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let other = try await TestDevice.pair(with: server, token: "445566", name: "iPad")
            let path = "/v1/devices/\(phone.id)/push-to-start"
            let body = #"{"token":"5eed01"}"#
            #expect(try await server.send("PUT", path, key: phone.key, body: body).status == 204)
            #expect(try await server.store.startToken(of: phone.id)?.text == "5eed01")
            for key in [other.key, server.agent, server.admin] {
                #expect(try await server.send("PUT", path, key: key, body: body).status == 403)
            }
            #expect(try await server.send("DELETE", path, key: other.key).status == 403)
            #expect(try await server.send("DELETE", path, key: server.admin).status == 204)
            #expect(try await server.store.startToken(of: phone.id) == nil)
            #expect(try await server.send("PUT", path, key: phone.key, body: #"{"token":"no"}"#).status == 400)
        }
    }

    @Test(
        "An invalid session is refused with the field's name",
        arguments: [
            ("PATCH", #"{"progress":{"completed":3,"total":2}}"#, "progress"),
            ("PATCH", #"{"operation":"\#(String(repeating: "x", count: 4001))"}"#, "operation"),
            (
                "PATCH",
                #"{"progress":{"completed":1,"total":2,"current_task":"\#(String(repeating: "x", count: 4001))"}}"#,
                "progress.current_task"
            ),
            ("POST", #"{"id":"s","title":" "}"#, "title"),
            (
                "POST", #"{"id":"s","title":"t","origin":{"host":"\#(String(repeating: "x", count: 201))"}}"#,
                "origin.host"
            ),
        ])
    func rules(method: String, body: String, field: String) async throws {
        try await TestServer.run { server in
            try await Self.start(server)
            let path = method == "POST" ? "/v1/sessions" : "/v1/sessions/run-1"
            let answered = try await server.send(method, path, key: server.agent, body: body)
            #expect(answered.status == 400)
            #expect(try answered.decode(APIError.self).message.hasPrefix(field + ":"))
        }
    }
}
