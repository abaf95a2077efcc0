import BellhopCore
import BellhopModel
import BellhopPush
import BellhopServer
import BellhopStore
import BellhopTestSupport
import Crypto
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Testing

/// A server with its own database and port, and a manual clock.
struct TestServer: Sendable {
    let url: String
    /// The server's database; empty when the test passed another store.
    let store: Store
    /// The store of the server.
    let storeInUse: Store
    let hub: EventHub
    let time: ManualTime
    let keys: KeyService
    let admin: Secret
    let agent: Secret
    /// Starts a graceful shutdown, like SIGTERM.
    let stop: @Sendable () async -> Void

    static let start = Timestamp(seconds: 1_800_000_000)
    /// The server's public VAPID key.
    static let webPushKey = Base64.encodeURLSafe(P256.Signing.PrivateKey().publicKey.x963Representation)

    /// Starts the server, runs `body`, and shuts the server down gracefully.
    ///
    /// - Parameters:
    ///   - other: a store to use instead of the database.
    ///   - log: the logger of the server; by default only critical lines are printed.
    static func run(
        over other: Store? = nil, broadcasts: (any BroadcastGateway)? = nil, log: Logger? = nil,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ body: @Sendable @escaping (TestServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let database = try Store(folder: folder.path)
        let store: Store = other ?? database
        let (time, hub, workSignal, metrics) = (ManualTime(start), EventHub(), WorkSignal(), PrometheusMetrics())
        let useCases = UseCases(store: store, hub: hub, workSignal: workSignal, time: time, metrics: metrics)
        let keys = useCases.keys
        let first = try #require(try await FirstKeys.make(with: keys))
        var configuration = ServerConfiguration(port: 0)
        configure(&configuration)
        let (ports, listening) = AsyncStream<Int>.makeStream()
        var logger = log ?? Logger(label: "test")
        if log == nil { logger.logLevel = .critical }
        let server = BellhopServer(
            configuration: configuration, store: store, useCases: useCases,
            diagnoses: DiagnosisService(store: store, gateways: [:], time: time),
            channels: ChannelService(gateway: broadcasts, time: time), hub: hub, time: time, metrics: metrics,
            logger: logger, applicationServerKey: webPushKey, onListening: { listening.yield($0) })
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: useCases.presence), .init(service: server)], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let port = try #require(await ports.first { _ in true })
            let running = TestServer(
                url: "http://127.0.0.1:\(port)", store: database, storeInUse: store, hub: hub, time: time, keys: keys,
                admin: first.admin,
                agent: first.agent, stop: { await group.triggerGracefulShutdown() })
            try await attempt {
                try await body(running)
            } finally: {
                await group.triggerGracefulShutdown()
            }
            try await tasks.waitForAll()
        }
    }

    struct Answered: Sendable {
        var status: Int
        var headers: [String: String]
        var body: Data

        /// The error's code, if the body is an error.
        var error: String? { (try? JSONDecoder().decode(APIError.self, from: body))?.code.rawValue }

        func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(type, from: body)
        }
    }

    func send(
        _ method: String, _ path: String, key: Secret? = nil, body: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answered {
        try await send(method, path, key: key, bytes: body.map { Array($0.utf8) }, headers: headers)
    }

    /// Sends a request, and checks that its response matches the API description.
    func send(
        _ method: String, _ path: String, key: Secret? = nil, bytes: [UInt8]?, headers: [String: String] = [:]
    ) async throws -> Answered {
        var fields = HTTPHeaders()
        if let key { fields.add(name: "authorization", value: "Bearer \(key.reveal())") }
        if bytes != nil { fields.add(name: "content-type", value: "application/json") }
        for (name, value) in headers { fields.replaceOrAdd(name: name, value: value) }
        let response = try await HTTPTestClient.send(
            HTTPMethod(rawValue: method), url + path, headers: fields, body: bytes)
        let pairs = response.head.headers.map { ($0.name.lowercased(), $0.value) }
        let answered = Answered(
            status: Int(response.head.status.code), headers: Dictionary(pairs, uniquingKeysWith: { _, last in last }),
            body: Data((response.body ?? ByteBuffer()).readableBytesView))
        #expect(try Contract.faults(method, path, answered) == [])
        return answered
    }

    /// Sends `text` unchanged and reads until the server closes the connection.
    func exchange(_ text: String) async throws -> String { try await exchange(Array(text.utf8)) }

    func exchange(_ bytes: [UInt8]) async throws -> String {
        let port = try #require(URL(string: url)?.port)
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(bytes: bytes))
            var reply = ""
            for try await part in inbound { reply += String(buffer: part) }
            return reply
        }
    }

    func send(_ method: String, _ path: String, key: Secret?, json: some Encodable, headers: [String: String] = [:])
        async throws -> Answered
    {
        try await send(method, path, key: key, body: CanonicalJSON.text(json), headers: headers)
    }
}

/// A paired device: its signing key and its API key.
struct TestDevice: Sendable {
    let id: DeviceID
    let key: Secret
    let signing: P256.Signing.PrivateKey

    static func registration(code: String?, token: String, key: P256.Signing.PrivateKey, name: String = "iPhone") throws
        -> DeviceRegistration
    {
        DeviceRegistration(
            pairingCode: code, name: name, platform: .ios, token: try #require(DeviceToken(token)),
            environment: .sandbox, app: "com.example.app",
            publicKey: Base64.encode(key.publicKey.x963Representation))
    }

    /// - Parameter isConfirmed: `true` to make further devices of the user trusted at once.
    static func pair(
        with server: TestServer, user: UserID? = nil, token: String = "00112233", name: String = "iPhone",
        isConfirmed: Bool = true
    ) async throws -> TestDevice {
        let pairing: Pairing = try await server.send(
            "POST", "/v1/pairings", key: server.admin, json: PairingRequest(userID: user)
        ).decode()
        let signing = P256.Signing.PrivateKey()
        let answered = try await server.send(
            "POST", "/v1/devices/register", key: nil,
            json: registration(code: pairing.code, token: token, key: signing, name: name))
        #expect(answered.status == 201)
        let registered: RegisteredDevice = try answered.decode()
        if isConfirmed { try await confirm(registered.device.id, on: server) }
        return TestDevice(id: registered.device.id, key: try #require(registered.key), signing: signing)
    }

    /// Makes a waiting device trusted without a signature, for tests about other features.
    private static func confirm(_ id: DeviceID, on server: TestServer) async throws {
        let store = server.storeInUse
        guard let ask = try await store.device(id)?.enrolmentAsk,
            let digest = try await store.ask(ask)?.request.inputDigest
        else { return }
        let answer = SignedAnswer(answer: .approve, deviceID: id, deviceName: "a test", signature: "none")
        _ = try await store.transition(ask, .answered(answer, inputDigest: digest), at: server.time.now)
    }

    /// - Parameter inputDigest: the digest of the input that the person saw; by default the ask's.
    func answer(_ answer: Answer, to ask: Ask, inputDigest: String? = nil) throws -> AnswerRequest {
        let digest = inputDigest ?? ask.request.inputDigest
        let statement = AnswerStatement(
            askID: ask.id, inputDigest: digest, deadline: ask.deadline, deviceID: id, answer: answer)
        let signature = try signing.signature(for: Data(statement.text.utf8))
        return AnswerRequest(
            answer: answer, inputDigest: digest, signature: Base64.encode(signature.rawRepresentation))
    }
}

extension AskRequest {
    static func sample(
        input: String = #"{"command":"npm test"}"#, questions: [Question] = [], rules: [PermissionRule] = [],
        expiresIn: Int = 120,
        hold: Int = 0
    ) -> AskRequest {
        AskRequest(
            content: .init(
                title: "Claude wants to run Bash", body: "npm test", toolName: "Bash", input: input,
                inputDigest: Hex.encode(SHA256.hash(data: Data(input.utf8))), questions: questions, rules: rules),
            sessionID: "session-1", expiresIn: expiresIn, hold: hold)
    }
}
