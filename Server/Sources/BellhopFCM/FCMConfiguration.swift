public import BellhopPush

/// The endpoint and deadlines of ``FCMGateway``. The defaults suit Google's servers.
public struct FCMConfiguration: Sendable, Hashable {
    /// The scheme and authority of the send endpoint. The token endpoint is part of the service account.
    public var endpoint = "https://fcm.googleapis.com"
    public var trustRoots: GatewayTrustRoots = .system

    /// The time from the call of `send` to its outcome, including the wait for an access token and a stream, connecting
    /// and the response. FCM asks for at least 10 seconds (*Best practices when sending FCM messages at scale*).
    public var requestDeadline: Duration = .seconds(15)
    /// The time to get an access token, including a second request when this machine's clock is wrong. It must be
    /// shorter than `requestDeadline`, or each push gives up before its token arrives.
    public var tokenDeadline: Duration = .seconds(10)
    /// The time for one attempt to connect: name resolution, TCP and TLS together.
    public var connectDeadline: Duration = .seconds(5)

    public init() {}
}

/// An error in the configuration of an ``FCMGateway``.
public enum FCMConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Two service accounts are of the same project; one account must list all its apps.
    case repeatedProject(String)
    /// The endpoint is not `https`, or more than a scheme and an authority.
    case endpointMalformed
    /// The trust roots are not PEM certificates.
    case unreadableTrustRoots

    public var description: String {
        switch self {
        case .repeatedProject(let project):
            "two service accounts are of the project \(project): give one, with all its apps"
        case .endpointMalformed:
            "the FCM endpoint is not an address such as https://fcm.googleapis.com: give scheme and host, and the port "
                + "if it is not 443"
        case .unreadableTrustRoots:
            "the FCM trust roots are not PEM certificates: give text that contains -----BEGIN CERTIFICATE-----, "
                + "or use the system's"
        }
    }
}
