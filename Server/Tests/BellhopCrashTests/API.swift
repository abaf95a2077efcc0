import BellhopModel
import BellhopTestSupport
import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// The requests of these tests, over connections that may break at any moment.
struct API: Sendable {
    let url: String
    let key: Secret

    /// - Returns: the status, or `nil` when the server was killed before it answered.
    func post(_ path: String, _ body: some Encodable, idempotencyKey: String? = nil) async -> (status: Int, body: Data)?
    {
        guard let bytes = try? CanonicalJSON.encode(body) else { return nil }
        var headers = ["content-type": "application/json"]
        headers["idempotency-key"] = idempotencyKey
        return await send(.POST, path, headers, bytes)
    }

    func get(_ path: String) async -> (status: Int, body: Data)? { await send(.GET, path, [:], nil) }

    /// - Returns: the status of a request without a key.
    func probe(_ path: String) async -> Int? {
        let response = try? await HTTPTestClient.send(.GET, url + path, within: .seconds(20))
        return response.map { Int($0.head.status.code) }
    }

    /// - Returns: the status.
    func delete(_ path: String) async -> Int? { await send(.DELETE, path, [:], nil)?.status }

    private func send(
        _ method: HTTPMethod, _ path: String, _ headers: [String: String], _ body: [UInt8]?
    ) async -> (status: Int, body: Data)? {
        do {
            var fields = HTTPHeaders(Array(headers.map { ($0.key, $0.value) }))
            fields.add(name: "authorization", value: "Bearer \(key.reveal())")
            let response = try await HTTPTestClient.send(
                method, url + path, headers: fields, body: body, responseLimit: 1 << 20, within: .seconds(20))
            return (Int(response.head.status.code), Data((response.body ?? ByteBuffer()).readableBytesView))
        } catch {
            return nil
        }
    }

    /// Pairs a device with the simulated APNs and creates an agent's key.
    func prepare(token: String) async throws -> Secret {
        // Before there is a device, which would be notified of the key.
        let created = try #require(await post("/v1/keys", KeyRequest(role: .agent, label: "test")))
        _ = try await pair(token: token)
        return try JSONDecoder().decode(CreatedKey.self, from: created.body).key
    }

    /// - Parameter user: the owner of the device; the key's own user by default.
    func pair(
        token: String, user: UserID? = nil, signer: P256.Signing.PrivateKey = P256.Signing.PrivateKey()
    ) async throws -> RegisteredDevice {
        let pairing = try #require(await post("/v1/pairings", PairingRequest(userID: user)))
        let code = try JSONDecoder().decode(Pairing.self, from: pairing.body).code
        let registration = DeviceRegistration(
            pairingCode: code, name: "iPhone", platform: .ios, token: try #require(DeviceToken(token)),
            environment: .sandbox, app: "com.example.app",
            publicKey: Base64.encode(signer.publicKey.x963Representation))
        let registered = try #require(await post("/v1/devices/register", registration))
        try #require(registered.status == 201)
        return try JSONDecoder().decode(RegisteredDevice.self, from: registered.body)
    }
}
