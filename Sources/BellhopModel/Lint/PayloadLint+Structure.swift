extension PayloadLint {
    static func size(_ json: [String: JSONValue], sent: Int, written: Int, limit: Int) -> [PayloadFinding] {
        if sent > limit {
            let longest = JSONText.longestLeaf(of: .object(json))
            return [
                PayloadFinding(
                    .tooLarge, at: longest.path,
                    "the payload has \(sent) bytes, and the limit is \(limit); its longest field has \(longest.size)"
                )
            ]
        }
        guard written > limit else { return [] }
        return [
            PayloadFinding(
                .looseText,
                "has \(written) bytes as written and \(sent) without white space; the limit is \(limit)")
        ]
    }

    static func issues(_ reading: PushPayload.Reading) -> [PayloadFinding] {
        reading.issues.map { issue in
            switch issue.problem {
            case .missing: PayloadFinding(.missingAPS, at: issue.path, "is missing: APNs requires it")
            case .clamped: PayloadFinding(.clamped, at: issue.path, "is out of range: it must be 0 to 1 for an alert")
            case .unknownKey:
                PayloadFinding(.unknownKey, at: issue.path, "is not a key that Apple documents: it is ignored")
            case .notJSON: PayloadFinding(.notJSON, at: issue.path, "is not a JSON value")
            case .unexpected(let wanted): unexpected(issue.path, wanted, in: reading.payload)
            }
        } + relativeBadges(reading.payload)
    }

    private static func unexpected(_ path: String, _ wanted: String, in payload: PushPayload) -> PayloadFinding {
        switch path {
        case "aps.badge": return relativeBadge(at: path)
        case "aps.timestamp", "aps.stale-date", "aps.dismissal-date":
            guard let value = payload.aps.extra[String(path.dropFirst("aps.".count))]?.number, value > 0 else { break }
            return PayloadFinding(.wrongUnit, at: path, "seems to be in milliseconds; it must be in seconds since 1970")
        default: break
        }
        return PayloadFinding(.wrongValue, at: path, "should be \(wanted)")
    }

    /// Devices do not add up badges: a device that missed one push would show a wrong count from then on.
    private static func relativeBadge(at path: String) -> PayloadFinding {
        PayloadFinding(.relativeBadge, at: path, "must be the absolute count, from 0: the system does not add badges")
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
                    PayloadFinding(.pushType, at: "aps.content-available", "must be 1 in a background push"))
            }
            let shown = [("alert", aps.alert != nil), ("sound", aps.sound != nil), ("badge", aps.badge != nil)]
            findings += shown.filter(\.1).map {
                PayloadFinding(.pushType, at: "aps.\($0.0)", "is not allowed in a background push")
            }
        case .alert:
            if aps.alert == nil, aps.sound == nil, aps.badge == nil {
                findings.append(
                    PayloadFinding(.pushType, at: "aps", "shows nothing: it needs an alert, a sound or a badge"))
            }
            if aps.liveActivity != nil {
                findings.append(
                    PayloadFinding(
                        .pushType, at: "aps.event", "belongs to a Live Activity: send the payload as liveactivity"))
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
                PayloadFinding(.criticalSound, at: "aps.sound", "is critical, which requires an entitlement from Apple")
            )
        }
        return findings
    }
}

extension PayloadLint {
    /// The rules of Apple, *Starting and updating Live Activities with ActivityKit push notifications*.
    static func liveActivity(_ payload: PushPayload, _ type: PayloadPushType) -> [PayloadFinding] {
        guard let push = payload.aps.liveActivity, type == .liveActivity || type == .broadcast else { return [] }
        var missing: [String] = []
        if push.event == nil { missing.append("event") }
        if push.timestamp == nil { missing.append("timestamp") }
        if push.event != .end, push.contentState == nil { missing.append("content-state") }
        if push.event == .start {
            if push.attributesType == nil { missing.append("attributes-type") }
            if push.attributes == nil { missing.append("attributes") }
            if payload.aps.alert == nil { missing.append("alert") }
        }
        // An unreadable value is reported already.
        missing.removeAll { payload.aps.extra[$0] != nil }
        var findings = missing.map { PayloadFinding(.liveActivity, at: "aps.\($0)", "is missing") }
        if push.event == .start, type == .broadcast {
            findings.append(PayloadFinding(.liveActivity, at: "aps.event", "a channel cannot start a Live Activity"))
        }
        return findings + times(push) + state(push)
    }

    private static func times(_ push: LiveActivityPush) -> [PayloadFinding] {
        guard let timestamp = push.timestamp else { return [] }
        var findings: [PayloadFinding] = []
        if let stale = push.staleDate, stale <= timestamp {
            findings.append(PayloadFinding(.liveActivity, at: "aps.stale-date", "is not after the timestamp"))
        }
        if let dismissal = push.dismissalDate, push.event != .end, dismissal > timestamp {
            findings.append(PayloadFinding(.contentState, at: "aps.dismissal-date", "is used with the event end only"))
        } else if let dismissal = push.dismissalDate, dismissal > timestamp + .seconds(4 * 3600) {
            findings.append(
                PayloadFinding(.contentState, at: "aps.dismissal-date", "is limited to four hours after the end"))
        }
        return findings
    }

    /// The system silently drops a state that does not decode.
    private static func state(_ push: LiveActivityPush) -> [PayloadFinding] {
        guard let state = push.contentState else {
            guard push.event == .end else { return [] }
            return [
                PayloadFinding(
                    .contentState, at: "aps.content-state", "is missing: the last state stays on the screen")
            ]
        }
        guard let bytes = try? CanonicalJSON.encode(state),
            (try? CanonicalJSON.decode(LiveActivityState.self, from: bytes)) == nil
        else { return [] }
        return [
            PayloadFinding(
                .contentState, at: "aps.content-state", "does not decode as the state of Bellhop's Live Activity")
        ]
    }
}
