import BellhopModel
import NIOCore
import Testing

@testable import BellhopSimulators

/// A change to a request about channels that is in order, and what comes of it.
struct ChannelCheckCase: Sendable, CustomTestStringConvertible {
    enum Kind: Sendable { case publish, create, read, list }

    var testDescription: String
    var kind: Kind
    /// Both `nil` when the request stays in order.
    var rule: String?
    var refusal: APNsRefusal?
    var change: @Sendable (inout ChannelSample) -> Void

    static func breaks(
        _ kind: Kind, _ rule: String, _ refusal: APNsRefusal, _ name: String,
        _ change: @escaping @Sendable (inout ChannelSample) -> Void
    ) -> Self {
        Self(testDescription: "\(kind): \(name)", kind: kind, rule: rule, refusal: refusal, change: change)
    }

    static func keeps(
        _ kind: Kind, _ name: String, _ change: @escaping @Sendable (inout ChannelSample) -> Void = { _ in }
    ) -> Self { Self(testDescription: "\(kind): \(name)", kind: kind, change: change) }

    var inspection: APNsInspection {
        var sample = ChannelSample(kind)
        change(&sample)
        return sample.inspection
    }
}

/// A request about a channel that stores, in order.
struct ChannelSample: Sendable {
    var base = InspectionSample()
    var channel = ChannelStanding(storage: .latest, count: 1)

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
    .breaks(.publish, "the method is one of the path's", .methodNotAllowed, "GET") { $0.base.request.method = "GET" },
    .breaks(.create, "the method is one of the path's", .methodNotAllowed, "PUT") { $0.base.request.method = "PUT" },
    .breaks(.list, "the method is one of the path's", .methodNotAllowed, "DELETE") {
        $0.base.request.method = "DELETE"
    },
    .breaks(.publish, "no field comes twice", .duplicateHeaders, "two channels") {
        $0.base.request.repeatedField = "apns-channel-id"
    },
    .breaks(.publish, "there is a provider token", .missingProviderToken, "no token") { $0.base.credential = .missing },
    .breaks(.publish, "a known key of the team signed it", .invalidProviderToken, "a bad token") {
        $0.base.credential = .invalid
    },
    .breaks(.list, "it was issued within the hour", .expiredProviderToken, "too old") {
        $0.base.issued(.seconds(3601))
    },
    .breaks(.list, "its key is for this environment", .badEnvironmentKeyID, "a key for production") {
        $0.base.key(environments: [.production])
    },
    .breaks(.list, "its key is related to the connection's first", .unrelatedKeyID, "another team's key") {
        $0.base.pushed(.zero)
        $0.base.key(team: "OTHERTEAM1")
    },
    .breaks(.list, "it changes at most every 20 minutes", .tooManyProviderTokenUpdates, "after 19 minutes") {
        $0.base.pushed(.seconds(19 * 60))
    },
    .breaks(.create, "the key is for the app", .topicMismatch, "a key for another app") {
        $0.base.key(topics: ["com.example.other"])
    },
    .breaks(.create, "broadcasts are turned on for the app", .featureNotEnabled, "turned off") {
        $0.channel.isEnabled = false
    },
    .breaks(.publish, "apns-request-id is a UUID", .badMessageID, "a number") {
        $0.base.request.headers.requestID = "42"
    },
    .breaks(.publish, "no topic is named, and the app has no suffix", .topicDisallowed, "a topic") {
        $0.base.request.headers.topic = "com.example.app"
    },
    .breaks(.publish, "no topic is named, and the app has no suffix", .topicDisallowed, "a suffix") {
        $0.base.request.path += ".push-type.liveactivity"
    },
    .breaks(.publish, "apns-push-type is present", .missingPushType, "no push type") {
        $0.base.request.headers.pushType = nil
    },
    .breaks(.publish, "apns-push-type is liveactivity", .invalidPushType, "an alert") {
        $0.base.request.headers.pushType = "alert"
    },
    .breaks(.publish, "apns-channel-id is present", .missingChannelID, "no channel") {
        $0.base.request.headers.channelID = nil
    },
    .breaks(.read, "apns-channel-id is present", .missingChannelID, "an empty channel") {
        $0.base.request.headers.channelID = ""
    },
    .breaks(.read, "apns-channel-id is Base64", .badChannelID, "a sentence") {
        $0.base.request.headers.channelID = "not a channel"
    },
    .breaks(.read, "the app has the channel", .channelNotRegistered, "another's") { $0.channel.storage = nil },
    .breaks(.publish, "apns-priority is 1, 5 or 10", .badPriority, "priority 7") {
        $0.base.request.headers.priority = "7"
    },
    .breaks(.publish, expiration, .badExpirationDate, "a word") { $0.base.request.headers.expiration = "tomorrow" },
    .breaks(.publish, expiration, .badExpirationDate, "a moment, where nothing is stored") {
        $0.channel.storage = .nothing
        $0.base.request.headers.expiration = "1800003600"
    },
    .breaks(.publish, "there is a payload", .payloadEmpty, "no payload") { $0.base.payload("") },
    .breaks(.publish, "it has at most 5120 bytes", .payloadTooLarge, "5121 bytes") { $0.base.payload(size: 5121) },
    .breaks(.publish, form, .badRequestPayload, "not JSON") { $0.base.payload("{aps}") },
    .breaks(.publish, form, .badRequestPayload, "an alert alone") { $0.base.payload(#"{"aps":{"alert":"x"}}"#) },
    .breaks(.publish, form, .badRequestPayload, "a start") {
        $0.base.payload(#"{"aps":{"event":"start","content-state":{}}}"#)
    },
    .breaks(.create, "a new channel says what it stores", .badRequestPayload, "policy 2") {
        $0.base.payload(#"{"message-storage-policy":2,"push-type":"LiveActivity"}"#)
    },
    .breaks(.create, "a new channel says what it stores", .badRequestPayload, "no body") { $0.base.payload("") },
    .breaks(.create, "a new channel has a push type", .missingPushType, "no push type") {
        $0.base.payload(#"{"message-storage-policy":0}"#)
    },
    .breaks(.create, "a new channel is for Live Activities", .invalidPushType, "spelled as in the field") {
        $0.base.payload(#"{"message-storage-policy":0,"push-type":"liveactivity"}"#)
    },
    .breaks(.create, "the app has room for another channel", .cannotCreateChannel, "as many as it may have") {
        $0.channel.count = $0.channel.limit
    },
]

private let kept: [ChannelCheckCase] = [
    .keeps(.publish, "as it is"), .keeps(.create, "as it is"), .keeps(.read, "as it is"), .keeps(.list, "as it is"),
    .keeps(.read, "deleting") { $0.base.request.method = "DELETE" },
    .keeps(.publish, "a moment, where the latest is stored") { $0.base.request.headers.expiration = "1800003600" },
    .keeps(.publish, "one attempt, where nothing is stored") { $0.channel.storage = .nothing },
    .keeps(.publish, "the end") { $0.base.payload(#"{"aps":{"event":"end","content-state":{}}}"#) },
    .keeps(.publish, "a key for the app") { $0.base.key(topics: ["com.example.app"]) },
    .keeps(.create, "one less than it may have") { $0.channel.count = $0.channel.limit - 1 },
]

@Suite("The checks of APNs about channels")
struct ChannelCheckTests {
    @Test("A request that breaks a rule is refused with the rule's reason", arguments: broken)
    func refuses(_ sample: ChannelCheckCase) {
        let inspection = sample.inspection
        let rules = APNsCheck.rules(for: inspection.request.channelTarget)
        #expect(rules.first { $0.refusal(inspection) != nil }?.rule == sample.rule)
        #expect(APNsVerdict(inspection).refusal == sample.refusal)
    }

    @Test("A request in order passes every check", arguments: kept)
    func accepts(_ sample: ChannelCheckCase) {
        let verdict = APNsVerdict(sample.inspection)
        #expect(verdict.refusal == nil)
        #expect(verdict.isAuthenticated)
    }

    @Test("Every rule has a case that breaks it, and stands in the order of its stage")
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
