import BellhopModel
import NIOCore
import Testing

@testable import BellhopSimulators

/// A change to a valid request, with the expected result.
struct CheckCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The violated rule and the refusal; both `nil` when the request remains valid.
    var rule: String?
    var refusal: APNsRefusal?
    var change: @Sendable (inout InspectionSample) -> Void

    static func violates(
        _ rule: String, _ refusal: APNsRefusal, _ name: String,
        _ change: @escaping @Sendable (inout InspectionSample) -> Void
    ) -> Self {
        Self(testDescription: name, rule: rule, refusal: refusal, change: change)
    }

    static func complies(_ name: String, _ change: @escaping @Sendable (inout InspectionSample) -> Void) -> Self {
        Self(testDescription: name, change: change)
    }

    var inspection: APNsInspection {
        var sample = InspectionSample()
        change(&sample)
        return sample.inspection
    }
}

private let since = Timestamp(seconds: 1_799_000_000)
private let voip = "com.example.app.voip"
private let activity = "com.example.app.push-type.liveactivity"

private let broken: [CheckCase] = [
    .violates("the method is POST", .methodNotAllowed, "GET") { $0.request.method = "GET" },
    .violates("the path is /3/device/<token>", .badPath, "another version") { $0.request.path = "/2/device/ab" },
    .violates("the path is /3/device/<token>", .badPath, "more path after the token") { $0.request.path += "/more" },
    .violates("the path names a token", .missingDeviceToken, "nothing after the slash") {
        $0.request.path = "/3/device/"
    },
    .violates("the path names a token", .missingDeviceToken, "no slash") { $0.request.path = "/3/device" },
    .violates("no field is repeated", .duplicateHeaders, "two topics") { $0.request.repeatedField = "apns-topic" },

    .violates("there is a provider token", .missingProviderToken, "no token") { $0.credential = .missing },
    .violates("a known key of the team signed it", .invalidProviderToken, "a bad token") { $0.credential = .invalid },
    .violates("it was issued within the hour", .expiredProviderToken, "an hour and a second old") {
        $0.issued(.seconds(3601))
    },
    .violates("it was issued within the hour", .invalidProviderToken, "from the future") { $0.issued(.seconds(-3601)) },
    .violates("its key is for this environment", .badEnvironmentKeyID, "a key for production") {
        $0.key(environments: [.production])
    },
    .violates("its key is related to the connection's first", .unrelatedKeyID, "another team's key") {
        $0.pushed(.zero)
        $0.key(team: "OTHERTEAM1")
    },
    .violates("its key is related to the connection's first", .unrelatedKeyID, "a topic-specific key of the team") {
        $0.pushed(.zero)
        $0.key(topics: ["com.example.app"])
    },
    .violates("it is updated at most every 20 minutes", .tooManyProviderTokenUpdates, "a new token after 19 minutes") {
        $0.pushed(.seconds(19 * 60))
    },

    .violates("apns-id is a UUID", .badMessageID, "a number") { $0.request.headers.id = "42" },
    .violates("apns-id is a UUID", .badMessageID, "no dashes") {
        $0.request.headers.id = String(repeating: "0", count: 32)
    },
    .violates("apns-push-type is known", .invalidPushType, "an unknown type") { $0.request.headers.pushType = "shout" },
    .violates("apns-topic is present", .missingTopic, "no topic") { $0.request.headers.topic = nil },
    .violates("apns-topic is present", .missingTopic, "an empty topic") { $0.request.headers.topic = "" },
    .violates("apns-topic is one of the push type", .badTopic, "a space") { $0.request.headers.topic = "com example" },
    .violates("apns-topic is one of the push type", .badTopic, "an alert to VoIP") { $0.type("alert", topic: voip) },
    .violates("apns-topic is one of the push type", .badTopic, "a Live Activity without suffix") {
        $0.type("liveactivity", topic: "com.example.app")
    },
    .violates("apns-topic is one of the push type", .badTopic, "a suffix and nothing before it") {
        $0.type("voip", topic: ".voip")
    },
    .violates("the key may push to the topic", .topicDisallowed, "a key for another topic") {
        $0.key(topics: ["com.example.other"])
    },
    .violates("apns-priority is 1, 5 or 10, and never 10 in the background", .badPriority, "priority 7") {
        $0.request.headers.priority = "7"
    },
    .violates("apns-priority is 1, 5 or 10, and never 10 in the background", .badPriority, "a background push at once")
    {
        $0.type("background", topic: "com.example.app")
        $0.request.headers.priority = "10"
    },
    .violates("apns-expiration is a count of seconds", .badExpirationDate, "a word") {
        $0.request.headers.expiration = "tomorrow"
    },
    .violates("apns-expiration is a count of seconds", .badExpirationDate, "a negative number") {
        $0.request.headers.expiration = "-1"
    },
    .violates("apns-collapse-id has at most 64 bytes", .badCollapseID, "65 bytes in 33 characters") {
        $0.request.headers.collapseID = String(repeating: "é", count: 32) + "e"
    },

    .violates("there is a payload", .payloadEmpty, "no payload") { $0.payload("") },
    .violates("it has at most 4096 bytes, or 5120 for VoIP", .payloadTooLarge, "4097 bytes") { $0.payload(size: 4097) },
    .violates("it has at most 4096 bytes, or 5120 for VoIP", .payloadTooLarge, "5121 bytes by VoIP") {
        $0.type("voip", topic: voip)
        $0.payload(size: 5121)
    },
    .violates("it is a JSON object with an aps dictionary", .payloadEmpty, "not JSON") { $0.payload("{aps}") },
    .violates("it is a JSON object with an aps dictionary", .payloadEmpty, "an array") { $0.payload(#"["aps"]"#) },
    .violates("it is a JSON object with an aps dictionary", .payloadEmpty, "no aps") { $0.payload(#"{"a":1}"#) },
    .violates("it is a JSON object with an aps dictionary", .payloadEmpty, "aps is a text") {
        $0.payload(#"{"aps":"x"}"#)
    },

    .violates("the token is 32 to 200 hex digits", .badDeviceToken, "not hex") {
        $0.request.path = "/3/device/" + String(repeating: "xy", count: 32)
    },
    .violates("the token is 32 to 200 hex digits", .badDeviceToken, "an odd count") { $0.request.path += "0" },
    .violates("the token is 32 to 200 hex digits", .badDeviceToken, "30 digits") {
        $0.request.path = "/3/device/" + String(repeating: "0a", count: 15)
    },
    .violates("the token is 32 to 200 hex digits", .badDeviceToken, "202 digits") {
        $0.request.path = "/3/device/" + String(repeating: "0a", count: 101)
    },
    .violates("the token is registered in this environment", .badDeviceToken, "never registered") {
        $0.device = .unknown(.registeredOnly)
    },
    .violates("the token is registered in this environment", .badDeviceToken, "registered in production") {
        $0.register(environment: .production)
    },
    .violates("the token is for the topic", .deviceTokenNotForTopic, "of another app") {
        $0.register(topic: "com.example.other")
    },
    .violates("the token is active", .unregistered(since: since), "the app is gone") {
        $0.register(state: .unregistered(since: since))
    },
    .violates("the token is active", .expiredToken(since: since), "the token has expired") {
        $0.register(state: .expired(since: since))
    },
]

private let kept: [CheckCase] = [
    .complies("unchanged") { _ in },
    .complies("registered") { $0.register() },
    .complies("a token of 160 digits") { $0.request.path = "/3/device/" + String(repeating: "0a", count: 80) },
    .complies("a token in upper case") { $0.request.path = $0.request.path.replacing("0a", with: "0A") },
    .complies("a provider token of exactly an hour") { $0.issued(.seconds(3600)) },
    .complies("a clock that is ahead") { $0.issued(.seconds(-60)) },
    .complies("a new token after 20 minutes") { $0.pushed(.seconds(20 * 60)) },
    .complies("another team-scoped key of the team") {
        $0.pushed(.zero)
        $0.key()
    },
    .complies("a key for the topic") { $0.key(topics: ["com.example.app"]) },
    .complies("no push type") { $0.type(nil, topic: voip) },
    .complies("a Live Activity") { $0.type("liveactivity", topic: activity) },
    .complies("push to talk, whose suffix begins like another") {
        $0.type("pushtotalk", topic: "com.example.app.voip-ptt")
    },
    .complies("a background push with priority 5") {
        $0.type("background", topic: "com.example.app")
        $0.request.headers.priority = "5"
    },
    .complies("the lowest priority") { $0.request.headers.priority = "1" },
    .complies("one attempt") { $0.request.headers.expiration = "0" },
    .complies("an expiration in the past") { $0.request.headers.expiration = "1700000000" },
    .complies("a collapse id of 64 bytes") { $0.request.headers.collapseID = String(repeating: "é", count: 32) },
    .complies("a UUID in upper case") { $0.request.headers.id = "0192F0C4-7B1E-7CC3-8D2A-1F0E5A9B3C4D" },
    .complies("4096 bytes") { $0.payload(size: 4096) },
    .complies("5120 bytes by VoIP") {
        $0.type("voip", topic: voip)
        $0.payload(size: 5120)
    },
    .complies("MDM, which has no aps") {
        $0.type("mdm", topic: "com.apple.mgmt.External.1")
        $0.payload(#"{"mdm":"magic"}"#)
    },
    .complies("a Wallet pass, whose payload is an empty object") {
        $0.type(nil, topic: "pass.com.example")
        $0.payload("{}")
    },
]

@Suite("The checks of APNs")
struct APNsCheckTests {
    @Test("A request that violates a rule is refused with the rule's reason", arguments: broken)
    func refuses(_ sample: CheckCase) {
        let inspection = sample.inspection
        #expect(APNsCheck.all.first { $0.refusal(inspection) != nil }?.rule == sample.rule)
        #expect(APNsCheckResult(inspection).refusal == sample.refusal)
    }

    @Test("A valid request passes every check", arguments: kept)
    func accepts(_ sample: CheckCase) {
        let result = APNsCheckResult(sample.inspection)
        #expect(result.refusal == nil)
        #expect(result.isAuthenticated)
    }

    @Test("Every rule has a case that violates it")
    func everyRuleIsTested() {
        #expect(Set(broken.compactMap(\.rule)) == Set(APNsCheck.all.map(\.rule)))
    }

    @Test("The rules are sorted by stage")
    func stagesAreInOrder() {
        let stages = APNsCheck.all.map(\.stage)
        #expect(stages == stages.sorted())
        #expect(Set(stages) == Set(APNsCheck.Stage.allCases))
    }

    @Test("Only a failure after the credential checks authenticates the connection", arguments: broken)
    func authenticates(_ sample: CheckCase) throws {
        let stage = try #require(APNsCheck.all.first { $0.rule == sample.rule }?.stage)
        #expect(APNsCheckResult(sample.inspection).isAuthenticated == (stage > .credential))
    }

    @Test("The first of two violated rules determines the refusal")
    func earlierRuleDecides() {
        var sample = InspectionSample()
        sample.credential = .missing
        sample.request.headers.topic = nil
        sample.payload("")
        #expect(APNsCheckResult(sample.inspection).refusal == .missingProviderToken)
    }
}
