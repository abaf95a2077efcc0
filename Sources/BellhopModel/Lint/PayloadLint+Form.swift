extension PayloadLint {
    static func size(_ json: [String: JSONValue], sent: Int, written: Int, limit: Int) -> [PayloadFinding] {
        if sent > limit {
            let longest = JSONText.longestLeaf(of: .object(json))
            return [
                PayloadFinding(
                    .tooLarge, at: longest.path,
                    "the payload has \(sent) bytes of at most \(limit); this is its longest field, with \(longest.size)"
                )
            ]
        }
        guard written > limit else { return [] }
        return [
            PayloadFinding(
                .looseText,
                "has \(written) bytes as it is written, \(sent) without white space; at most \(limit) are taken")
        ]
    }

    static func issues(_ reading: PushPayload.Reading) -> [PayloadFinding] {
        reading.issues.map { oddity in
            switch oddity.problem {
            case .missing: PayloadFinding(.missingAPS, at: oddity.path, "is missing: APNs takes no payload without it")
            case .clamped: PayloadFinding(.clamped, at: oddity.path, "is out of range; 0 to 1 for an alert")
            case .unknownKey: PayloadFinding(.unknownKey, at: oddity.path, "is no key that Apple documents: ignored")
            case .notJSON: PayloadFinding(.notJSON, at: oddity.path, "is no JSON value")
            case .unexpected(let wanted): unexpected(oddity.path, wanted, in: reading.payload)
            }
        } + relativeBadges(reading.payload)
    }

    private static func unexpected(_ path: String, _ wanted: String, in payload: PushPayload) -> PayloadFinding {
        switch path {
        case "aps.badge": return relativeBadge(at: path)
        case "aps.timestamp", "aps.stale-date", "aps.dismissal-date":
            guard let value = payload.aps.extra[String(path.dropFirst("aps.".count))]?.number, value > 0 else { break }
            return PayloadFinding(.wrongUnit, at: path, "looks like milliseconds; seconds since 1970 are wanted")
        default: break
        }
        return PayloadFinding(.wrongValue, at: path, "should be \(wanted)")
    }

    /// A phone that missed one push, or was cleared on another, would count wrongly ever after.
    private static func relativeBadge(at path: String) -> PayloadFinding {
        PayloadFinding(.relativeBadge, at: path, "has to be the whole count, from 0: the system adds nothing up")
    }

    private static func relativeBadges(_ payload: PushPayload) -> [PayloadFinding] {
        func isRelative(_ key: String) -> Bool {
            let key = key.lowercased()
            return key.contains("badge") && (key.contains("incr") || key.contains("delta") || key.contains("add"))
        }
        let inside = payload.aps.extra.keys.filter(isRelative).map { "aps.\($0)" }
        return (inside + payload.extra.keys.filter(isRelative)).sorted().map(relativeBadge(at:))
    }

    /// The rules of Apple, *Generating a remote notification* and *Pushing background updates*.
    static func shape(_ payload: PushPayload, _ type: PayloadPushType) -> [PayloadFinding] {
        let aps = payload.aps
        var findings: [PayloadFinding] = []
        switch type {
        case .background:
            if !aps.contentAvailable {
                findings.append(
                    PayloadFinding(.pushType, at: "aps.content-available", "has to be 1 in a background push"))
            }
            let shown = [("alert", aps.alert != nil), ("sound", aps.sound != nil), ("badge", aps.badge != nil)]
            findings += shown.filter(\.1).map {
                PayloadFinding(.pushType, at: "aps.\($0.0)", "does not belong into a background push")
            }
        case .alert:
            if aps.alert == nil, aps.sound == nil, aps.badge == nil {
                findings.append(
                    PayloadFinding(.pushType, at: "aps", "shows nothing: an alert, a sound or a badge is wanted"))
            }
            if aps.liveActivity != nil {
                findings.append(
                    PayloadFinding(.pushType, at: "aps.event", "is a Live Activity's: send it as liveactivity"))
            }
        case .liveActivity, .broadcast:
            if aps.liveActivity == nil {
                findings.append(PayloadFinding(.pushType, at: "aps.event", "is missing: start, update or end"))
            }
        case .voip, .fcm: break
        }
        if aps.mutableContent, aps.alert == nil {
            findings.append(
                PayloadFinding(.notExtended, at: "aps.mutable-content", "does nothing without an alert"))
        }
        if aps.sound?.isCritical == true {
            findings.append(
                PayloadFinding(.criticalSound, at: "aps.sound", "is critical, which needs an entitlement from Apple"))
        }
        return findings
    }
}
