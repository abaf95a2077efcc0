import BellhopModel
import BellhopServer
import Foundation
import Testing

@testable import BellhopSimulators

@Suite("Refused requests")
struct BadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var method = "POST"
        var path = "/v1/asks"
        var body: String?
        var headers: [String: String] = [:]
        var status: Int
        var code: String
        var testDescription: String { name }
    }

    static let digest = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"  // SHA-256 of {}

    static let cases: [Case] = [
        Case(name: "no body", body: "", status: 400, code: "invalid_json"),
        Case(name: "not JSON", body: "{", status: 400, code: "invalid_json"),
        Case(name: "an array", body: "[]", status: 400, code: "invalid_request"),
        Case(name: "a field is missing", body: #"{"title":"t"}"#, status: 400, code: "invalid_request"),
        Case(
            name: "a field of the wrong type",
            body: #"{"title":1,"body":"b","input":"{}","input_digest":"\#(digest)","expires_in":60}"#,
            status: 400, code: "invalid_request"),
        Case(
            name: "an empty title",
            body: #"{"title":"","body":"b","input":"{}","input_digest":"\#(digest)","expires_in":60}"#,
            status: 400, code: "invalid_request"),
        Case(
            name: "no time to answer",
            body: #"{"title":"t","body":"b","input":"{}","input_digest":"\#(digest)","expires_in":0}"#,
            status: 400, code: "invalid_request"),
        Case(
            name: "more than a day to answer",
            body: #"{"title":"t","body":"b","input":"{}","input_digest":"\#(digest)","expires_in":86401}"#,
            status: 400, code: "invalid_request"),
        Case(
            name: "a digest of something else",
            body: #"{"title":"t","body":"b","input":"[]","input_digest":"\#(digest)","expires_in":60}"#,
            status: 422, code: "input_digest_mismatch"),
        Case(
            name: "the digest of the input alone, beside a nonce",
            body: #"{"title":"t","body":"b","input":"{}","input_digest":"\#(digest)","nonce":"0123456789abcdef","#
                + #""expires_in":60}"#,
            status: 422, code: "input_digest_mismatch"),
        Case(
            name: "a nonce that is none",
            body: #"{"title":"t","body":"b","input":"{}","input_digest":"\#(digest)","nonce":"short","expires_in":60}"#,
            status: 400, code: "invalid_request"),
        Case(
            name: "a nonce that is no text",
            body: #"{"title":"t","body":"b","input":"{}","input_digest":"\#(digest)","nonce":12,"expires_in":60}"#,
            status: 400, code: "invalid_request"),
        Case(
            name: "a body over the limit", body: #"{"title":""# + String(repeating: "a", count: 1 << 20) + #""}"#,
            status: 413, code: "body_too_large"),
        Case(
            name: "a form", body: "title=t", headers: ["content-type": "application/x-www-form-urlencoded"],
            status: 415, code: "unsupported_media_type"),
        Case(
            name: "a media type that only begins like JSON", body: "{}", headers: ["content-type": "application/json5"],
            status: 415, code: "unsupported_media_type"),
        Case(
            name: "a wait of less than nothing", method: "GET",
            path: "/v1/asks/00000000-0000-7000-8000-000000000000?wait=-1", status: 400, code: "invalid_request"),
        Case(
            name: "invalid UTF-8 in an idempotency key", body: "{}", headers: ["idempotency-key": "a b"], status: 400,
            code: "invalid_request"),
        Case(
            name: "an unknown ask", method: "GET", path: "/v1/asks/00000000-0000-7000-8000-000000000000", status: 404,
            code: "not_found"),
        Case(name: "not an id", method: "GET", path: "/v1/asks/first", status: 404, code: "not_found"),
        Case(
            name: "an unknown state", method: "GET", path: "/v1/asks?state=lost", status: 400, code: "invalid_request"),
        Case(
            name: "too long a wait", method: "GET", path: "/v1/asks/00000000-0000-7000-8000-000000000000?wait=56",
            status: 400, code: "invalid_request"),
        Case(
            name: "a limit out of range", method: "GET", path: "/v1/asks?limit=0", status: 400, code: "invalid_request"),
        Case(name: "an unknown route", method: "GET", path: "/v2/asks", status: 404, code: "not_found"),
        Case(
            name: "an unknown method", method: "PUT", path: "/v1/asks", body: "{}", status: 405,
            code: "method_not_allowed"),
        Case(
            name: "a receipt of an unknown kind", path: "/v1/receipts", body: #"{"kind":"eaten"}"#, status: 400,
            code: "invalid_request"),
        Case(
            name: "a receipt about nothing", path: "/v1/receipts", body: #"{"kind":"applied"}"#, status: 400,
            code: "invalid_request"),
        Case(name: "an admin's route", path: "/v1/pairings", body: "{}", status: 403, code: "forbidden"),
        Case(
            name: "another site's name", method: "GET", headers: ["host": "evil.example"], status: 421,
            code: "host_not_allowed"),
        Case(
            name: "events without an upgrade", method: "GET", path: "/v1/events", status: 400, code: "invalid_request"),
        Case(
            name: "a session that is not there", method: "PATCH", path: "/v1/sessions/none", body: "{}", status: 404,
            code: "not_found"),
        Case(
            name: "progress beyond its end", method: "PATCH", path: "/v1/sessions/none",
            body: #"{"progress":{"completed":3,"total":2}}"#, status: 400, code: "invalid_request"),
        Case(
            name: "progress towards less than nothing", method: "PATCH", path: "/v1/sessions/none",
            body: #"{"progress":{"completed":0,"total":-1}}"#, status: 400, code: "invalid_request"),
    ]

    @Test("Each invalid request gets its documented error", arguments: cases)
    func refusal(of request: Case) async throws {
        try await TestServer.run { server in
            let answered = try await server.send(
                request.method, request.path, key: server.agent, body: request.body, headers: request.headers)
            #expect(answered.status == request.status)
            #expect(answered.error == request.code)
        }
    }

    @Test(
        "A number with a fraction or beyond 64 bits is refused with the field's name",
        arguments: ["1.5", "9223372036854775808", "1e300"])
    func brokenNumbers(number: String) async throws {
        try await TestServer.run { server in
            let body = #"{"title":"t","body":"b","expires_in":\#(number)}"#
            let answered = try await server.send("POST", "/v1/notifications", key: server.agent, body: body)
            #expect(answered.status == 400)
            #expect(answered.error == "invalid_request")
            let message = try answered.decode(APIError.self).message
            #expect(message == "expires_in: a whole number of at most 64 bits expected.")
        }
    }

    @Test("JSON that is nested too deeply is refused, in arrays and objects, closed or not")
    func deep() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            for (open, middle, close) in [("[", "1", "]"), (#"{"a":"#, "1", "}"), ("[", "", "")] {
                for depth in [31, 500, 20_000] {
                    let nested = [open, close].map { String(repeating: $0, count: depth) }
                    let body = #"{"preferences":{"x":"# + nested[0] + middle + nested[1] + (close.isEmpty ? "" : "}}")
                    let answered = try await server.send(
                        "PUT", "/v1/users/notification-preferences", key: phone.key, body: body)
                    #expect(answered.status == 400)
                    #expect(try answered.decode(APIError.self).message.contains("at most 32 levels deep"))
                }
            }
            let brackets = String(repeating: "[", count: 100)
            let text = #"{"preferences":{"x":"\#(brackets)\"\#(brackets)","y":[[1]]}}"#
            let taken = try await server.send(
                "PUT", "/v1/users/notification-preferences", key: phone.key, body: text)
            #expect(taken.status == 200)
        }
    }

    @Test("HEAD gets the header of GET, and the next request its own response", arguments: ["/healthz", "/docs", "/"])
    func head(path: String) async throws {
        try await TestServer.run { server in
            let reply = try await server.exchange(
                "HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    + "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let parts = reply.components(separatedBy: "HTTP/1.1 200 OK\r\n")
            try #require(parts.count == 3)
            let length = try #require(parts[1].firstMatch(of: /Content-Length: (\d+)/)?.1)
            #expect(parts[1].hasSuffix("\r\n\r\n"))
            #expect(length != "0" && parts[2].contains("Content-Length: \(length)\r\n"))
        }
    }

    @Test("Bytes that are not HTTP get 400, and the connection ends")
    func notHTTP() async throws {
        try await TestServer.run { server in
            for text in ["GARBAGE\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGARBAGE\r\n\r\n"] {
                let reply = try await server.exchange(text)
                #expect(reply.contains("HTTP/1.1 400 Bad Request\r\n"))
            }
        }
    }

    @Test("Plain HTTP to an HTTPS port gets a reply in plain HTTP that says so")
    func plainHTTP() async throws {
        let certificates = try SimulatorCertificates()
        let certificate = try ServerCertificate(
            chain: Array(certificates.serverPEM.utf8), key: Array(certificates.keyPEM.utf8))
        try await TestServer.run(configure: { $0.tls = ServerTLS(certificate) }) { server in
            let reply = try await server.exchange("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(reply.hasPrefix("HTTP/1.1 400 ") && reply.hasSuffix("begin the address with https://.\n"))
            let body = try #require(reply.split(separator: "\r\n\r\n", maxSplits: 1).last)
            #expect(reply.contains("content-length: \(body.utf8.count)\r\n"))
        }
    }

    /// A body for each route that accepts texts, valid except for the U+0000 in one of them.
    static let unstorable: [(APIRoute, Role?, String)] = [
        (
            API.createAsk.route, .agent,
            #"{"title":"t\u0000","body":"b","input":"","input_digest":"\#(digest)","expires_in":1}"#
        ),
        (
            API.createAsk.route, .agent,
            #"{"title":"t","body":"b","input":"\u0000","input_digest":"\#(digest)","expires_in":1}"#
        ),
        (
            API.createAsk.route, .agent,
            #"{"title":"t","body":"b","input":"{}","input_digest":"\#(digest)","expires_in":60,"#
                + #""questions":[{"text":"Which?","options":[{"label":"one\u0000"}]}]}"#
        ),
        (
            API.answerAsk.route, .device,
            #"{"decision":"deny","message":"\u0000","input_digest":"\#(digest)","signature":""}"#
        ),
        (API.sendNotification.route, .agent, #"{"title":"t","body":"b\u0000"}"#),
        (API.sendReceipt.route, .agent, #"{"kind":"applied\u0000"}"#),
        (API.startSession.route, .agent, #"{"id":"s","title":"t","origin":{"folder":"/\u0000"}}"#),
        (API.updateSession.route, .agent, #"{"operation":"npm\u0000test"}"#),
        (API.reportLiveActivity.route, .device, #"{"token":"ab\u0000"}"#),
        (API.putPushToStart.route, .device, #"{"token":"ab\u0000"}"#),
        (API.putPreferences.route, .device, #"{"preferences":{"polls\u0000":true}}"#),
        (API.createPairing.route, .admin, #"{"user_id":"ada\u0000"}"#),
        (API.createKey.route, .admin, #"{"role":"agent","label":"\\\u0000"}"#),
        (
            API.registerDevice.route, nil,
            #"{"pairing_code":"0000-0000","name":"iPhone","platform":"ios","token":"00","environment":"sandbox","#
                + #""app":"com.example.app","locale":"en\u0000","public_key":"AA=="}"#
        ),
    ]

    @Test("U+0000, which databases cannot store, is refused in every text", arguments: unstorable)
    func unstorableText(in endpoint: APIRoute, of role: Role?, body: String) async throws {
        try await TestServer.run { server in
            let key: Secret? =
                switch role {
                case .device?: try await TestDevice.pair(with: server).key
                case .admin?: server.admin
                case .agent?: server.agent
                default: nil
                }
            let path = endpoint.path.replacing("{id}", with: "00000000-0000-7000-8000-000000000000")
            let answered = try await server.send(endpoint.method.rawValue, path, key: key, body: body)
            #expect(answered.status == 400)
            #expect(answered.error == "invalid_request")
            let message = try answered.decode(APIError.self).message
            #expect(message.contains("U+0000"))
        }
    }

    @Test(
        "A body in UTF-16 is refused, because it could hide U+0000",
        arguments: [String.Encoding.utf16LittleEndian, .utf16])
    func otherEncodings(encoding: String.Encoding) async throws {
        let body = try #require(#"{"id":"s","title":"t","origin":{"folder":"/\u0000"}}"#.data(using: encoding))
        try await TestServer.run { server in
            let answered = try await server.send("POST", "/v1/sessions", key: server.agent, bytes: Array(body))
            #expect(answered.status == 400)
            #expect(answered.error == "invalid_json")
        }
    }

    @Test(
        "405 lists the methods of this path, not those of a path with a variable part",
        arguments: [
            ("/v1/devices/register", "POST"), ("/v1/notifications/history", "GET, HEAD"),
            ("/v1/asks", "POST, GET, HEAD"),
            ("/v1/asks/x", "GET, HEAD, DELETE"),
        ])
    func allowedMethods(path: String, methods: String) async throws {
        try await TestServer.run { server in
            let answered = try await server.send("PATCH", path, key: server.agent, body: "{}")
            #expect(answered.status == 405)
            #expect(answered.headers["allow"] == methods)
        }
    }

    @Test("An error in response to HEAD has no body")
    func headHasNoBody() async throws {
        try await TestServer.run { server in
            let reply = try await server.exchange(
                "HEAD /v1/keys/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(reply.hasPrefix("HTTP/1.1 405 "))
            #expect(reply.hasSuffix("\r\n\r\n"))
        }
    }

    @Test("An escaped backslash before u0000 is not U+0000")
    func escapedBackslash() async throws {
        try await TestServer.run { server in
            let body = #"{"title":"t","body":"grep '\\u0000' a\\"}"#
            let answered = try await server.send("POST", "/v1/notifications", key: server.agent, body: body)
            #expect(answered.status == 202)
            #expect(try answered.decode(UserNotification.self).body == #"grep '\u0000' a\"#)
        }
    }

    @Test("Without a key every route that needs one responds 401, also from loopback")
    func withoutKey() async throws {
        try await TestServer.run { server in
            for endpoint in APIRoute.all where endpoint.access != .everyone {
                let path = endpoint.path.replacing("{id}", with: "00000000-0000-7000-8000-000000000000")
                let answered = try await server.send(
                    endpoint.method.rawValue, path, body: endpoint.method == .get ? nil : "{}")
                #expect(answered.status == 401, "\(endpoint.method.rawValue) \(path)")
                #expect(answered.error == "unauthorized")
            }
        }
    }

    @Test("A key of another role gets 403 on every route")
    func wrongRole() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let keys: [Role: Secret] = [.agent: server.agent, .admin: server.admin, .device: phone.key]
            for endpoint in APIRoute.all {
                guard case .roles(let allowed) = endpoint.access else { continue }
                let path = endpoint.path.replacing("{id}", with: "00000000-0000-7000-8000-000000000000")
                for (role, key) in keys where !allowed.contains(role) {
                    let answered = try await server.send(
                        endpoint.method.rawValue, path, key: key, body: endpoint.method == .get ? nil : "{}")
                    #expect(answered.status == 403, "\(role) on \(endpoint.method.rawValue) \(path)")
                }
            }
        }
    }
}
