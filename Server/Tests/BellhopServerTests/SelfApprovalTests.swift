import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTestSupport
import Crypto
import Foundation
import Testing

/// Attempts of a program with an agent's key on the server's own machine. Each leaves the ask pending.
@Suite("Self-approval by an agent")
struct SelfApprovalTests {
    func attempt(
        _ body: @Sendable @escaping (TestServer, TestDevice, Ask) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            try await body(server, phone, ask)
            let still: Ask = try await server.send("GET", "/v1/asks/\(ask.id)", key: server.agent).decode()
            #expect(still.state == .pending)
        }
    }

    /// An answer in the name of the phone, signed with the agent's own key.
    private static func forgery(of phone: TestDevice, for ask: Ask) throws -> AnswerRequest {
        try TestDevice(id: phone.id, key: phone.key, signing: .init()).answer(.approve, to: ask)
    }

    @Test("An answer with the agent's own key and signature is refused")
    func ownSignature() async throws {
        try await attempt { server, phone, ask in
            let answered = try await server.send(
                "POST", "/v1/asks/\(ask.id)/answer", key: server.agent, json: Self.forgery(of: phone, for: ask))
            #expect(answered.status == 403)
            #expect(answered.error == "forbidden")
        }
    }

    @Test("An answer with an admin's key is refused")
    func adminKey() async throws {
        try await attempt { server, phone, ask in
            let answered = try await server.send(
                "POST", "/v1/asks/\(ask.id)/answer", key: server.admin, json: Self.forgery(of: phone, for: ask))
            #expect(answered.status == 403)
            #expect(answered.error == "forbidden")
        }
    }

    @Test("An answer with the phone's API key, without its signing key, is refused")
    func deviceKey() async throws {
        try await attempt { server, phone, ask in
            let answered = try await server.send(
                "POST", "/v1/asks/\(ask.id)/answer", key: phone.key, json: Self.forgery(of: phone, for: ask))
            #expect(answered.status == 403)
            #expect(answered.error == "signature_invalid")
        }
    }

    @Test("A signing key registered for the phone's device is refused, and so is its answer")
    func otherSigningKey() async throws {
        try await attempt { server, phone, ask in
            let mine = TestDevice(id: phone.id, key: phone.key, signing: .init())
            let body = try TestDevice.registration(code: nil, token: "00112233", key: mine.signing)
            #expect(try await server.send("POST", "/v1/devices/register", key: phone.key, json: body).status == 403)
            let answered = try await server.send(
                "POST", "/v1/asks/\(ask.id)/answer", key: phone.key, json: mine.answer(.approve, to: ask))
            #expect(answered.error == "signature_invalid")
        }
    }

    @Test("The phone's signature for an earlier equal ask is refused")
    func replay() async throws {
        try await attempt { server, phone, ask in
            let earlier: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            let approval = try phone.answer(.approve, to: earlier)
            let path = "/v1/asks/\(earlier.id)/answer"
            #expect(try await server.send("POST", path, key: phone.key, json: approval).status == 200)
            let answered = try await server.send("POST", "/v1/asks/\(ask.id)/answer", key: phone.key, json: approval)
            #expect(answered.error == "signature_invalid")
        }
    }

    @Test("An agent's key cannot register a device")
    func registration() async throws {
        try await attempt { server, _, _ in
            let body = try TestDevice.registration(code: nil, token: "aa", key: .init())
            let answered = try await server.send("POST", "/v1/devices/register", key: server.agent, json: body)
            #expect(answered.status == 403)
            #expect(try await server.store.devices(of: "owner").count == 1)
        }
    }

    @Test("An agent's key cannot create a pairing code")
    func pairingCode() async throws {
        try await attempt { server, _, _ in
            let answered = try await server.send("POST", "/v1/pairings", key: server.agent, body: "{}")
            #expect(answered.status == 403)
        }
    }

    @Test("A repeated pairing request does not reveal the code")
    func repeatedPairing() async throws {
        try await attempt { server, _, _ in
            let name = ["idempotency-key": "for-the-tablet"]
            let made = try await server.send("POST", "/v1/pairings", key: server.admin, body: "{}", headers: name)
            #expect(try made.decode(Pairing.self).code.count == 9)
            let asked = try await server.send("POST", "/v1/pairings", key: server.agent, body: "{}", headers: name)
            #expect(asked.status == 403)
            let repeated = try await server.send("POST", "/v1/pairings", key: server.admin, body: "{}", headers: name)
            #expect(throws: DecodingError.self) { try repeated.decode(Pairing.self) }
        }
    }

    @Test("Ten guessed pairing codes invalidate the code, with and without a key")
    func guessing() async throws {
        try await attempt { server, _, _ in
            let pairing: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            for index in 0..<10 {
                let guess = try TestDevice.registration(code: "0000-000\(index)", token: "aa", key: .init())
                let key = index.isMultiple(of: 2) ? server.agent : nil
                let answered = try await server.send("POST", "/v1/devices/register", key: key, json: guess)
                #expect(answered.error == "pairing_code_invalid")
            }
            let right = try TestDevice.registration(code: pairing.code, token: "aa", key: .init())
            let answered = try await server.send("POST", "/v1/devices/register", key: nil, json: right)
            #expect(answered.error == "pairing_code_invalid")
        }
    }

    @Test("An agent's key cannot create a key with more rights", arguments: Role.allCases)
    func betterKey(role: Role) async throws {
        try await attempt { server, _, _ in
            let before = try await server.keys.list().count
            let request = #"{"role":"\#(role.rawValue)","label":"mine"}"#
            #expect(try await server.send("POST", "/v1/keys", key: server.agent, body: request).status == 403)
            #expect(try await server.keys.list().count == before)
        }
    }

    @Test("An admin's key cannot create a device key without a device")
    func deviceKeyByAdmin() async throws {
        try await attempt { server, phone, _ in
            let request = #"{"role":"device","label":"mine","device_id":"\#(phone.id)"}"#
            let answered = try await server.send("POST", "/v1/keys", key: server.admin, body: request)
            #expect(answered.status == 400)
        }
    }

    @Test("An agent's key renamed to a device's key is refused")
    func renamedKey() async throws {
        try await attempt { server, phone, ask in
            let key = Secret(server.agent.reveal().replacing("bh_agent_", with: "bh_device_"))
            let answered = try await server.send(
                "POST", "/v1/asks/\(ask.id)/answer", key: key, json: Self.forgery(of: phone, for: ask))
            #expect(answered.status == 401)
        }
    }

    @Test(
        "Headers that claim loopback or a trusted proxy do not replace a key",
        arguments: [
            ["x-forwarded-for": "127.0.0.1"], ["forwarded": "for=127.0.0.1;proto=https"], ["x-real-ip": "::1"],
            ["x-forwarded-user": "owner"], ["x-original-url": "/healthz"], ["x-http-method-override": "GET"],
            ["cookie": "key=bh_device_"], ["origin": "http://localhost"],
        ])
    func loopback(headers: [String: String]) async throws {
        try await attempt { server, phone, ask in
            let answered = try await server.send(
                "POST", "/v1/asks/\(ask.id)/answer", key: nil, json: phone.answer(.approve, to: ask),
                headers: headers)
            #expect(answered.status == 401)
        }
    }

    @Test(
        "A key in the query is not accepted",
        arguments: ["?key=KEY", "?access_token=KEY", "?authorization=Bearer%20KEY"])
    func keyInQuery(query: String) async throws {
        try await attempt { server, phone, ask in
            let path = "/v1/asks/\(ask.id)/answer" + query.replacing("KEY", with: phone.key.reveal())
            let answered = try await server.send("POST", path, key: nil, json: phone.answer(.approve, to: ask))
            #expect(answered.status == 401)
        }
    }

    @Test("Several keys in one request are refused")
    func severalKeys() async throws {
        try await attempt { server, phone, ask in
            let body = try CanonicalJSON.text(phone.answer(.approve, to: ask))
            let (mine, theirs) = (server.agent.reveal(), phone.key.reveal())
            for header in [
                "Authorization: Bearer \(mine), Bearer \(theirs)",
                "Authorization: Bearer \(mine)\r\nAuthorization: Bearer \(theirs)",
            ] {
                let reply = try await server.exchange(
                    "POST /v1/asks/\(ask.id)/answer HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n"
                        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
                        + "Connection: close\r\n\r\n\(body)")
                #expect(reply.hasPrefix("HTTP/1.1 401 "))
            }
        }
    }

    @Test(
        "Other spellings of a path are refused",
        arguments: ["//v1/asks/ID/answer", "/v1/asks/ID/answer/", "/v1/./asks/ID/answer", "/v1/asks/ID/%61nswer"])
    func otherPath(path: String) async throws {
        try await attempt { server, phone, ask in
            let body = try CanonicalJSON.text(phone.answer(.approve, to: ask))
            let reply = try await server.exchange(
                "POST \(path.replacing("ID", with: ask.id.description)) HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(server.agent.reveal())\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
                    + "Connection: close\r\n\r\n\(body)")
            #expect(reply.hasPrefix("HTTP/1.1 403 ") || reply.hasPrefix("HTTP/1.1 404 "))
        }
    }

    @Test("A new ask cannot have a state or a user")
    func forgedState() async throws {
        try await attempt { server, phone, _ in
            let text = try CanonicalJSON.text(AskRequest.sample())
            for field in [#""state":"approved""#, #""resolution":{"state":"approved"}"#, #""user_id":"ada""#] {
                let body = "{\(field)," + text.dropFirst()
                let answered = try await server.send("POST", "/v1/asks", key: server.agent, body: body)
                #expect(answered.status == 400)
                #expect(answered.error == "invalid_request")
            }
        }
    }

    @Test("An applied receipt before the answer is refused")
    func applied() async throws {
        try await attempt { server, _, ask in
            let receipt = #"{"kind":"applied","ask_id":"\#(ask.id)"}"#
            let answered = try await server.send("POST", "/v1/receipts", key: server.agent, body: receipt)
            #expect(answered.status == 400)
        }
    }

    @Test("An agent cannot read, wait for, withdraw or list another user's asks")
    func otherUsersAsks() async throws {
        try await attempt { server, _, ask in
            let strange = try await server.keys.make(.agent, label: "another's", user: "eve").key
            let path = "/v1/asks/\(ask.id)"
            #expect(try await server.send("GET", path, key: strange).status == 403)
            #expect(try await server.send("GET", path + "?wait=1", key: strange).status == 403)
            #expect(try await server.send("DELETE", path, key: strange).status == 403)
            #expect(try await server.send("GET", "/v1/notifications/history?user=owner", key: strange).status == 403)
            #expect(try await server.send("GET", "/v1/devices?user=owner", key: strange).status == 403)
            let list: Page<Ask> = try await server.send("GET", "/v1/asks", key: strange).decode()
            #expect(list.items.isEmpty)
        }
    }

    @Test("A notification in a category of asks is refused")
    func lookAlike() async throws {
        try await attempt { server, _, _ in
            for category in CategoryCatalog.all where [.approval, .question].contains(category.kind) {
                let body = #"{"title":"t","body":"b","category":"\#(category.id.rawValue)"}"#
                let answered = try await server.send("POST", "/v1/notifications", key: server.agent, body: body)
                #expect(answered.status == 400)
            }
        }
    }
}
