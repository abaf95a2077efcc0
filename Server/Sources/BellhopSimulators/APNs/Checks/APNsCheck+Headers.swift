import BellhopModel

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
        // Without a push type APNs has to guess it, so any suffix may be meant.
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
        // "Always use priority 5. Using priority 10 is an error." Apple names no reason for it; this one fits best.
        // A field that is absent means 10 too, but providers leave it out in practice, so only the explicit 10 counts.
        return priority == "10" && inspection.pushType?.forbidsImmediate == true ? .badPriority : nil
    }

    static func expiration(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.headers.lifetime == nil ? .badExpirationDate : nil
    }

    static func collapseID(_ inspection: APNsInspection) -> APNsRefusal? {
        (inspection.request.headers.collapseID?.utf8.count ?? 0) > 64 ? .badCollapseID : nil
    }
}
