public import BellhopModel

/// Where APNs listens for broadcasts of one environment (Apple, Sending broadcast push notification requests to APNs, and
/// Sending channel management requests to APNs).
public struct APNsChannelEndpoints: Sendable, Hashable {
    public var publishing: APNsEndpoint
    public var management: APNsEndpoint

    public init(publishing: APNsEndpoint, management: APNsEndpoint) {
        self.publishing = publishing
        self.management = management
    }

    /// Apple's. Its article on publishing names the hosts of other pushes in its text, and these in its examples.
    public static func apple(_ environment: PushEnvironment) -> Self {
        switch environment {
        case .sandbox:
            Self(
                publishing: APNsEndpoint(host: "api-broadcast.sandbox.push.apple.com"),
                management: APNsEndpoint(host: "api-manage-broadcast.sandbox.push.apple.com", port: 2195))
        case .production:
            Self(
                publishing: APNsEndpoint(host: "api-broadcast.push.apple.com"),
                management: APNsEndpoint(host: "api-manage-broadcast.push.apple.com", port: 2196))
        }
    }
}
