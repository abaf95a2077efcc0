import AsyncHTTPClient
import BellhopModel
import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// The requests of these tests, over connections that may break at any moment.
struct API: Sendable {
    let url: String
    let key: Secret

    /// Fails at once when the server is killed; by default the client would retry until its timeout.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// - Returns: the status, or `nil` when the server was killed before it answered.
    func post(_ path: String, _ body: some Encodable, idempotencyKey: String? = nil) async -> (status: Int, body: Data)?
    {
        guard let bytes = try? CanonicalJSON.encode(body) else { return nil }
        var headers = ["content-type": "application/json"]
        headers["idempotency-key"] = idempotencyKey
        return await send(.POST, path, headers, bytes)
    }

    func get(_ path: String) async -> (status: Int, body: Data)? { await send(.GET, path, [:], nil) }

    /// - Returns: the status.
    func delete(_ path: String) async -> Int? { await send(.DELETE, path, [:], nil)?.status }

    private func send(
        _ method: HTTPMethod, _ path: String, _ headers: [String: String], _ body: [UInt8]?
    ) async -> (status: Int, body: Data)? {
        do {
            var request = HTTPClientRequest(url: url + path)
            request.method = method
            request.headers.add(name: "authorization", value: "Bearer \(key.reveal())")
            for (name, value) in headers { request.headers.add(name: name, value: value) }
            if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
            let response = try await Self.client.execute(request, timeout: .seconds(20))
            return (Int(response.status.code), Data(try await response.body.collect(upTo: 1 << 20).readableBytesView))
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
