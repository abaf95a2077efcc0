import BellhopPush

/// The reasons that the client itself speaks, or acts on beyond what the table says.
extension Reason {
    static let badCollapseID = Self(rawValue: "BadCollapseId")
    static let badDeviceToken = Self(rawValue: "BadDeviceToken")
    static let badTopic = Self(rawValue: "BadTopic")
    static let invalidPushType = Self(rawValue: "InvalidPushType")
    static let payloadEmpty = Self(rawValue: "PayloadEmpty")
    static let topicDisallowed = Self(rawValue: "TopicDisallowed")
    static let payloadTooLarge = Self(rawValue: "PayloadTooLarge")

    static let badChannelID = Self(rawValue: "BadChannelId")
    static let channelNotRegistered = Self(rawValue: "ChannelNotRegistered")

    static let invalidProviderToken = Self(rawValue: "InvalidProviderToken")
    static let expiredProviderToken = Self(rawValue: "ExpiredProviderToken")
    static let tooManyProviderTokenUpdates = Self(rawValue: "TooManyProviderTokenUpdates")

    static let badEnvironmentKey = Self(rawValue: "BadEnvironmentKeyInToken")
    static let badEnvironmentKeyID = Self(rawValue: "BadEnvironmentKeyIdInToken")
    static let idleTimeout = Self(rawValue: "IdleTimeout")
    static let shutdown = Self(rawValue: "Shutdown")
    static let unrelatedKeyID = Self(rawValue: "UnrelatedKeyIdInToken")
}
