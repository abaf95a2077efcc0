import BellhopModel
import NIOCore

/// The rules of Apple's "Sending channel management requests to APNs" and "Sending broadcast push notification requests
/// to APNs", with the reasons of "Handling error responses from APNs" for broadcasts.
extension APNsCheck {
    static func channelMethod(_ inspection: APNsInspection) -> APNsRefusal? {
        let methods: Set<String> =
            switch inspection.request.channelTarget {
            case .channels: ["POST", "GET", "DELETE"]
            case .allChannels: ["GET"]
            case .broadcast, nil: ["POST"]
            }
        return methods.contains(inspection.request.method) ? nil : .methodNotAllowed
    }

    static func appAllowed(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let topics = inspection.token?.key.topics, let app = inspection.request.channelTarget?.app else {
            return nil
        }
        return topics.contains(app) ? nil : .topicMismatch
    }

    static func broadcastsEnabled(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.channel.isEnabled ? nil : .featureNotEnabled
    }

    static func requestID(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let id = inspection.request.headers.requestID else { return nil }
        return DeliveryID(id) == nil ? .badMessageID : nil
    }

    /// "Don't add a suffix": the path names the app, so a topic is an error.
    static func noTopic(_ inspection: APNsInspection) -> APNsRefusal? {
        let app = inspection.request.channelTarget?.app ?? ""
        let hasSuffix = app.hasSuffix(".push-type.liveactivity")
        return inspection.request.headers.topic == nil && !hasSuffix ? nil : .topicDisallowed
    }

    static func broadcastTypePresent(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.headers.pushType == nil ? .missingPushType : nil
    }

    static func broadcastType(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.headers.pushType == "liveactivity" ? nil : .invalidPushType
    }

    static func channelPresent(_ inspection: APNsInspection) -> APNsRefusal? {
        guard inspection.namesChannel else { return nil }
        return inspection.request.headers.channelID?.isEmpty ?? true ? .missingChannelID : nil
    }

    static func channelForm(_ inspection: APNsInspection) -> APNsRefusal? {
        guard inspection.namesChannel, let id = inspection.request.headers.channelID else { return nil }
        return ChannelID(id) == nil ? .badChannelID : nil
    }

    static func channelKnown(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.namesChannel && inspection.channel.storage == nil ? .channelNotRegistered : nil
    }

    /// A channel without storage refuses "a non-zero expiration". An absent expiration is always valid.
    static func broadcastExpiration(_ inspection: APNsInspection) -> APNsRefusal? {
        switch inspection.request.headers.lifetime {
        case nil: .badExpirationDate
        case .until where inspection.channel.storage == .nothing: .badExpirationDate
        case .until, .oneAttempt, .serviceDefault: nil
        }
    }

    static func broadcastSize(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.payload.readableBytes > PayloadLimits.broadcast ? .payloadTooLarge : nil
    }

    /// A broadcast updates or ends a Live Activity; it cannot start one.
    static func broadcastForm(_ inspection: APNsInspection) -> APNsRefusal? {
        let payload = inspection.request.payload.readableBytesView
        guard let json = try? CanonicalJSON.decode(JSONValue.self, from: payload), let aps = json["aps"],
            ["update", "end"].contains(aps["event"]?.string), aps["content-state"]?.object != nil
        else { return .badRequestPayload }
        return nil
    }

    static func newChannelForm(_ inspection: APNsInspection) -> APNsRefusal? {
        guard inspection.makesChannel else { return nil }
        return [0, 1].contains(inspection.newChannel?["message-storage-policy"]?.integer) ? nil : .badRequestPayload
    }

    static func newChannelTypePresent(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.makesChannel && inspection.newChannel?["push-type"] == nil ? .missingPushType : nil
    }

    static func newChannelType(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.makesChannel && inspection.newChannel?["push-type"]?.string != "LiveActivity"
            ? .invalidPushType : nil
    }

    static func roomForChannel(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.makesChannel && inspection.channel.count >= inspection.channel.limit ? .cannotCreateChannel : nil
    }
}

extension APNsInspection {
    fileprivate var makesChannel: Bool {
        if case .channels = request.channelTarget { request.method == "POST" } else { false }
    }

    fileprivate var namesChannel: Bool {
        switch request.channelTarget {
        case .broadcast: true
        case .channels: !makesChannel
        case .allChannels, nil: false
        }
    }

    fileprivate var newChannel: JSONValue? {
        try? CanonicalJSON.decode(JSONValue.self, from: request.payload.readableBytesView)
    }
}
