import BellhopModel
import NIOCore

/// The rules of Apple's "Sending notification requests to APNs" for the `apns-` fields.
extension APNsCheck {
    static func messageID(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let id = inspection.request.headers.id else { return nil }
        return DeliveryID(id) == nil ? .badMessageID : nil
    }

    static func pushType(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let name = inspection.request.headers.pushType else { return nil }
        return PushType.table[name] == nil ? .invalidPushType : nil
    }

    static func topicPresent(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.headers.topic?.isEmpty ?? true ? .missingTopic : nil
    }

    static func topicValid(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let topic = inspection.request.headers.topic else { return nil }
        let isBundleID = topic.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        // Without a push type APNs must infer it, so any suffix is valid.
        return isBundleID && inspection.pushType?.matches(topic: topic) ?? true ? nil : .badTopic
    }

    static func topicAllowed(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let topics = inspection.token?.key.topics, let topic = inspection.request.headers.topic else {
            return nil
        }
        return topics.contains(topic) ? nil : .topicDisallowed
    }

    static func priority(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let priority = inspection.request.headers.priority else { return nil }
        guard ["1", "5", "10"].contains(priority) else { return .badPriority }
        // "Always use priority 5. Using priority 10 is an error." Apple documents no reason for it; this one fits best.
        // An absent field means 10 too, but providers omit it in practice, so only an explicit 10 is an error.
        return priority == "10" && inspection.pushType?.forbidsImmediate == true ? .badPriority : nil
    }

    static func expiration(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.headers.lifetime == nil ? .badExpirationDate : nil
    }

    static func collapseID(_ inspection: APNsInspection) -> APNsRefusal? {
        (inspection.request.headers.collapseID?.utf8.count ?? 0) > 64 ? .badCollapseID : nil
    }
}

extension APNsCheck {
    static func method(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.method == "POST" ? nil : .methodNotAllowed
    }

    static func path(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.target == .elsewhere ? .badPath : nil
    }

    static func deviceTokenPresent(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.target == .noDevice ? .missingDeviceToken : nil
    }

    static func repeatedFields(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.repeatedField == nil ? nil : .duplicateHeaders
    }
}

/// The rules of Apple's "Generating a remote notification".
extension APNsCheck {
    static func payloadPresent(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.payload.readableBytes == 0 ? .payloadEmpty : nil
    }

    static func payloadSize(_ inspection: APNsInspection) -> APNsRefusal? {
        let limit = inspection.pushType?.payloadLimit ?? 4096
        return inspection.request.payload.readableBytes > limit ? .payloadTooLarge : nil
    }

    /// Apple documents no reason for a payload that is not JSON or has no `aps`; the reason of an empty payload is the
    /// closest one.
    static func payloadForm(_ inspection: APNsInspection) -> APNsRefusal? {
        let needsAPS = inspection.pushType?.needsAPS ?? true
        // Wallet passes are updated with "an empty JSON dictionary" (Apple, "Adding a web service to update passes").
        let isPass = inspection.request.headers.topic?.hasPrefix("pass.") ?? false
        let payload = inspection.request.payload.readableBytesView
        guard let form = try? CanonicalJSON.decode(APSPresence.self, from: payload) else { return .payloadEmpty }
        return form.hasAPS || !needsAPS || isPass ? nil : .payloadEmpty
    }
}

/// Decodes only whether the payload is a JSON object, and whether `aps` is one too.
private struct APSPresence: Decodable {
    var hasAPS: Bool

    private struct Dictionary: Decodable {
        enum CodingKeys: CodingKey {}
        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }
    }

    private enum CodingKeys: CodingKey {
        case aps
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        hasAPS = try container.decodeIfPresent(Dictionary.self, forKey: .aps) != nil
    }
}

extension APNsCheck {
    /// "Don't make assumptions about device token size": known tokens have 64 or 160 digits, so the bounds are wide.
    static func deviceTokenForm(_ inspection: APNsInspection) -> APNsRefusal? {
        guard case .device(let token) = inspection.request.target else { return nil }
        let isHex = token.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                true
            default: false
            }
        }
        let length = token.utf8.count
        return isHex && length.isMultiple(of: 2) && (32...200).contains(length) ? nil : .badDeviceToken
    }

    static func deviceKnown(_ inspection: APNsInspection) -> APNsRefusal? {
        switch inspection.device {
        case .unknown(.acceptAnyToken): nil
        case .unknown(.registeredOnly): .badDeviceToken
        case .registered(let device): device.environment == inspection.environment ? nil : .badDeviceToken
        }
    }

    static func deviceTopic(_ inspection: APNsInspection) -> APNsRefusal? {
        guard case .registered(let device) = inspection.device else { return nil }
        return device.topic == inspection.request.headers.topic ? nil : .deviceTokenNotForTopic
    }

    static func deviceActive(_ inspection: APNsInspection) -> APNsRefusal? {
        guard case .registered(let device) = inspection.device else { return nil }
        return switch device.state {
        case .active: nil
        case .unregistered(let since): .unregistered(since: since)
        case .expired(let since): .expiredToken(since: since)
        }
    }
}
