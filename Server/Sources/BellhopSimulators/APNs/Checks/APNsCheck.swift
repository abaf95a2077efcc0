import BellhopModel

/// A rule of APNs, with the refusal of a request that violates it.
struct APNsCheck: Sendable {
    /// The part of a request that a check inspects. Stages run in this order.
    enum Stage: Int, Sendable, Comparable, CaseIterable {
        case route, credential, headers, payload, device

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    var stage: Stage
    /// A description of the rule.
    var rule: String
    /// Returns `nil` when the request complies with the rule.
    var refusal: @Sendable (APNsInspection) -> APNsRefusal?

    init(_ stage: Stage, _ rule: String, _ refusal: @escaping @Sendable (APNsInspection) -> APNsRefusal?) {
        self.stage = stage
        self.rule = rule
        self.refusal = refusal
    }
}

/// A request with all the data that the checks compare it with: a value, so that every check is a pure function.
struct APNsInspection: Sendable {
    var request: PushRequest
    /// The result of verifying the `authorization` field.
    var credential: CredentialCheckResult
    /// The connection's earlier tokens.
    var tokens: TokenHistory
    var device: DeviceLookup
    /// The environment that this simulator represents.
    var environment: PushEnvironment
    var now: Timestamp
    /// The channel that the request names, and its app.
    var channel = ChannelLookup()

    /// The requirements of the request's push type; `nil` when it is absent or unknown.
    var pushType: PushType? { request.headers.pushType.flatMap { PushType.table[$0] } }

    /// The verified token; `nil` when there is none.
    var token: VerifiedProviderToken? { if case .verified(let token) = credential { token } else { nil } }
}

/// The result of checking a request.
struct APNsCheckResult: Sendable, Hashable {
    /// `nil` when the request complies with every rule.
    var refusal: APNsRefusal?
    /// True if the provider token is valid, regardless of the rest: a valid token raises the connection's stream limit.
    var isAuthenticated: Bool

    /// Applies the rules of the requested service, up to the first refusal.
    init(_ inspection: APNsInspection) {
        for check in APNsCheck.rules(for: inspection.request.channelTarget) {
            guard let refusal = check.refusal(inspection) else { continue }
            self.refusal = refusal
            isAuthenticated = check.stage > .credential
            return
        }
        isAuthenticated = true
    }
}

extension APNsCheck {
    /// The rules in order; the first violated one determines the response.
    ///
    /// Apple documents the reasons, not their order. This order follows the information available to the service: the
    /// route, then the sender, so that a stranger learns nothing about the content; then the header fields, the
    /// payload, and last the device, which must be looked up. A request with two faults gets the earlier reason.
    static let all: [APNsCheck] = [
        APNsCheck(.route, "the method is POST", method),
        APNsCheck(.route, "the path is /3/device/<token>", path),
        APNsCheck(.route, "the path names a token", deviceTokenPresent),
        APNsCheck(.route, "no field is repeated", repeatedFields),

        APNsCheck(.credential, "there is a provider token", credentialPresent),
        APNsCheck(.credential, "a known key of the team signed it", credentialValid),
        APNsCheck(.credential, "it was issued within the hour", credentialFresh),
        APNsCheck(.credential, "its key is for this environment", keyEnvironment),
        APNsCheck(.credential, "its key is related to the connection's first", keyRelated),
        APNsCheck(.credential, "it is updated at most every 20 minutes", credentialUpdates),

        APNsCheck(.headers, "apns-id is a UUID", messageID),
        APNsCheck(.headers, "apns-push-type is known", pushType),
        APNsCheck(.headers, "apns-topic is present", topicPresent),
        APNsCheck(.headers, "apns-topic is one of the push type", topicValid),
        APNsCheck(.headers, "the key may push to the topic", topicAllowed),
        APNsCheck(.headers, "apns-priority is 1, 5 or 10, and never 10 in the background", priority),
        APNsCheck(.headers, "apns-expiration is a count of seconds", expiration),
        APNsCheck(.headers, "apns-collapse-id has at most 64 bytes", collapseID),

        APNsCheck(.payload, "there is a payload", payloadPresent),
        APNsCheck(.payload, "it has at most 4096 bytes, or 5120 for VoIP", payloadSize),
        APNsCheck(.payload, "it is a JSON object with an aps dictionary", payloadForm),

        APNsCheck(.device, "the token is 32 to 200 hex digits", deviceTokenForm),
        APNsCheck(.device, "the token is registered in this environment", deviceKnown),
        APNsCheck(.device, "the token is for the topic", deviceTopic),
        APNsCheck(.device, "the token is active", deviceActive),
    ]
}

extension APNsCheck {
    /// The rules of the requested service, in order.
    static func rules(for target: ChannelTarget?) -> [APNsCheck] {
        switch target {
        case nil: all
        case .broadcast: broadcasts
        case .channels, .allChannels: channels
        }
    }

    static let broadcasts: [APNsCheck] =
        access + [
            APNsCheck(.headers, "apns-request-id is a UUID", requestID),
            APNsCheck(.headers, "no topic is named, and the app has no suffix", noTopic),
            APNsCheck(.headers, "apns-push-type is present", broadcastTypePresent),
            APNsCheck(.headers, "apns-push-type is liveactivity", broadcastType),
            APNsCheck(.headers, "apns-channel-id is present", channelPresent),
            APNsCheck(.headers, "apns-channel-id is Base64", channelForm),
            APNsCheck(.headers, "the app has the channel", channelKnown),
            APNsCheck(.headers, "apns-priority is 1, 5 or 10", priority),
            APNsCheck(.headers, "apns-expiration is a count of seconds, 0 without storage", broadcastExpiration),

            APNsCheck(.payload, "there is a payload", payloadPresent),
            APNsCheck(.payload, "it has at most 5120 bytes", broadcastSize),
            APNsCheck(.payload, "it updates or ends a Live Activity", broadcastForm),
        ]

    static let channels: [APNsCheck] =
        access + [
            APNsCheck(.headers, "apns-request-id is a UUID", requestID),
            APNsCheck(.headers, "no topic is named, and the app has no suffix", noTopic),
            APNsCheck(.headers, "apns-channel-id is present", channelPresent),
            APNsCheck(.headers, "apns-channel-id is Base64", channelForm),
            APNsCheck(.headers, "the app has the channel", channelKnown),

            APNsCheck(.payload, "a new channel has a storage policy", newChannelForm),
            APNsCheck(.payload, "a new channel has a push type", newChannelTypePresent),
            APNsCheck(.payload, "a new channel is for Live Activities", newChannelType),
            APNsCheck(.payload, "the app has room for another channel", roomForChannel),
        ]

    /// The rules about route and sender: those of pushes, except for the rules about the app.
    private static let access: [APNsCheck] = [
        APNsCheck(.route, "the method is one of the path's", channelMethod),
        APNsCheck(.route, "no field is repeated", repeatedFields),

        APNsCheck(.credential, "there is a provider token", credentialPresent),
        APNsCheck(.credential, "a known key of the team signed it", credentialValid),
        APNsCheck(.credential, "it was issued within the hour", credentialFresh),
        APNsCheck(.credential, "its key is for this environment", keyEnvironment),
        APNsCheck(.credential, "its key is related to the connection's first", keyRelated),
        APNsCheck(.credential, "it is updated at most every 20 minutes", credentialUpdates),

        APNsCheck(.headers, "the key is for the app", appAllowed),
        APNsCheck(.headers, "broadcasts are enabled for the app", broadcastsEnabled),
    ]
}
