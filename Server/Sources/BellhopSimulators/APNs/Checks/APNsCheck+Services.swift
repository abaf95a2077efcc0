extension APNsCheck {
    /// The rules of the service that a request goes to, in the order in which they are applied.
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

            APNsCheck(.payload, "a new channel says what it stores", newChannelForm),
            APNsCheck(.payload, "a new channel has a push type", newChannelTypePresent),
            APNsCheck(.payload, "a new channel is for Live Activities", newChannelType),
            APNsCheck(.payload, "the app has room for another channel", roomForChannel),
        ]

    /// Where the request goes and who asks: as for pushes, but for what concerns the app.
    private static let access: [APNsCheck] = [
        APNsCheck(.route, "the method is one of the path's", channelMethod),
        APNsCheck(.route, "no field comes twice", repeatedFields),

        APNsCheck(.credential, "there is a provider token", credentialPresent),
        APNsCheck(.credential, "a known key of the team signed it", credentialValid),
        APNsCheck(.credential, "it was issued within the hour", credentialFresh),
        APNsCheck(.credential, "its key is for this environment", keyEnvironment),
        APNsCheck(.credential, "its key is related to the connection's first", keyRelated),
        APNsCheck(.credential, "it changes at most every 20 minutes", credentialUpdates),

        APNsCheck(.headers, "the key is for the app", appAllowed),
        APNsCheck(.headers, "broadcasts are turned on for the app", broadcastsEnabled),
    ]
}
