import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTestSupport
import Crypto
import Foundation
import Testing

/// Indirect attempts: the agent does not answer, but changes or hides what the person approves.
extension SelfApprovalTests {
    @Test("An agent cannot change an ask after its creation", arguments: ["PATCH", "PUT", "POST"])
    func changedAsk(method: String) async throws {
        try await attempt { server, _, ask in
            var other = AskRequest.sample()
            other.content.body = "ls"
            let changed = try await server.send(method, "/v1/asks/\(ask.id)", key: server.agent, json: other)
            #expect([404, 405].contains(changed.status))
            let stored = try await Self.stored(ask, in: server)
            #expect(stored == ask)
        }
    }

    @Test("Another ask under a used idempotency key is refused")
    func reusedKey() async throws {
        try await attempt { server, _, _ in
            let name = ["idempotency-key": "prompt-1"]
            var other = AskRequest.sample()
            let asked = try await server.send(
                "POST", "/v1/asks", key: server.agent, json: AskRequest.sample(), headers: name)
            let ask: Ask = try asked.decode()
            other.content.body = "ls"
            let again = try await server.send("POST", "/v1/asks", key: server.agent, json: other, headers: name)
            #expect(again.error == "idempotency_key_reused")
            let stored = try await Self.stored(ask, in: server)
            #expect(stored == ask)
        }
    }

    @Test("An answer repeated under the phone's idempotency key is refused")
    func repeatedAnswer() async throws {
        try await attempt { server, phone, ask in
            let name = ["idempotency-key": "answer-1"]
            let earlier: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            let approval = try phone.answer(.approve, to: earlier)
            let path = "/v1/asks/\(earlier.id)/answer"
            #expect(try await server.send("POST", path, key: phone.key, json: approval, headers: name).status == 200)
            for target in [path, "/v1/asks/\(ask.id)/answer"] {
                let again = try await server.send("POST", target, key: server.agent, json: approval, headers: name)
                #expect(again.status == 403)
            }
        }
    }

    @Test("An answer sent over the event socket has no effect")
    func socket() async throws {
        try await attempt { server, phone, ask in
            let answer = try CanonicalJSON.encode(phone.answer(.approve, to: ask))
            // A text frame and a close frame, masked with zeros (RFC 6455 §5.2).
            let text = [0x81, 0xFE, UInt8(answer.count >> 8), UInt8(answer.count & 0xFF), 0, 0, 0, 0] + answer
            let opening = Self.opening("/v1/events", "Authorization: Bearer \(server.agent.reveal())\r\n")
            let reply = try await server.exchange(Array(opening.utf8) + text + [0x88, 0x80, 0, 0, 0, 0])
            #expect(reply.hasPrefix("HTTP/1.1 101 "))
        }
    }

    @Test("A key in the address of the event socket is refused", arguments: ["key", "access_token", "token"])
    func keyInSocketAddress(name: String) async throws {
        try await attempt { server, phone, _ in
            let opening = Self.opening("/v1/events?\(name)=\(phone.key.reveal())", "")
            let reply = try await server.exchange(opening)
            #expect(reply.hasPrefix("HTTP/1.1 401 "))
        }
    }

    @Test("A used or expired pairing code is refused")
    func oldCode() async throws {
        try await attempt { server, _, _ in
            func register(_ code: String, _ token: String) async throws -> TestServer.Answered {
                let body = try TestDevice.registration(code: code, token: token, key: .init())
                return try await server.send("POST", "/v1/devices/register", key: nil, json: body)
            }
            let used: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            let first = try await register(used.code, "aa")
            let second = try await register(used.code, "bb")
            #expect(first.status == 201 && second.error == "pairing_code_invalid")
            let over: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            server.time.advance(by: .seconds(600))
            let late = try await register(over.code, "cc")
            #expect(late.error == "pairing_code_invalid")
        }
    }

    @Test("An approval by another user's phone, or a removed one, is refused")
    func otherPhones() async throws {
        try await attempt { server, _, ask in
            let strange = try await TestDevice.pair(with: server, user: "eve", token: "ee")
            let removed = try await TestDevice.pair(with: server, token: "dd")
            #expect(try await server.send("DELETE", "/v1/devices/\(removed.id)", key: server.admin).status == 204)
            for (device, status) in [(strange, 403), (removed, 401)] {
                let answered = try await server.send(
                    "POST", "/v1/asks/\(ask.id)/answer", key: device.key, json: device.answer(.approve, to: ask))
                #expect(answered.status == status)
            }
        }
    }

    static let quieting: [(String, String, String?)] = [
        ("DELETE", "/v1/devices/DEVICE", nil), ("PATCH", "/v1/devices/DEVICE", #"{"name":"Spare"}"#),
        ("PUT", "/v1/devices/DEVICE/push-to-start", #"{"token":"aa"}"#),
        ("DELETE", "/v1/devices/DEVICE/push-to-start", nil),
        ("POST", "/v1/sessions/session-1/live-activity", #"{"token":"aa","state":"active"}"#),
        ("PUT", "/v1/users/notification-preferences", #"{"categories":{"APPROVAL_REQUEST":false}}"#),
        ("POST", "/v1/notifications/NOTIFICATION/read", nil), ("POST", "/v1/notifications/read", "{}"),
        ("POST", "/v1/notifications/NOTIFICATION/snooze", #"{"minutes":1}"#),
    ]

    @Test("An agent cannot remove the phone, or change what the phone shows", arguments: quieting)
    func quieting(attack: (method: String, path: String, body: String?)) async throws {
        try await attempt { server, phone, ask in
            let path = attack.path.replacing("DEVICE", with: phone.id.description)
                .replacing("NOTIFICATION", with: try await Self.notification(of: ask, in: server).description)
            let answered = try await server.send(attack.method, path, key: server.agent, body: attack.body)
            #expect(answered.status == 403)
            let device = try await server.store.device(phone.id)
            #expect(device?.state == .active)
            let shows = try await server.store.deliveries(of: Self.notification(of: ask, in: server))
            #expect(shows.map(\.state) == [.waiting])
        }
    }

    @Test("The notification of an ask cannot be cancelled")
    func hiddenAsk() async throws {
        try await attempt { server, _, ask in
            let id = try await Self.notification(of: ask, in: server)
            let taken = try await server.send("DELETE", "/v1/notifications/\(id)", key: server.agent)
            #expect(taken.status == 400)
        }
    }

    @Test("A notification with the collapse key of an ask is refused", arguments: ["ask-ID", "summary-ID"])
    func coveredAsk(name: String) async throws {
        try await attempt { server, _, ask in
            let id = name.hasPrefix("ask") ? "\(ask.id)" : "\(try await Self.notification(of: ask, in: server))"
            let key = name.replacing("ID", with: id)
            for (path, before, after) in [
                ("/v1/notifications", "", ""),
                ("/v1/notifications/schedule", #"{"when":{"at":"2027-01-16T09:00:00Z"},"notification":"#, "}"),
            ] {
                let body = before + #"{"title":"All done","body":"-","options":{"collapse_key":"\#(key)"}}"# + after
                let sent = try await server.send("POST", path, key: server.agent, body: body)
                #expect(sent.status == 400)
                #expect(String(decoding: sent.body, as: UTF8.self).contains("collapse_key"))
            }
        }
    }

    @Test("A schedule in a category of asks is refused, at creation and at a change")
    func scheduledLookAlike() async throws {
        try await attempt { server, _, _ in
            let path = API.createSchedule.path
            func body(_ category: String) -> String {
                #"{"when":{"at":"2027-01-16T09:00:00Z"},"notification":{"title":"t","body":"b","category":"\#(category)"}}"#
            }
            let planned = try await server.send("POST", path, key: server.agent, body: body("reminder"))
            let schedule: Schedule = try planned.decode()
            let asking = CategoryCatalog.all.filter { [.approval, .question].contains($0.kind) }
            #expect(asking.count >= 3)
            for category in asking {
                for (method, target) in [("POST", path), ("PATCH", "\(path)/\(schedule.id)")] {
                    let answered = try await server.send(
                        method, target, key: server.agent, body: body(category.id.rawValue))
                    #expect(answered.status == 400, "\(method) \(category.id)")
                }
            }
        }
    }

    @Test(
        "Data with reserved fields of asks is refused",
        arguments: [
            #""aps":"x""#, #""inputDigest":"x""#, #""input_digest":"x""#, #""deadline":1"#, #""clearApprovalId":"x""#,
            #""clear_approval_id":"x""#, #""notificationId":"x""#, #""summaryId":"x""#, #""type":"approval""#,
            #""type":"question""#, #""notification_type":"approval""#, #""type":"clear""#, #""type":"summary""#,
            #""type":1"#,
        ])
    func forgedPayload(field: String) async throws {
        try await attempt { server, _, _ in
            let body = #"{"title":"t","body":"b","options":{"data":{\#(field)}}}"#
            let sent = try await server.send("POST", "/v1/notifications", key: server.agent, body: body)
            #expect(sent.status == 400)
        }
    }

    @Test("A notification with the id of an ask in its data is not an ask")
    func forgedAsk() async throws {
        try await attempt { server, _, ask in
            for key in ["requestId", "request_id", "questionId"] {
                let body =
                    #"{"title":"t","body":"b","category":"MINE","options":{"data":{"\#(key)":"\#(ask.id)","toolName":"ls"}}}"#
                let sent = try await server.send("POST", "/v1/notifications/validate", key: server.agent, body: body)
                let payload = try #require(try sent.decode(NotificationPreview.self).payloads.first?.payload.object)
                #expect(payload[key]?.string == ask.id.description)
                #expect(PushPayload(json: payload).askID == nil)
            }
        }
    }

    @Test("An agent cannot reach another user's notifications, schedules and sessions")
    func otherUsers() async throws {
        try await attempt { server, _, ask in
            let strange = try await server.keys.make(.agent, label: "another's", user: "eve").key
            let plan = #"{"when":{"at":"2027-01-16T09:00:00Z"},"notification":{"title":"t","body":"b"}}"#
            let schedule: Schedule = try await server.send(
                "POST", API.createSchedule.path, key: server.agent, body: plan
            ).decode()
            _ = try await server.send(
                "POST", "/v1/sessions", key: server.agent, body: #"{"id":"session-1","title":"Build"}"#)
            let notification = try await Self.notification(of: ask, in: server)
            let attacks: [(String, String, String?, Int)] = [
                ("GET", "/v1/notifications/\(notification)", nil, 403),
                ("DELETE", "/v1/notifications/\(notification)", nil, 403),
                ("GET", "/v1/notifications/schedule/\(schedule.id)", nil, 403),
                ("PATCH", "/v1/notifications/schedule/\(schedule.id)", plan, 403),
                ("DELETE", "/v1/notifications/schedule/\(schedule.id)", nil, 403),
                ("GET", "/v1/sessions/session-1", nil, 404),
                ("PATCH", "/v1/sessions/session-1", #"{"status":"completed"}"#, 404),
                ("POST", "/v1/receipts", #"{"kind":"applied","ask_id":"\#(ask.id)"}"#, 403),
                ("POST", "/v1/notifications", #"{"user_id":"owner","title":"t","body":"b"}"#, 403),
            ]
            for (method, path, body, status) in attacks {
                let answered = try await server.send(method, path, key: strange, body: body)
                #expect(answered.status == status, "\(method) \(path)")
            }
        }
    }

    // MARK: Helpers

    private static func stored(_ ask: Ask, in server: TestServer) async throws -> Ask {
        try await server.send("GET", "/v1/asks/\(ask.id)", key: server.agent).decode()
    }

    private static func notification(of ask: Ask, in server: TestServer) async throws -> NotificationID {
        let page: Page<UserNotification> = try await server.send(
            "GET", "/v1/notifications/history", key: server.agent
        ).decode()
        return try #require(page.items.first { $0.askID == ask.id }).id
    }

    /// The client's handshake of a WebSocket (RFC 6455 §4.1).
    private static func opening(_ target: String, _ headers: String) -> String {
        "GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(headers)\r\n"
    }
}
