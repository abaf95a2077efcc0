import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@Suite("Keys over HTTP")
struct KeyAPITests {
    @Test(
        "A blank or too long label is refused", arguments: ["", " ", "\t\n", String(repeating: "l", count: 201)])
    func labels(label: String) async throws {
        try await TestServer.run { server in
            let request = KeyRequest(role: .agent, label: label)
            let answered = try await server.send("POST", "/v1/keys", key: server.admin, json: request)
            #expect(answered.status == 400)
            #expect(try answered.decode(APIError.self).message.hasPrefix("label: "))
        }
    }

    @Test(
        "A repeated key request returns the same key without its secret",
        arguments: [
            ("/v1/keys", #"{"role":"agent","label":"once"}"#, "key"), ("/v1/pairings", "{}", "code"),
        ])
    func once(path: String, body: String, secret: String) async throws {
        try await TestServer.run { server in
            func post() async throws -> [String: Any]? {
                let answered = try await server.send(
                    "POST", path, key: server.admin, body: body, headers: ["idempotency-key": "once"])
                #expect(answered.status == 201)
                return try JSONSerialization.jsonObject(with: answered.body) as? [String: Any]
            }
            var first = try #require(try await post())
            #expect(first.removeValue(forKey: secret) != nil)
            let second = try #require(try await post())
            #expect(second as NSDictionary == first as NSDictionary)
        }
    }

    @Test("Each role gets its own key, and a revoked key is refused")
    func current() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            for (key, role) in [(server.agent, Role.agent), (server.admin, .admin), (phone.key, .device)] {
                let record: KeyRecord = try await server.send("GET", "/v1/keys/current", key: key).decode()
                #expect(record.role == role)
                #expect(record.deviceID == (role == .device ? phone.id : nil))
            }
            let agent: KeyRecord = try await server.send("GET", "/v1/keys/current", key: server.agent).decode()
            #expect(try await server.send("DELETE", "/v1/keys/\(agent.id)", key: server.admin).status == 204)
            #expect(try await server.send("GET", "/v1/keys/current", key: server.agent).status == 401)
        }
    }
}
