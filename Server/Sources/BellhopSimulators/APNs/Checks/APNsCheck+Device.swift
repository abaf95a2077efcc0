extension APNsCheck {
    /// "Don't make assumptions about device token size": tokens of 64 and of 160 digits are seen, so the bounds are wide.
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
