/// What is wrong with the way an ``FCMGateway`` was set up.
public enum FCMConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The endpoint is not `https`, or more than a scheme and an authority.
    case endpointMalformed
    /// The trust roots are not PEM certificates.
    case unreadableTrustRoots

    public var description: String {
        switch self {
        case .endpointMalformed:
            "the FCM endpoint is not an address such as https://fcm.googleapis.com: give scheme and host, and a port "
                + "where it is not 443"
        case .unreadableTrustRoots:
            "the FCM trust roots are not PEM certificates: give text with -----BEGIN CERTIFICATE----- in it, "
                + "or use the system's"
        }
    }
}
