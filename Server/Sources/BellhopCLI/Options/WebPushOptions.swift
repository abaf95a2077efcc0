import ArgumentParser
import BellhopFoundation
import BellhopModel
import BellhopPush
import BellhopTerminal
import BellhopWebPush
import Metrics

/// The contact of Web Push, and the push services in the own network.
struct WebPushOptions: ParsableArguments {
    @Option(
        name: .customLong("web-push-contact"),
        help: ArgumentHelp(
            """
            Your address for the operators of push services, such as mailto:push@example.com or https://example.com.
            """, valueName: "address"))
    var contact = VAPIDContact.usual

    @Option(
        name: .customLong("web-push-private-host"),
        help: ArgumentHelp(
            """
            A push service that may have a private address, such as a UnifiedPush server in your network; repeat it for \
            more.
            """, valueName: "host"))
    var privateHosts: [String] = []

    @Option(
        name: .customLong("web-push-ca"),
        help: ArgumentHelp(
            "A PEM file with the certificate authorities of push services, instead of the system's.", valueName: "file")
    )
    var authorityFile: String?

    /// The first given option; `nil` when there is none.
    var firstGiven: String? {
        [
            ("--web-push-contact", contact != VAPIDContact.usual), ("--web-push-private-host", !privateHosts.isEmpty),
            ("--web-push-ca", authorityFile != nil),
        ].first { $0.1 }?.0
    }

    func validate() throws {
        guard VAPIDContact(contact) != nil else {
            throw ValidationError(
                "--web-push-contact takes mailto: with an address, or an https address, in a public domain, such as "
                    + "mailto:push@example.com.")
        }
        for host in privateHosts {
            // The only reader of hosts that both sides must agree with.
            let endpoint = try? WebPushSubscription(
                endpoint: "https://\(host)/", publicKey: [4] + [UInt8](repeating: 0, count: 64),
                secret: [UInt8](repeating: 0, count: 16))
            guard endpoint?.host == host else {
                throw ValidationError(
                    "--web-push-private-host takes a host without scheme and port, in lower case, such as "
                        + "push.example.com, 192.168.1.5 or [fd00::5].")
            }
        }
    }

    /// - Returns: a gateway, which must be shut down.
    func gateway(
        key: VAPIDKey, clock: @escaping @Sendable () -> Timestamp, metrics: any MetricsFactory
    ) throws -> WebPushGateway {
        guard let contact = VAPIDContact(contact) else { throw CommandFailure.usage("--web-push-contact is invalid.") }
        var configuration = WebPushConfiguration(contact: contact)
        configuration.privateHosts = Set(privateHosts)
        if let authorityFile { configuration.trustRoots = .pem(try InputFile.text(of: authorityFile)) }
        do {
            return try WebPushGateway(key: key, configuration: configuration, clock: clock, metrics: metrics)
        } catch let error as WebPushConfigurationError {
            throw CommandFailure("\(error).")
        }
    }
}

extension VAPIDContact {
    /// The contact unless one is given: a reserved name (RFC 2606). Push services demand an address, and use it to reach
    /// the operator of a server that misbehaves.
    static let usual = "https://example.com"
}
