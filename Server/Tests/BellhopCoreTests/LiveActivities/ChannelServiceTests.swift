import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Channels", .timeLimit(.minutes(10)))
struct ChannelsTests {
    private static let app = "com.example.app"
    private let time = ManualTime()
    private let updater = InMemoryChannelGateway()
    private var channels: ChannelService { ChannelService(gateway: updater, time: time) }

    private static func request(
        _ event: BroadcastRequest.Event = .update, state: [String: JSONValue] = ["home": 2],
        alert: BroadcastRequest.Alert? = nil, staleIn: Int? = nil, dismissIn: Int? = nil,
        priority: BroadcastRequest.Priority? = nil, expiresIn: Int? = nil, app: String = app
    ) -> BroadcastRequest {
        BroadcastRequest(
            app: app, environment: .sandbox, event: event, contentState: state, alert: alert, staleIn: staleIn,
            dismissIn: dismissIn, priority: priority, expiresIn: expiresIn)
    }

    private func make(_ storage: ChannelStorage = .latest) async throws -> BroadcastChannel {
        try await channels.create(
            ChannelRequest(app: Self.app, environment: .sandbox, storage: storage), by: .admin())
    }

    @Test("A channel is created, read, listed only in its environment, and gone after deletion")
    func life() async throws {
        let made = try await make()
        #expect(made.storage == .latest)
        let read = try await channels.channel(made.id, of: Self.app, in: .sandbox, for: .admin())
        #expect(read == made)
        let listed = try await channels.list(of: Self.app, in: .sandbox, for: .admin())
        #expect(listed == [BroadcastChannel(id: made.id, app: Self.app, environment: .sandbox)])
        let elsewhere = try await channels.list(of: Self.app, in: .production, for: .admin())
        #expect(elsewhere == [])
        try await channels.delete(made.id, of: Self.app, in: .sandbox, by: .admin())
        await expectRefusal(.notFound) {
            try await channels.channel(made.id, of: Self.app, in: .sandbox, for: .admin())
        }
        await expectRefusal(.notFound) { try await channels.delete(made.id, of: Self.app, in: .sandbox, by: .admin()) }
        await expectRefusal(.notFound) { try await channels.publish(Self.request(), to: made.id, by: .admin()) }
    }

    @Test("An update becomes a payload that a Live Activity understands")
    func update() async throws {
        let id = try await make().id
        let published = try await channels.publish(
            Self.request(
                alert: .init(title: "Goal!", body: "2 : 1"), staleIn: 300, priority: .considerate, expiresIn: 3600),
            to: id, by: .admin())
        let sent = try #require(updater.published.first)
        #expect(published == PublishedBroadcast(id: sent.id, channelID: id, publishedAt: time.now))
        let now = time.now.seconds
        #expect(
            String(decoding: sent.payload, as: UTF8.self)
                == #"{"aps":{"alert":{"body":"2 : 1","sound":"default","title":"Goal!"},"content-state":{"home":2},"#
                + #""event":"update","stale-date":\#(now + 300),"timestamp":\#(now)}}"#)
        #expect(sent.urgency == .considerate)
        #expect(sent.expiration == time.now + .seconds(3600))
    }

    @Test("An end may set a dismissal date; by default it expires at once and is not stored")
    func end() async throws {
        let id = try await make().id
        _ = try await channels.publish(Self.request(.end, dismissIn: 0), to: id, by: .admin())
        let sent = try #require(updater.published.first)
        let now = time.now.seconds
        #expect(
            String(decoding: sent.payload, as: UTF8.self)
                == #"{"aps":{"content-state":{"home":2},"dismissal-date":\#(now),"event":"end","timestamp":\#(now)}}"#)
        #expect(sent.urgency == .immediate)
        #expect(sent.expiration == nil)
    }

    private static let outOfOrder: [(String, BroadcastRequest)] = [
        ("stale_in", request(.end, staleIn: 60)), ("dismiss_in", request(dismissIn: 60)),
        ("content_state", request(state: ["text": .string(String(repeating: "x", count: 5120))])),
    ]

    @Test(
        "A broadcast with contradicting fields is rejected with the field, and nothing is published",
        arguments: outOfOrder)
    func badInput(field: String, request: BroadcastRequest) async throws {
        let id = try await make().id
        let error = await #expect(throws: APIError.self) {
            try await channels.publish(request, to: id, by: .admin())
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.hasPrefix("\(field): ") == true)
        #expect(updater.published == [])
    }

    @Test("A payload of exactly 5120 bytes is published")
    func largest() async throws {
        let id = try await make().id
        _ = try await channels.publish(Self.request(state: ["text": ""]), to: id, by: .admin())
        let frame = try #require(updater.published.first).payload.count
        let text = String(repeating: "x", count: 5120 - frame)
        _ = try await channels.publish(Self.request(state: ["text": .string(text)]), to: id, by: .admin())
        #expect(updater.published.last?.payload.count == 5120)
        await expectRefusal(.invalidRequest) {
            try await channels.publish(Self.request(state: ["text": .string(text + "x")]), to: id, by: .admin())
        }
    }

    @Test("Only an admin may use channels")
    func roles() async throws {
        let id = try await make().id
        for key in [KeyRecord.agent(), TestPhone().key] {
            await expectRefusal(.forbidden) {
                try await channels.create(
                    ChannelRequest(app: Self.app, environment: .sandbox, storage: .nothing), by: key)
            }
            await expectRefusal(.forbidden) { try await channels.list(of: Self.app, in: .sandbox, for: key) }
            await expectRefusal(.forbidden) { try await channels.channel(id, of: Self.app, in: .sandbox, for: key) }
            await expectRefusal(.forbidden) { try await channels.delete(id, of: Self.app, in: .sandbox, by: key) }
            await expectRefusal(.forbidden) { try await channels.publish(Self.request(), to: id, by: key) }
        }
    }

    private static let moods: [(InMemoryChannelGateway.Failure?, APIErrorCode, String)] = [
        (
            .rejecting(Rejection(reason: Reason(rawValue: "FeatureNotEnabled"), cause: .pushInvalid)),
            .gatewayRefused, "the request: FeatureNotEnabled"
        ),
        (
            .rejecting(Rejection(reason: Reason(rawValue: "TopicMismatch"), cause: .credentialInvalid)),
            .gatewayRefused, "the server's key for it: TopicMismatch"
        ),
        (
            .rejecting(Rejection(reason: .noCredential, cause: .credentialInvalid)), .gatewayRefused,
            "No APNs key is configured for this app"
        ),
        (.deferring(Deferral(reason: .unreachable)), .gatewayUnavailable, "Unreachable"),
        (.baffling(UnknownResponse(status: 302, body: "")), .gatewayRefused, "status 302"),
        (nil, .gatewayRefused, "--apns-key"),
    ]

    @Test("Each gateway response becomes an error that says what to do", arguments: moods)
    func answers(mood: InMemoryChannelGateway.Failure?, code: APIErrorCode, words: String) async {
        let channels = ChannelService(gateway: mood.map { InMemoryChannelGateway($0) }, time: time)
        let error = await #expect(throws: APIError.self) {
            try await channels.list(of: Self.app, in: .sandbox, for: .admin())
        }
        #expect(error?.code == code)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
}
