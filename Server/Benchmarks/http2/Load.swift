import BellhopAPNs
import BellhopHTTP2
import BellhopModel
import BellhopPush
import Crypto
import Foundation
import Logging
import Metrics
import NIOCore
import NIOPosix
import NIOSSL

/// Sends requests like those of APNs as fast as possible, and prints the requests per second.
struct Load {
    enum Way: String {
        /// `HTTP2Client.send`, from one task for each concurrent request.
        case send
        /// The batch call of `HTTP2Client`.
        case batch
        /// `APNsGateway.send`, from one task for each concurrent request.
        case gateway
        /// The batch call of `APNsGateway`.
        case gatewayBatch = "gateway-batch"
    }

    struct Refused: Error {}

    let way: Way
    let port: Int
    let requests: Int
    let streams: Int

    private static let size = 300
    private static let batch = 5000
    private static let bearer = "bearer " + String(repeating: "eyJhbGciOiJFUzI1NiIs", count: 9) + "abcd"
    private static let app = "com.example.app"
    private static let fields: [(String, String)] = [
        ("authorization", bearer), ("apns-topic", app), ("apns-push-type", "alert"), ("apns-priority", "10"),
    ]
    private static let id = "0192f0c4-7b1e-7cc3-8d2a-0123456789ab"

    private static let tokens = (0..<5000).map { number in
        let digits = String(number, radix: 16)
        return String(repeating: "a", count: 64 - digits.count) + digits
    }
    private static let paths = tokens.map { "/3/device/\($0)" }

    private static func body(_ size: Int) -> String {
        #"{"aps":{"alert":""# + String(repeating: "x", count: max(0, size - 21)) + #""}}"#
    }

    /// Prints the same requests for other clients: the header fields, the body and the URLs.
    static func describe(bytes: Int, port: Int) {
        print((fields + [("apns-id", id)]).map { "\($0.0): \($0.1)" }.joined(separator: "\n"))
        print("\n" + body(bytes))
        print("\n" + paths.map { "https://127.0.0.1:\(port)\($0)" }.joined(separator: "\n"))
    }

    static func run(_ load: Load) async throws {
        switch load.way {
        case .send:
            try await load.throughClient { client, makeRequest in
                try await load.concurrently { number in
                    try await client.send(makeRequest(number), within: .seconds(30)).status == 200
                }
            }
        case .batch:
            try await load.throughClient { client, makeRequest in
                for batch in load.batches {
                    for result in await client.send(batch.map(makeRequest), within: .seconds(30)) {
                        guard try result.get().status == 200 else { throw Refused() }
                    }
                }
            }
        case .gateway:
            try await load.throughGateway { gateway, makePush in
                try await load.concurrently { number in
                    guard case .accepted = try await gateway.send(makePush(number)) else { return false }
                    return true
                }
            }
        case .gatewayBatch:
            try await load.throughGateway { gateway, makePush in
                for batch in load.batches {
                    for result in await gateway.send(batch.map(makePush)) {
                        guard case .accepted = try result.get() else { throw Refused() }
                    }
                }
            }
        }
    }

    private func throughClient(
        _ body: (HTTP2Client, @escaping @Sendable (Int) -> HTTP2Request) async throws -> Void
    ) async throws {
        let endpoint = HTTP2Endpoint(host: "127.0.0.1", port: port)
        let tls = try NIOSSLContext(
            configuration: HTTP2TLS.configuration(trustRoots: [try Identity.certificate()]))
        var configuration = HTTP2Client.Configuration()
        configuration.queueLimit = 10_000
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let client = HTTP2Client(endpoint, tls: tls, configuration: configuration, on: group.next())
        let shared = HTTP2SharedFields(
            method: "POST", authority: endpoint.authority, Self.fields.map { HTTP2Field($0.0, $0.1) })
        let content = Array(Self.body(Self.size).utf8)
        let makeRequest = { @Sendable (number: Int) -> HTTP2Request in
            HTTP2Request(
                shared, path: Self.paths[number % Self.paths.count], fields: [HTTP2Field("apns-id", Self.id)],
                body: content)
        }
        _ = try await client.send(makeRequest(0), within: .seconds(10))
        try await timed { try await body(client, makeRequest) }
        await client.shutDown()
    }

    func throughGateway(
        connections: Int = 1, backoff: ReconnectBackoff = ReconnectBackoff(),
        _ body: (APNsGateway, @escaping @Sendable (Int) -> Push) async throws -> Void
    ) async throws {
        var configuration = APNsConfiguration()
        configuration.trustRoots = .pem(Identity.pem)
        configuration.setEverything(to: APNsEndpoint(host: "127.0.0.1", port: port))
        configuration.maxConnections = connections
        let credential = try APNsCredential(
            teamID: "ABCDEFGHIJ", keyID: "ABCDEFGHIJ", privateKey: Secret(P256.Signing.PrivateKey().pemRepresentation))
        let gateway = try APNsGateway(
            credentials: [credential], configuration: configuration, clock: Self.now,
            logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }, metrics: NOOPMetricsHandler.instance,
            backoff: backoff)
        let payload = Array(Self.body(Self.size).utf8)
        let first = DeliveryID.make(at: Self.now())
        let tokens = Self.tokens.compactMap(DeviceToken.init)
        let makePush = { @Sendable (number: Int) in
            Push(
                id: DeliveryID(high: first.high, low: first.low & 0xFFFF_0000_0000_0000 | UInt64(number)),
                token: tokens[number % tokens.count], environment: .production, app: Self.app,
                payload: payload)
        }
        _ = try await gateway.send(makePush(requests))
        try await timed { try await body(gateway, makePush) }
        await gateway.shutDown()
    }

    @Sendable private static func now() -> Timestamp {
        Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000))
    }

    private func timed(_ body: () async throws -> Void) async throws {
        let start = ContinuousClock.now
        try await body()
        print(Double(requests) / ((ContinuousClock.now - start) / .seconds(1)))
    }

    /// Runs one task for each concurrent request.
    func concurrently(_ send: @escaping @Sendable (Int) async throws -> Bool) async throws {
        let share = requests / streams
        try await withThrowingTaskGroup { group in
            for task in 0..<streams {
                group.addTask {
                    for number in 0..<share {
                        guard try await send(task * share + number) else { throw Refused() }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// The numbers of the requests of each batch.
    private var batches: [Range<Int>] {
        stride(from: 0, to: requests, by: Self.batch).map { $0..<min($0 + Self.batch, requests) }
    }
}
