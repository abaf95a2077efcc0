import BellhopModel
import NIOCore
import Testing

@testable import BellhopSimulators

/// A change to a valid request about channels, with the expected result.
struct ChannelCheckCase: Sendable, CustomTestStringConvertible {
    enum Kind: Sendable { case publish, create, read, list }

    var testDescription: String
    var kind: Kind
    /// Both are `nil` when the request remains valid.
    var rule: String?
    var refusal: APNsRefusal?
    var change: @Sendable (inout ChannelSample) -> Void

    static func violates(
        _ kind: Kind, _ rule: String, _ refusal: APNsRefusal, _ name: String,
        _ change: @escaping @Sendable (inout ChannelSample) -> Void
    ) -> Self {
        Self(testDescription: "\(kind): \(name)", kind: kind, rule: rule, refusal: refusal, change: change)
    }

    static func complies(
        _ kind: Kind, _ name: String, _ change: @escaping @Sendable (inout ChannelSample) -> Void = { _ in }
    ) -> Self { Self(testDescription: "\(kind): \(name)", kind: kind, change: change) }

    var inspection: APNsInspection {
        var sample = ChannelSample(kind)
        change(&sample)
        return sample.inspection
    }
}

/// A valid request about a channel with storage.
struct ChannelSample: Sendable {
    var base = InspectionSample()
    var channel = ChannelLookup(storage: .latest, count: 1)

    init(_ kind: ChannelCheckCase.Kind) {
        base.request.headers = PushHeaders(channelID: "dHN0LXNyY2gtY2hubA==")
        base.request.payload = ByteBuffer()
        switch kind {
        case .publish:
            base.request.path = "/4/broadcasts/apps/com.example.app"
            base.request.headers.pushType = "liveactivity"
            base.request.headers.expiration = "0"
            base.payload(#"{"aps":{"event":"update","content-state":{},"timestamp":1800000000}}"#)
        case .create:
            base.request.path = "/1/apps/com.example.app/channels"
            base.request.headers.channelID = nil
            base.payload(#"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
        case .read:
            base.request.path = "/1/apps/com.example.app/channels"
            base.request.method = "GET"
        case .list:
            base.request.path = "/1/apps/com.example.app/all-channels"
            base.request.method = "GET"
            base.request.headers.channelID = nil
        }
    }

    var inspection: APNsInspection {
        var inspection = base.inspection
        inspection.channel = channel
        return inspection
    }
}

private let expiration = "apns-expiration is a count of seconds, 0 without storage"
private let form = "it updates or ends a Live Activity"

private let broken: [ChannelCheckCase] = [
    .violates(.publish, "the method is one of the path's", .methodNotAllowed, "GET") { $0.base.request.method = "GET" },
    .violates(.create, "the method is one of the path's", .methodNotAllowed, "PUT") { $0.base.request.method = "PUT" },
    .violates(.list, "the method is one of the path's", .methodNotAllowed, "DELETE") {
        $0.base.request.method = "DELETE"
    },
    .violates(.publish, "no field is repeated", .duplicateHeaders, "two channels") {
        $0.base.request.repeatedField = "apns-channel-id"
    },
    .violates(.publish, "there is a provider token", .missingProviderToken, "no token") {
        $0.base.credential = .missing
    },
    .violates(.publish, "a known key of the team signed it", .invalidProviderToken, "a bad token") {
        $0.base.credential = .invalid
    },
    .violates(.list, "it was issued within the hour", .expiredProviderToken, "too old") {
        $0.base.issued(.seconds(3601))
    },
    .violates(.list, "its key is for this environment", .badEnvironmentKeyID, "a key for production") {
        $0.base.key(environments: [.production])
    },
    .violates(.list, "its key is related to the connection's first", .unrelatedKeyID, "another team's key") {
        $0.base.pushed(.zero)
        $0.base.key(team: "OTHERTEAM1")
    },
    .violates(.list, "it is updated at most every 20 minutes", .tooManyProviderTokenUpdates, "after 19 minutes") {
        $0.base.pushed(.seconds(19 * 60))
    },
    .violates(.create, "the key is for the app", .topicMismatch, "a key for another app") {
        $0.base.key(topics: ["com.example.other"])
    },
    .violates(.create, "broadcasts are enabled for the app", .featureNotEnabled, "turned off") {
        $0.channel.isEnabled = false
    },
    .violates(.publish, "apns-request-id is a UUID", .badMessageID, "a number") {
        $0.base.request.headers.requestID = "42"
    },
    .violates(.publish, "no topic is named, and the app has no suffix", .topicDisallowed, "a topic") {
        $0.base.request.headers.topic = "com.example.app"
    },
    .violates(.publish, "no topic is named, and the app has no suffix", .topicDisallowed, "a suffix") {
        $0.base.request.path += ".push-type.liveactivity"
    },
    .violates(.publish, "apns-push-type is present", .missingPushType, "no push type") {
        $0.base.request.headers.pushType = nil
    },
    .violates(.publish, "apns-push-type is liveactivity", .invalidPushType, "an alert") {
        $0.base.request.headers.pushType = "alert"
    },
    .violates(.publish, "apns-channel-id is present", .missingChannelID, "no channel") {
        $0.base.request.headers.channelID = nil
    },
    .violates(.read, "apns-channel-id is present", .missingChannelID, "an empty channel") {
        $0.base.request.headers.channelID = ""
    },
    .violates(.read, "apns-channel-id is Base64", .badChannelID, "a sentence") {
        $0.base.request.headers.channelID = "not a channel"
    },
    .violates(.read, "the app has the channel", .channelNotRegistered, "another's") { $0.channel.storage = nil },
    .violates(.publish, "apns-priority is 1, 5 or 10", .badPriority, "priority 7") {
        $0.base.request.headers.priority = "7"
    },
    .violates(.publish, expiration, .badExpirationDate, "a word") { $0.base.request.headers.expiration = "tomorrow" },
    .violates(.publish, expiration, .badExpirationDate, "a moment, where nothing is stored") {
        $0.channel.storage = .nothing
        $0.base.request.headers.expiration = "1800003600"
    },
    .violates(.publish, "there is a payload", .payloadEmpty, "no payload") { $0.base.payload("") },
    .violates(.publish, "it has at most 5120 bytes", .payloadTooLarge, "5121 bytes") { $0.base.payload(size: 5121) },
    .violates(.publish, form, .badRequestPayload, "not JSON") { $0.base.payload("{aps}") },
    .violates(.publish, form, .badRequestPayload, "an alert alone") { $0.base.payload(#"{"aps":{"alert":"x"}}"#) },
    .violates(.publish, form, .badRequestPayload, "a start") {
        $0.base.payload(#"{"aps":{"event":"start","content-state":{}}}"#)
    },
    .violates(.create, "a new channel has a storage policy", .badRequestPayload, "policy 2") {
        $0.base.payload(#"{"message-storage-policy":2,"push-type":"LiveActivity"}"#)
    },
    .violates(.create, "a new channel has a storage policy", .badRequestPayload, "no body") { $0.base.payload("") },
    .violates(.create, "a new channel has a push type", .missingPushType, "no push type") {
        $0.base.payload(#"{"message-storage-policy":0}"#)
    },
    .violates(.create, "a new channel is for Live Activities", .invalidPushType, "spelled as in the field") {
        $0.base.payload(#"{"message-storage-policy":0,"push-type":"liveactivity"}"#)
    },
    .violates(.create, "the app has room for another channel", .cannotCreateChannel, "as many as it may have") {
        $0.channel.count = $0.channel.limit
    },
]

private let kept: [ChannelCheckCase] = [
    .complies(.publish, "unchanged"), .complies(.create, "unchanged"), .complies(.read, "unchanged"),
    .complies(.list, "unchanged"),
    .complies(.read, "deleting") { $0.base.request.method = "DELETE" },
    .complies(.publish, "an expiration, in a channel with storage") {
        $0.base.request.headers.expiration = "1800003600"
    },
    .complies(.publish, "one attempt, in a channel without storage") { $0.channel.storage = .nothing },
    .complies(.publish, "the end") { $0.base.payload(#"{"aps":{"event":"end","content-state":{}}}"#) },
    .complies(.publish, "a key for the app") { $0.base.key(topics: ["com.example.app"]) },
    .complies(.create, "one below the limit") { $0.channel.count = $0.channel.limit - 1 },
]

@Suite("The checks of APNs about channels")
struct ChannelCheckTests {
    @Test("A channel request that violates a rule is refused with the rule's reason", arguments: broken)
    func refuses(_ sample: ChannelCheckCase) {
        let inspection = sample.inspection
        let rules = APNsCheck.rules(for: inspection.request.channelTarget)
        #expect(rules.first { $0.refusal(inspection) != nil }?.rule == sample.rule)
        #expect(APNsCheckResult(inspection).refusal == sample.refusal)
    }

    @Test("A valid request passes every check", arguments: kept)
    func accepts(_ sample: ChannelCheckCase) {
        let result = APNsCheckResult(sample.inspection)
        #expect(result.refusal == nil)
        #expect(result.isAuthenticated)
    }

    @Test("Every rule has a case that violates it, and the rules are sorted by stage")
    func everyRuleIsTested() {
        #expect(Set(broken.compactMap(\.rule)) == Set((APNsCheck.broadcasts + APNsCheck.channels).map(\.rule)))
        for rules in [APNsCheck.broadcasts, APNsCheck.channels] {
            #expect(rules.map(\.stage) == rules.map(\.stage).sorted())
        }
    }

    @Test(
        "A path belongs to one service",
        arguments: [
            ("/4/broadcasts/apps/a.b", ChannelTarget.broadcast(app: "a.b")),
            ("/1/apps/a.b/channels", .channels(app: "a.b")),
            ("/1/apps/a.b/all-channels", .allChannels(app: "a.b")), ("/3/device/00", nil), ("/1/apps//channels", nil),
            ("/4/broadcasts/apps/", nil), ("/4/broadcasts/apps/a/b", nil), ("/1/apps/a.b/some-channels", nil),
            ("/", nil),
            ("", nil),
        ])
    func targets(path: String, target: ChannelTarget?) {
        #expect(ChannelTarget(path: path) == target)
    }
}

@Suite("The stored broadcast of a channel")
struct FollowedChannelTests {
    private static let now = Timestamp(seconds: 1_800_000_000)

    private func broadcast(_ number: Int, expires: Int64) -> DeliveredBroadcast {
        DeliveredBroadcast(
            channel: "dHN0", app: "com.example.app", headers: PushHeaders(expiration: String(expires)),
            payload: Array("\(number)".utf8), receivedAt: Self.now)
    }

    /// The broadcasts for a device that subscribes after `pause`.
    private func seen(
        _ storage: ChannelStorage, after pause: Duration, _ broadcasts: [DeliveredBroadcast]
    ) async -> [String] {
        var channel = SimulatedChannel(id: "dHN0", app: "com.example.app", storage: storage)
        for broadcast in broadcasts { channel.publish(broadcast, now: Self.now) }
        let (stream, subscriber) = SimulatedChannel.Stream.makeStream()
        channel.attach(subscriber, now: Self.now + pause)
        for subscriber in channel.detach() { subscriber.finish() }
        return await stream.reduce(into: []) { $0.append(String(decoding: $1.payload, as: UTF8.self)) }
    }

    @Test("A channel with storage stores the latest broadcast until it expires, at most for eight hours")
    func storing() async {
        let (soon, late) = (Self.now.seconds + 60, Self.now.seconds + 86_400)
        let two = [broadcast(1, expires: soon), broadcast(2, expires: soon)]
        #expect(await seen(.latest, after: .seconds(59), two) == ["2"])
        #expect(await seen(.latest, after: .seconds(60), two) == [])
        #expect(await seen(.latest, after: .seconds(28_799), [broadcast(1, expires: late)]) == ["1"])
        #expect(await seen(.latest, after: .seconds(28_800), [broadcast(1, expires: late)]) == [])
    }

    @Test("A broadcast for one attempt is not stored, nor any in a channel without storage")
    func notStoring() async {
        #expect(await seen(.latest, after: .zero, [broadcast(1, expires: 0)]) == [])
        #expect(await seen(.nothing, after: .zero, [broadcast(1, expires: Self.now.seconds + 60)]) == [])
    }
}
