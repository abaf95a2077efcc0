extension APNsCheck {
    /// The rules in the order in which they are applied; the first that is broken decides the answer.
    ///
    /// Apple documents the reasons, not their order. This one follows what a service can know: where the request goes,
    /// then who asks, before anything about the content is told to a stranger; then the fields, the payload, and
    /// at last the device, whose record alone has to be looked up. A request with two faults gets the earlier reason.
    static let all: [APNsCheck] = [
        APNsCheck(.route, "the method is POST", method),
        APNsCheck(.route, "the path is /3/device/<token>", path),
        APNsCheck(.route, "the path names a token", deviceTokenPresent),
        APNsCheck(.route, "no field comes twice", repeatedFields),

        APNsCheck(.credential, "there is a provider token", credentialPresent),
        APNsCheck(.credential, "a known key of the team signed it", credentialValid),
        APNsCheck(.credential, "it was issued within the hour", credentialFresh),
        APNsCheck(.credential, "its key is for this environment", keyEnvironment),
        APNsCheck(.credential, "its key is related to the connection's first", keyRelated),
        APNsCheck(.credential, "it changes at most every 20 minutes", credentialUpdates),

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
