import BellhopModel

extension Diagnosis {
    /// The maximum difference between two clocks; a larger one breaks deadlines and provider tokens.
    static let allowedClockSkew: Duration = .seconds(5)
    /// The maximum delay of the delivery queue; a later queue does not keep up.
    static let allowedQueueDelay: Duration = .seconds(60)

    /// - Parameters:
    ///   - sent: this machine's time when the request was sent.
    ///   - received: this machine's time when the response arrived.
    func findings(sent: Timestamp, received: Timestamp) -> [Finding] {
        [clock(sent: sent, received: received), queue] + registrations + gateways.map(\.finding)
    }

    /// Compares the clocks; the server read its own between `sent` and `received`.
    private func clock(sent: Timestamp, received: Timestamp) -> Finding {
        let skew = time < sent ? sent - time : time > received ? time - received : .zero
        guard skew > Self.allowedClockSkew else { return .ok("clock", "this machine and the server agree on the time") }
        let direction = time < sent ? "behind" : "ahead of"
        return .failure(
            "clock", "the server's clock is \(skew.components.seconds) s \(direction) this machine's",
            do: "Synchronise both with NTP: deadlines and provider tokens depend on the time.")
    }

    private var queue: Finding {
        if let lateSince, time - lateSince > Self.allowedQueueDelay {
            let delay = (time - lateSince).components.seconds
            return .warning(
                "queue", "\(queueDepth) deliveries are waiting, the first is \(delay) s late",
                do: "Check the gateways below and the server's log.")
        }
        return .ok(
            "queue",
            queueDepth == 0 ? "no deliveries are waiting" : "\(queueDepth) deliveries are waiting, none is late")
    }

    private var registrations: [Finding] {
        let active = devices.filter { $0.state == .active }.reduce(0) { $0 + $1.count }
        let quarantined = devices.filter { $0.state == .quarantined }
        var findings = [
            active > 0
                ? Finding.ok("devices", "\(active) \(active == 1 ? "is" : "are") registered and active")
                : .warning("devices", "no device is active", do: "Pair one with `bellhop pair`.")
        ]
        for group in quarantined {
            let environment =
                group.address.environment == .sandbox
                ? "a development build" : "a build from the App Store or TestFlight"
            findings.append(
                .warning(
                    "devices",
                    "\(group.count) of \(group.address.app) are quarantined: their gateway rejected their tokens",
                    do: "They registered for \(environment). Open the app on them to register them again."))
        }
        return findings
    }
}

extension GatewayDiagnosis {
    var finding: Finding {
        let subject = address.platform.gateway
        let target = "\(address.app) (\(address.environment.rawValue))"
        switch state {
        case .working where address.platform == .web:
            return .ok(subject, "is set up for \(target); push services check the key only when they receive a push")
        case .working:
            return .ok(subject, "accepts the credential for \(target), in \(milliseconds) ms")
        case .refused:
            return .failure(subject, "refuses pushes to \(target): \(words)", do: address.platform.refusalRemedy)
        case .unreachable:
            return .failure(
                subject, "cannot be reached for \(target): \(words)",
                do: "Allow outgoing connections from the server to \(address.platform.hosts).")
        case .absent:
            return .failure(
                subject, "is not set up, but \(target) needs it",
                do: "Start the server with \(address.platform.options).")
        case .unclear:
            return .warning(subject, "gave no clear answer for \(target): \(words)", do: "Run this again in a minute.")
        }
    }

    private var words: String { ReasonMeanings.known.meaning(of: reason ?? "") }
}

extension Platform {
    fileprivate var gateway: String {
        switch self {
        case .ios, .macos: "APNs"
        case .android: "FCM"
        case .web: "Web Push"
        }
    }

    fileprivate var hosts: String {
        switch self {
        case .ios, .macos: "api.push.apple.com and api.sandbox.push.apple.com, port 443 or 2197"
        case .android: "fcm.googleapis.com and oauth2.googleapis.com, port 443"
        case .web: "the browsers' push services, port 443"
        }
    }

    /// The options that set up this gateway. Web Push is always set up.
    fileprivate var options: String {
        switch self {
        case .ios, .macos: "--apns-key, --apns-key-id and --apns-team-id, or with --simulate"
        case .android: "--fcm-service-account, or with --simulate"
        case .web: "--web-push-contact"
        }
    }

    fileprivate var refusalRemedy: String {
        switch self {
        case .ios, .macos:
            "Compare key, key id, team id and bundle identifier with those in your Apple developer account."
        case .android: "Compare the service account's project with the app's, and check that it may send messages."
        case .web: "Check --web-push-contact and the clock of the server."
        }
    }
}
