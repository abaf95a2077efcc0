/// What is wrong with the way an ``APNsGateway`` was set up.
public enum APNsConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Two credentials name the same team and key; say in one of them everything it may be used for.
    case repeatedKey(teamID: String, keyID: String)
    /// The trust roots are not PEM certificates.
    case unreadableTrustRoots

    public var description: String {
        switch self {
        case .repeatedKey(let teamID, let keyID):
            "the APNs key \(keyID) of team \(teamID) is given twice: give it once, with all its apps and environments"
        case .unreadableTrustRoots:
            "the APNs trust roots are not PEM certificates: give text with -----BEGIN CERTIFICATE----- in it, "
                + "or use the system's"
        }
    }
}
