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
        // What is there and cannot be read has been found already.
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
            findings.append(PayloadFinding(.liveActivity, at: "aps.stale-date", "has passed at the timestamp already"))
        }
        if let dismissal = push.dismissalDate, push.event != .end, dismissal > timestamp {
            findings.append(PayloadFinding(.contentState, at: "aps.dismissal-date", "is read at the end only"))
        } else if let dismissal = push.dismissalDate, dismissal > timestamp + .seconds(4 * 3600) {
            findings.append(
                PayloadFinding(.contentState, at: "aps.dismissal-date", "is cut to four hours after the end"))
        }
        return findings
    }

    /// What does not decode is dropped by the system without a word.
    private static func state(_ push: LiveActivityPush) -> [PayloadFinding] {
        guard let state = push.contentState else {
            guard push.event == .end else { return [] }
            return [
                PayloadFinding(
                    .contentState, at: "aps.content-state", "is missing: what was shown last stays on the screen")
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
