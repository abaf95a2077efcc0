import BellhopAPNs
import BellhopCore
import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopTestSupport
import Metrics
import Testing

/// The channel use case and gateway over HTTP/2 and TLS with a simulated APNs.
struct ChannelBench: Sendable {
    static let app = "com.example.app"

    let time = ManualTime()
    let apns: APNsSimulator
    let gateway: APNsGateway
    var channels: ChannelService { ChannelService(gateway: gateway, time: time) }

    static func run(
        topics: Set<String>? = nil, _ change: (inout APNsSimulatorConfiguration) -> Void = { _ in },
        _ body: (ChannelBench) async throws -> Void
    ) async throws {
        let bench = try await ChannelBench(topics: topics, change)
        try await attempt {
            try await body(bench)
        } finally: {
            await bench.gateway.shutDown()
            await bench.apns.stop()
        }
    }

    private init(topics: Set<String>?, _ change: (inout APNsSimulatorConfiguration) -> Void) async throws {
        let (time, credential) = (time, SimulatedCredential(topics: topics))
        var simulated = APNsSimulatorConfiguration(keys: [credential.providerKey])
        change(&simulated)
        apns = try APNsSimulator(simulated) { time.now }
        try await apns.start()
        var configuration = APNsConfiguration()
        configuration.requestDeadline = .seconds(50)
        configuration.trustRoots = .pem(apns.certificates.authorityPEM)
        configuration.setEverything(to: APNsEndpoint(host: "127.0.0.1", port: try #require(apns.port)))
        gateway = try APNsGateway(
            credentials: [credential.forGateway()], configuration: configuration, clock: { time.now },
            logger: .silent, metrics: NOOPMetricsHandler.instance)
    }

    func make(_ storage: ChannelStorage) async throws -> BroadcastChannel {
        try await channels.create(
            ChannelRequest(app: Self.app, environment: .sandbox, storage: storage), by: .admin())
    }

    func publish(_ state: [String: JSONValue], to id: ChannelID, expiresIn: Int? = nil) async throws {
        _ = try await channels.publish(
            BroadcastRequest(
                app: Self.app, environment: .sandbox, event: .update, contentState: state, expiresIn: expiresIn),
            to: id, by: .admin())
    }

    func listed() async throws -> [ChannelID] {
        try await channels.list(of: Self.app, in: .sandbox, for: .admin()).map(\.id)
    }

    func broadcast(to channel: ChannelID, expiration: Timestamp? = nil) -> BroadcastPush {
        BroadcastPush(
            id: .make(at: time.now), channel: channel, environment: .sandbox, app: Self.app,
            payload: Array(#"{"aps":{"content-state":{},"event":"update"}}"#.utf8), expiration: expiration)
    }
}

@Suite("Broadcast channels end to end", .timeLimit(.minutes(10)))
struct ChannelJourneyTests {
    @Test("A channel is created, published to, received by every follower, listed and deleted")
    func journey() async throws {
        try await ChannelBench.run { bench in
            let channel = try await bench.make(.nothing)
            let other = try await bench.make(.latest)
            let followers = [bench.apns.follow(channel.id), bench.apns.follow(channel.id)]
            try await bench.publish(["home": 1], to: channel.id)
            try await bench.publish(["home": 2], to: channel.id)
            #expect(try await bench.listed() == [channel.id, other.id])
            let read = try await bench.channels.channel(
                other.id, of: ChannelBench.app, in: .sandbox, for: .admin())
            #expect(read == other)
            try await bench.channels.delete(channel.id, of: ChannelBench.app, in: .sandbox, by: .admin())
            #expect(try await bench.listed() == [other.id])
            for follower in followers {
                let states = await follower.reduce(into: []) { states, broadcast in
                    states.append(
                        try? CanonicalJSON.decode(JSONValue.self, from: broadcast.payload)["aps"]?["content-state"])
                }
                #expect(states == [["home": 1], ["home": 2]])
            }
            #expect(bench.apns.broadcasts.map(\.result) == [.accepted, .accepted])
            #expect(bench.apns.broadcasts.map(\.headers.expiration) == ["0", "0"])
        }
    }

    @Test("A later follower receives the latest stored update")
    func storing() async throws {
        try await ChannelBench.run { bench in
            let channel = try await bench.make(.latest)
            try await bench.publish(["home": 1], to: channel.id, expiresIn: 600)
            try await bench.publish(["home": 2], to: channel.id, expiresIn: 600)
            let seen = await bench.apns.follow(channel.id).first { _ in true }
            let json = try seen.map { try CanonicalJSON.decode(JSONValue.self, from: $0.payload) }
            #expect(json?["aps"]?["content-state"] == ["home": 2])
        }
    }

    @Test("A list of many channels is complete")
    func many() async throws {
        try await ChannelBench.run { bench in
            var made: [ChannelID] = []
            for _ in 0..<300 { made.append(try await bench.make(.nothing).id) }
            #expect(try await bench.listed() == made)
        }
    }

    @Test("A channel without storage rejects an expiration")
    func expiration() async throws {
        try await ChannelBench.run { bench in
            let channel = try await bench.make(.nothing)
            let error = await #expect(throws: APIError.self) {
                try await bench.publish(["home": 1], to: channel.id, expiresIn: 600)
            }
            #expect(error?.code == .gatewayRefused)
            #expect(error?.message.contains("BadExpirationDate") == true)
        }
    }

    @Test("Rejections by APNs are returned as values")
    func refusals() async throws {
        let none: ChannelID = "dHN0LXNyY2gtY2hubA=="
        try await ChannelBench.run { bench in
            let unknown = Reason(rawValue: "ChannelNotRegistered")
            let published = try await bench.gateway.publish(bench.broadcast(to: none))
            #expect(published == .unknownChannel(unknown))
            let read = try await bench.gateway.storage(of: none, of: ChannelBench.app, in: .sandbox)
            #expect(read == .unknownChannel(unknown))
            let deleted = try await bench.gateway.deleteChannel(none, of: ChannelBench.app, in: .sandbox)
            guard case .unknownChannel(unknown) = deleted else {
                Issue.record("\(deleted)")
                return
            }
        }
        func made(_ bench: ChannelBench) async throws -> ChannelResponse<ChannelID> {
            try await bench.gateway.createChannel(of: ChannelBench.app, in: .sandbox, storage: .nothing)
        }
        try await ChannelBench.run {
            $0.channelLimit = 1
        } _: { bench in
            _ = try await made(bench)
            let second = try await made(bench)
            #expect(second == .rejected("CannotCreateChannelConfig", .pushInvalid))
        }
        try await ChannelBench.run {
            $0.appsWithoutBroadcasts = [ChannelBench.app]
        } _: { bench in
            let answer = try await made(bench)
            #expect(answer == .rejected("FeatureNotEnabled", .pushInvalid))
        }
        try await ChannelBench.run(topics: ["com.example.other"]) { bench in
            let answer = try await made(bench)
            #expect(answer == .rejected("TopicMismatch", .credentialInvalid))
        }
    }

    @Test("Temporary errors of APNs are deferred, and the next request succeeds")
    func deferral() async throws {
        try await ChannelBench.run { bench in
            let channel = try await bench.make(.nothing)
            for refusal in [APNsRefusal.internalServerError, .serviceUnavailable(), .tooManyRequests] {
                bench.apns.script(.refuse(refusal))
                let answer = try await bench.gateway.publish(bench.broadcast(to: channel.id))
                guard case .deferred(let deferral) = answer else {
                    Issue.record("\(answer)")
                    return
                }
                #expect(deferral.reason.rawValue == refusal.reason)
                let next = try await bench.gateway.publish(bench.broadcast(to: channel.id))
                #expect(next == .done(AcceptedPush()))
            }
        }
    }

    @Test("Without a key for the app no request is sent")
    func noCredential() async throws {
        try await ChannelBench.run { bench in
            let gateway = try APNsGateway(
                credentials: [], logger: .silent, metrics: NOOPMetricsHandler.instance)
            let answer = try await gateway.channels(of: ChannelBench.app, in: .sandbox)
            #expect(answer == .rejected("NoCredential", .credentialInvalid))
            let published = try await gateway.publish(bench.broadcast(to: "dHN0"))
            #expect(published == .rejected("NoCredential", .credentialInvalid))
            await gateway.shutDown()
        }
    }
}

extension ChannelResponse {
    fileprivate static func rejected(_ reason: String, _ consequence: Rejection.Cause) -> Self {
        .rejected(Rejection(reason: Reason(rawValue: reason), cause: consequence))
    }
}
