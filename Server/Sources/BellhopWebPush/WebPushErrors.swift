import BellhopModel
public import BellhopPush

/// The errors of push services: by status (RFC 8030 §5 to §7, RFC 8292 §4), and the reasons of Apple (*Sending web push
/// notifications in web apps and browsers*), Mozilla (autopush, *Error codes*) and Google.
public enum WebPushErrors {
    /// The general errors by status, then the vendors' reasons, then the gateway's own, which have the status 0.
    ///
    /// Apple's reasons that APNs has too, such as `TooManyRequests`, are classified by status.
    public static let table = statuses + vendors + own

    private static let statuses: [GatewayErrorRow] = [
        .init(
            307, "EndpointRedirects", .suspectDevice, "The subscription's endpoint redirects, which is not followed."),
        .init(400, "WebPushBadRequest", .dropPush, "The push service reports a malformed request."),
        .init(401, "VapidUnauthorized", .pauseCredential, "The push service does not accept the VAPID token."),
        .init(403, "VapidForbidden", .pauseCredential, "The push service refuses this VAPID key or its token."),
        .init(404, "SubscriptionNotFound", .removeDevice, "The subscription has expired, or the browser has ended it."),
        .init(410, "SubscriptionGone", .removeDevice, "The browser has ended the subscription."),
        .init(413, "WebPushBodyTooLarge", .dropPush, "The push service does not accept bodies of this size."),
        .init(429, "WebPushThrottled", .slowDown, "Too many messages in a short time."),
        .init(500, "WebPushServerError", .backOff, "The push service had an internal error or is not available."),
    ]

    private static let vendors: [GatewayErrorRow] = [
        .init(400, "BadTtl", .dropPush, "Apple cannot read the TTL."),
        .init(400, "BadUrgency", .dropPush, "Apple does not know the urgency."),
        .init(400, "BadWebPushRequest", .dropPush, "Apple reports a malformed request."),
        .init(400, "BadWebPushTopic", .dropPush, "Apple cannot read the topic."),
        .init(
            403, "VapidPkHashMismatch", .suspectDevice,
            "The browser subscribed with another VAPID key, and must subscribe again."),
        .init(403, "BadAuthorizationHeader", .pauseCredential, "Apple cannot read the VAPID header."),
        .init(
            403, "BadJwtToken", .pauseCredential,
            "Apple does not accept the VAPID token: check the contact and this machine's clock."),
        .init(403, "BadVapidPublicKey", .pauseCredential, "Apple cannot read the VAPID key."),

        .init(
            403, "VapidKeyMismatch", .suspectDevice,
            "The browser subscribed with another VAPID key, and must subscribe again."),

        .init(400, "Autopush101", .dropPush, "The request lacks an encryption key."),
        .init(400, "Autopush108", .suspectDevice, "The endpoint is damaged: Mozilla does not know its type."),
        .init(400, "Autopush110", .dropPush, "Mozilla cannot read an encryption key."),
        .init(400, "Autopush111", .dropPush, "The request lacks a header field."),
        .init(400, "Autopush112", .dropPush, "Mozilla cannot read the TTL."),
        .init(400, "Autopush113", .dropPush, "Mozilla cannot read the topic."),
        .init(401, "Autopush109", .pauseCredential, "Mozilla does not accept the VAPID token: check the clock."),
        .init(404, "Autopush102", .removeDevice, "The endpoint is not one of Mozilla's."),
        .init(410, "Autopush103", .removeDevice, "The endpoint has expired."),
        .init(410, "Autopush105", .removeDevice, "The browser is no longer known to Mozilla."),
        .init(410, "Autopush106", .removeDevice, "Firefox has ended the subscription."),
        .init(413, "Autopush104", .dropPush, "Mozilla does not accept bodies of this size."),
        .init(429, "Autopush201", .slowDown, "Mozilla asks for fewer messages."),
        .init(500, "Autopush999", .backOff, "Mozilla's push service had an internal error."),
        .init(502, "Autopush900", .backOff, "Mozilla's bridge to another push service is misconfigured."),
        .init(502, "Autopush901", .backOff, "Mozilla's bridge to another push service is not authenticated."),
        .init(502, "Autopush902", .backOff, "Mozilla's bridge cannot reach the other push service."),
        .init(502, "Autopush903", .backOff, "Mozilla's bridge got no response from the other push service in time."),
        .init(503, "Autopush202", .backOff, "Mozilla's push service is not available."),
    ]

    private static let own: [GatewayErrorRow] = [
        .init(
            0, "MalformedSubscription", .suspectDevice,
            "The device's token is not a push subscription with an https endpoint and valid keys."),
        .init(
            0, "PrivateAddress", .suspectDevice,
            "The endpoint's host has no public address, and is not allowed by --web-push-private-host."),
        .init(0, "ReservedPort", .suspectDevice, "The endpoint's port is reserved for another protocol."),
        .init(0, "SilentWebPush", .dropPush, "Safari revokes the permission of sites whose pushes show nothing."),
        .init(0, "WebPushPayloadTooLarge", .dropPush, "The message is larger than 3993 bytes before its encryption."),
    ]

    @Sendable static func isKnown(_ reason: Reason) -> Bool { reactions.contains(reason) }

    /// The outcome of a push that is not sent.
    static func rejection(_ reason: Reason) -> Outcome {
        Outcome(reactions.reaction(to: reason, status: 0) ?? .dropPush, reason: reason, until: nil)
    }

    /// The outcome of a push by the response of its push service.
    ///
    /// - Parameter service: Only the reasons of known services are used, and only they can refuse our key: the response
    ///   of another is about this subscription alone.
    /// - Throws: ``UnknownResponse``
    static func outcome(
        of status: Int, retryAfter field: String?, body: [UInt8], from service: PushService, now: Timestamp,
        redacting endpoint: String
    ) throws -> Outcome {
        let own = service.reason(in: body)
        guard let general = general(status, from: service) else {
            throw UnknownResponse(status: status, body: body, redacting: endpoint)
        }
        var reaction = own.flatMap { reactions.reaction(to: $0, status: 0) } ?? general.reaction
        if service == .other, reaction == .pauseCredential { reaction = .suspectDevice }
        let requested = field.flatMap { Timestamp(retryAfter: $0, now: now) }
        return Outcome(
            reaction, reason: own ?? general.reason,
            until: reaction == .slowDown ? max(requested ?? now + .seconds(60), now + .seconds(1)) : requested)
    }

    /// The reason and the reaction for a status.
    private static func general(_ status: Int, from service: PushService) -> (
        reason: Reason, reaction: GatewayErrorRow.Reaction
    )? {
        // Apple's 404 is about the path, and a subscription that has ended gets 410. The device is suspended until it
        // registers again.
        if service == .apple, status == 404 { return (Reason(rawValue: "SubscriptionNotFound"), .suspectDevice) }
        let row: Int? =
            switch status {
            case 400, 401, 403, 404, 410, 413, 429: status
            case 301, 302, 303, 307, 308: 307
            // Microsoft's services respond 406 to too many messages.
            case 406: 429
            case 408, 425, 500...599: 500
            default: nil
            }
        return statuses.first { $0.status == row }.map { ($0.reason, $0.reaction) }
    }

    private static let reactions = GatewayErrorTable(table) { _ in nil }
}

extension Reason {
    static let malformedSubscription = Self(rawValue: "MalformedSubscription")
    static let privateAddress = Self(rawValue: "PrivateAddress")
    static let reservedPort = Self(rawValue: "ReservedPort")
    static let silentWebPush = Self(rawValue: "SilentWebPush")
    static let webPushPayloadTooLarge = Self(rawValue: "WebPushPayloadTooLarge")
}
