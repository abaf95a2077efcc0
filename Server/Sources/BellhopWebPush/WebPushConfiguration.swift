public import BellhopPush

/// The contact, permitted hosts and deadlines of ``WebPushGateway``.
public struct WebPushConfiguration: Sendable, Hashable {
    /// The address at which operators of push services reach the operator of this server.
    public var contact: VAPIDContact
    /// The hosts that may have any address, such as that of a UnifiedPush server in the own network: names in lower
    /// case, or IP addresses, in brackets if they are IPv6. All other hosts must have a public address.
    public var privateHosts: Set<String> = []
    public var trustRoots: GatewayTrustRoots = .system

    /// The time from the call of `send` to its outcome, including the name's resolution and connecting.
    public var requestDeadline: Duration = .seconds(15)
    /// The time for one attempt to connect: TCP and TLS together.
    public var connectDeadline: Duration = .seconds(5)

    public init(contact: VAPIDContact) { self.contact = contact }
}

/// An error in the configuration of a ``WebPushGateway``.
public enum WebPushConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The trust roots are not PEM certificates.
    case unreadableTrustRoots

    public var description: String {
        "the trust roots of Web Push are not PEM certificates: give text that contains -----BEGIN CERTIFICATE-----, or "
            + "use the system's"
    }
}
