import AsyncHTTPClient
import BellhopModel
import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// The few requests that these tests send, over connections that may die at any moment.
struct API: Sendable {
    let url: String
    let key: Secret

    /// A dead server is a dead server: without this the client would try to connect until its time is up.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// - Returns: the status, or `nil` when the server was killed before it answered.
    func post(_ path: String, _ body: some Encodable, idempotencyKey: String? = nil) async -> (status: Int, body: Data)?
    {
        do {
            var request = HTTPClientRequest(url: url + path)
            request.method = .POST
            request.headers.add(name: "authorization", value: "Bearer \(key.reveal())")
            request.headers.add(name: "content-type", value: "application/json")
            if let idempotencyKey { request.headers.add(name: "idempotency-key", value: idempotencyKey) }
            request.body = .bytes(ByteBuffer(bytes: try CanonicalJSON.encode(body)))
            let response = try await Self.client.execute(request, timeout: .seconds(20))
            return (Int(response.status.code), Data(try await response.body.collect(upTo: 1 << 20).readableBytesView))
        } catch {
            return nil
        }
    }

    /// Pairs a device with the simulated APNs and makes an agent's key.
    func prepare(token: String) async throws -> Secret {
        let pairing = try #require(await post("/v1/pairings", PairingRequest()))
        let code = try JSONDecoder().decode(Pairing.self, from: pairing.body).code
        let registration = DeviceRegistration(
            pairingCode: code, name: "iPhone", platform: .ios, token: try #require(DeviceToken(token)),
            environment: .sandbox, app: "com.example.app",
            publicKey: Base64.encode(P256.Signing.PrivateKey().publicKey.x963Representation))
        let registered = try #require(await post("/v1/devices/register", registration))
        try #require(registered.status == 201)
        let created = try #require(await post("/v1/keys", KeyRequest(role: .agent, label: "test")))
        return try JSONDecoder().decode(CreatedKey.self, from: created.body).key
    }
}
