import BellhopModel

extension Diagnosis {
    /// More than this between two clocks makes deadlines and provider tokens wrong.
    static let tolerableSkew: Duration = .seconds(5)
    /// A queue that is later than this does not keep up.
    static let tolerableDelay: Duration = .seconds(60)

    /// - Parameters:
    ///   - sent: this machine's clock when the server was asked.
    ///   - received: and when its answer was there.
    func findings(sent: Timestamp, received: Timestamp) -> [Finding] {
        [clock(sent: sent, received: received), queue] + registrations + gateways.map(\.finding)
    }

    /// The server read its clock some time between the two.
    private func clock(sent: Timestamp, received: Timestamp) -> Finding {
        let skew = time < sent ? sent - time : time > received ? time - received : .zero
        guard skew > Self.tolerableSkew else { return .ok("clock", "this machine and the server agree on the time") }
        let direction = time < sent ? "behind" : "ahead of"
        return .failure(
            "clock", "the server's clock is \(skew.components.seconds) s \(direction) this machine's",
            do: "Let both keep time with NTP: deadlines and provider tokens depend on it.")
    }

    private var queue: Finding {
        if let lateSince, time - lateSince > Self.tolerableDelay {
            let delay = (time - lateSince).components.seconds
            return .warning(
                "queue", "\(queueDepth) deliveries wait, the first of them is \(delay) s late",
                do: "Look at the gateways below and at the server's log.")
        }
        return .ok(
            "queue", queueDepth == 0 ? "nothing waits to be delivered" : "\(queueDepth) deliveries wait for their time")
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
                group.address.environment == .sandbox ? "a development build" : "the App Store or TestFlight"
            findings.append(
                .warning(
                    "devices",
                    "\(group.count) of \(group.address.app) are set aside: their gateway doubts their tokens",
                    do: "They said they come from \(environment); open the app on them to register again."))
        }
        return findings
    }
}

extension GatewayDiagnosis {
    var finding: Finding {
        let subject = address.platform.gateway
        let target = "\(address.app) (\(address.environment.rawValue))"
        switch state {
        case .working:
            return .ok(subject, "takes the credential for \(target), in \(milliseconds) ms")
        case .refused:
            return .failure(subject, "refuses pushes to \(target): \(words)", do: address.platform.refusalRemedy)
        case .unreachable:
            return .failure(
                subject, "cannot be reached for \(target): \(words)",
                do: "Check this server's way out: \(address.platform.hosts) must be open to it.")
        case .absent:
            guard let options = address.platform.options else {
                return .warning(
                    subject, "is not part of this version: \(target) gets no pushes",
                    do: "Nothing can be set up for it. `bellhop devices remove` takes such devices out.")
            }
            return .failure(
                subject, "is not set up, but \(target) needs it", do: "Start the server with \(options).")
        case .unclear:
            return .warning(subject, "gave no clear answer for \(target): \(words)", do: "Ask again in a minute.")
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
        case .ios, .macos: "api.push.apple.com and api.sandbox.push.apple.com, port 443 or 2197,"
        case .android: "fcm.googleapis.com and oauth2.googleapis.com, port 443,"
        case .web: "the browsers' push services, port 443,"
        }
    }

    /// The options that give a server this gateway; `nil` for one that this version does not have.
    fileprivate var options: String? {
        switch self {
        case .ios, .macos: "--apns-key, --apns-key-id and --apns-team-id, or with --simulate"
        case .android: "--fcm-service-account, or with --simulate"
        case .web: nil
        }
    }

    fileprivate var refusalRemedy: String {
        switch self {
        case .ios, .macos: "Compare key, key id, team id and bundle identifier with Apple's developer site."
        case .android: "Compare the service account's project with the app's, and see that it may send messages."
        case .web: "This version has no Web Push: update the server and this tool to the same version."
        }
    }
}
