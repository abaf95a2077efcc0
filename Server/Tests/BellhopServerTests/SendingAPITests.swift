import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@Suite("Sending over HTTP")
struct SendingAPITests {
    private static func text(_ answered: TestServer.Answered) -> String {
        String(decoding: answered.body, as: UTF8.self)
    }

    @Test("An admin sends to any user, an agent to its own user only")
    func users() async throws {
        try await TestServer.run { server in
            _ = try await TestDevice.pair(with: server, user: "bob")
            let request = NotificationRequest(userID: "bob", title: "T", body: "B")
            let sent = try await server.send("POST", "/v1/notifications", key: server.admin, json: request)
            #expect(sent.status == 202)
            #expect(try sent.decode(UserNotification.self).userID == "bob")
            #expect(try await server.store.queueDepth() == 1)
            let refused = try await server.send("POST", "/v1/notifications", key: server.agent, json: request)
            #expect(refused.error == "forbidden")
        }
    }

    @Test(
        "An invalid notification is refused with the field's name",
        arguments: [
            (#"{"title":"T"}"#, 400, "body: this field is missing"),
            (#"{"title":"T","body":"B","options":{"badge":"1"}}"#, 400, "options.badge:"),
            (#"{"title":"T","body":"B","options":{"badge":-1}}"#, 400, "options.badge: -1"),
            (
                #"{"title":"T","body":"B","options":{"interruption_level":"critical"}}"#, 400,
                "options.interruption_level:"
            ),
            (#"{"title":"T","body":"B","options":{"data":{"aps":{}}}}"#, 400, "options.data.aps:"),
            (
                #"{"title":"T","body":"B","options":{"silent":true}}"#, 400,
                "title: not allowed in a silent notification"
            ),
            (#"{"title":"T","body":"B","user_id":""}"#, 400, "user_id:"),
            (
                #"{"title":"T","body":"B","options":{"data":{"x":""# + String(repeating: "x", count: 5000) + #""}}}"#,
                422, "bytes over the limit of 4096"
            ),
        ])
    func refused(_ body: String, _ status: Int, _ message: String) async throws {
        try await TestServer.run { server in
            for path in ["/v1/notifications", "/v1/notifications/validate"] {
                let answered = try await server.send("POST", path, key: server.agent, body: body)
                #expect(answered.status == status)
                #expect(answered.error == (status == 422 ? "payload_too_large" : "invalid_request"))
                let said = try answered.decode(APIError.self).message
                #expect(said.contains(message), "\(said)")
            }
        }
    }

    @Test("A silent notification needs neither title nor body, and does not count as unread")
    func silent() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let sent = try await server.send(
                "POST", "/v1/notifications", key: server.agent, body: #"{"options":{"silent":true}}"#)
            #expect(sent.status == 202)
            let user = try sent.decode(UserNotification.self).userID
            #expect(try await server.store.badge(of: user, at: server.time.now) == 0)
            #expect(try await server.store.queueDepth() == 1)
            let history = try await server.send("GET", "/v1/notifications/history", key: phone.key)
            #expect(try history.decode(Page<UserNotification>.self).items.map(\.isSilent) == [true])
        }
    }

    @Test("A dry run returns payload and devices, without a token, and stores nothing")
    func validate() async throws {
        try await TestServer.run { server in
            _ = try await TestDevice.pair(with: server, token: "deadbeef")
            let body = #"{"title":"T","body":"B","category":"update","options":{"data":{"a":1}}}"#
            let answered = try await server.send(
                "POST", "/v1/notifications/validate", key: server.agent, body: body,
                headers: ["idempotency-key": "one"])
            #expect(answered.status == 200)
            let preview = try answered.decode(NotificationPreview.self)
            #expect(preview.devices == 1)
            #expect(preview.payloads.first?.payload["a"] == 1)
            #expect(!Self.text(answered).contains("deadbeef"))
            #expect(try await server.store.queueDepth() == 0)
            // The idempotency key is still free for the send itself.
            let sent = try await server.send(
                "POST", "/v1/notifications", key: server.agent, body: body, headers: ["idempotency-key": "one"])
            #expect(sent.status == 202)
        }
    }

    @Test("A campaign is accepted, read, listed and stopped; a repeated request returns the same campaign")
    func campaign() async throws {
        try await TestServer.run { server in
            let body = #"{"to":{"users":["ada","bob","ada"]},"notification":{"title":"T","body":"B"}}"#
            let created = try await server.send(
                "POST", "/v1/campaigns", key: server.admin, body: body, headers: ["idempotency-key": "one"])
            #expect(created.status == 202)
            let campaign = try created.decode(Campaign.self)
            #expect(campaign.state == .waiting)
            #expect(campaign.to.userCount == 2)
            let again = try await server.send(
                "POST", "/v1/campaigns", key: server.admin, body: body, headers: ["idempotency-key": "one"])
            #expect(again.headers["idempotency-replayed"] == "true")
            #expect(try again.decode(Campaign.self) == campaign)
            let path = "/v1/campaigns/\(campaign.id)"
            #expect(try await server.send("GET", path, key: server.admin).decode(Campaign.self) == campaign)
            _ = try await server.store.advanceCampaign(at: server.time.now, limit: 1)
            let stopped = try await server.send("DELETE", path, key: server.admin)
            #expect(stopped.status == 200)
            #expect(try stopped.decode(Campaign.self).state == .stopped)
            #expect(try stopped.decode(Campaign.self).recipients == 1)
            let list = try await server.send("GET", "/v1/campaigns?limit=5", key: server.admin)
            #expect(try list.decode(Page<Campaign>.self).items.map(\.id) == [campaign.id])
            let older = try await server.send("GET", "/v1/campaigns?before=\(campaign.id)", key: server.admin)
            #expect(try older.decode(Page<Campaign>.self).items.isEmpty)
        }
    }

    @Test(
        "An invalid campaign is refused with the field's name",
        arguments: [
            (#"{"notification":{"title":"T","body":"B"}}"#, "to:"),
            (#"{"to":{},"notification":{"title":"T","body":"B"}}"#, "to: exactly one of"),
            (#"{"to":{"users":[]},"notification":{"title":"T","body":"B"}}"#, "to.users: is empty"),
            (
                #"{"to":{"everyone":false},"notification":{"title":"T","body":"B"}}"#,
                "to.everyone: everyone must be true"
            ),
            (#"{"to":{"everyone":true},"notification":{"title":"","body":"B"}}"#, "notification.title: is empty"),
            (#"{"to":{"everyone":true}}"#, "notification: this field is missing"),
            (
                #"{"to":{"recipients":[{"user":"ada"},{"title":"T"}]},"notification":{"title":"T","body":"B"}}"#,
                "to.recipients[1].user: this field is missing"
            ),
            (
                #"{"to":{"recipients":[{"user":"ada","thread":"x"}]},"notification":{"title":"T","body":"B"}}"#,
                "to.recipients[0].thread: unknown field"
            ),
            (
                #"{"to":{"recipients":[{"user":"ada","title":""}]},"notification":{"title":"T","body":"B"}}"#,
                "to.recipients[0].title: is empty"
            ),
            (
                #"{"to":{"recipients":[{"user":"ada","deep_link":""}]},"notification":{"title":"T","body":"B"}}"#,
                "to.recipients[0].deep_link:"
            ),
            (
                #"{"to":{"users":["ada"],"recipients":[{"user":"ada"}]},"notification":{"title":"T","body":"B"}}"#,
                "to: exactly one of"
            ),
            (
                #"{"to":{"everyone":true},"delivery":"bulk","notification":{"title":"T","body":"B"}}"#,
                "delivery:"
            ),
            (
                #"{"to":{"recipients":[{"user":"ada"}]},"delivery":"broadcast","notification":{"title":"T","body":"B"}}"#,
                "to.recipients: a broadcast has the same texts for all"
            ),
            (
                #"{"to":{"everyone":true},"delivery":"broadcast","notification":{"title":"T","body":"B","options":{"badge":1}}}"#,
                "notification.options.badge: a broadcast does not change badges"
            ),
        ])
    func refusedCampaign(_ body: String, _ message: String) async throws {
        try await TestServer.run { server in
            let answered = try await server.send("POST", "/v1/campaigns", key: server.admin, body: body)
            #expect(answered.status == 400)
            let said = try answered.decode(APIError.self).message
            #expect(said.hasPrefix(message), "\(said)")
        }
    }

    @Test("Ten thousand recipients with texts of their own are one request; a larger body is refused")
    func recipients() async throws {
        try await TestServer.run { server in
            let entries = (0..<APILimits.audience).map { number in
                #"{"user":"user-\#(number)","title":"Hello \#(number)","body":"\#(String(repeating: "x", count: 200))"}"#
            }
            let body =
                #"{"to":{"recipients":[\#(entries.joined(separator: ","))]},"notification":{"title":"T","body":"B"}}"#
            #expect(body.utf8.count > 2 * APILimits.body)
            let created = try await server.send("POST", "/v1/campaigns", key: server.admin, body: body)
            #expect(created.status == 202)
            #expect(try created.decode(Campaign.self).to.userCount == APILimits.audience)
            let step = try await server.store.advanceCampaign(at: server.time.now, limit: 2)
            #expect(step?.notifications.map(\.title) == ["Hello 0", "Hello 1"])
            let large = #"{"to":{"everyone":true},"x":"\#(String(repeating: "x", count: APILimits.audienceBody))"}"#
            #expect(try await server.send("POST", "/v1/campaigns", key: server.admin, body: large).status == 413)
            #expect(try await server.send("POST", "/v1/notifications", key: server.admin, body: body).status == 413)
        }
    }

    @Test("Campaigns are for admins, and an invalid id is not found")
    func rights() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let body = #"{"to":{"everyone":true},"notification":{"title":"T","body":"B"}}"#
            for key in [server.agent, phone.key] {
                #expect(try await server.send("POST", "/v1/campaigns", key: key, body: body).status == 403)
                #expect(try await server.send("GET", "/v1/campaigns", key: key).status == 403)
            }
            for id in ["x", CampaignID.make(at: server.time.now).description] {
                #expect(try await server.send("GET", "/v1/campaigns/\(id)", key: server.admin).status == 404)
                #expect(try await server.send("DELETE", "/v1/campaigns/\(id)", key: server.admin).status == 404)
            }
        }
    }
}
