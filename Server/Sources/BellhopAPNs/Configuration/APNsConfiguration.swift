public import BellhopModel
public import BellhopPush

/// The endpoints, limits and deadlines of ``APNsGateway``. The defaults suit Apple's servers.
public struct APNsConfiguration: Sendable, Hashable {
    public var sandbox: APNsEndpoint = .apple(.sandbox)
    public var production: APNsEndpoint = .apple(.production)
    /// The endpoints for publishing to and managing channels of the sandbox.
    public var sandboxChannels: APNsChannelEndpoints = .apple(.sandbox)
    /// The endpoints for publishing to and managing channels of production.
    public var productionChannels: APNsChannelEndpoints = .apple(.production)
    public var trustRoots: GatewayTrustRoots = .system

    /// The time from the call of `send` to its outcome, including the wait for a stream, connecting and the response.
    public var requestDeadline: Duration = .seconds(10)
    /// The time for one attempt to connect: name resolution, TCP and TLS together.
    public var connectDeadline: Duration = .seconds(5)
    /// The maximum number of concurrent connections per environment and key. Another one is opened only when all
    /// streams of the others are in use, so a low load needs one connection.
    public var maxConnections = 4
    /// The maximum number of pushes that wait for a stream, per environment and key. Further pushes are deferred
    /// immediately.
    public var queueLimit = 10_000
    /// The idle time after which a connection is checked with a PING. Apple asks for an hour (Establishing a connection
    /// to APNs).
    public var pingInterval: Duration = .seconds(3600)
    /// The time after which a connection that has not acknowledged a PING is closed.
    public var pingDeadline: Duration = .seconds(5)
    /// The age at which a provider token is replaced. Apple allows 20 to 60 minutes (Establishing a token-based
    /// connection to APNs); values outside of 20 to 55 minutes are clamped.
    public var tokenLifetime: Duration = .seconds(45 * 60)

    public init() {}

    /// Sets one endpoint for every service and environment, for a simulator.
    public mutating func setEverything(to endpoint: APNsEndpoint) {
        sandbox = endpoint
        production = endpoint
        sandboxChannels = APNsChannelEndpoints(publishing: endpoint, management: endpoint)
        productionChannels = sandboxChannels
    }

    func endpoint(of service: APNsService, in environment: PushEnvironment) -> APNsEndpoint {
        let channels = environment == .sandbox ? sandboxChannels : productionChannels
        return switch service {
        case .pushes: self[environment]
        case .broadcasts: channels.publishing
        case .channels: channels.management
        }
    }

    public subscript(environment: PushEnvironment) -> APNsEndpoint {
        get {
            switch environment {
            case .sandbox: sandbox
            case .production: production
            }
        }
        set {
            switch environment {
            case .sandbox: sandbox = newValue
            case .production: production = newValue
            }
        }
    }
}

/// The address of APNs for one environment (Apple, Sending notification requests to APNs).
public struct APNsEndpoint: Sendable, Hashable {
    /// A name or an IP address. A name is resolved before each connection.
    public var host: String
    public var port: Int

    public init(host: String, port: Int = 443) {
        self.host = host
        self.port = port
    }

    /// Apple's endpoint for `environment` at port 443. Apple also listens at 2197, for networks that close 443.
    public static func apple(_ environment: PushEnvironment) -> Self {
        switch environment {
        case .sandbox: Self(host: "api.sandbox.push.apple.com")
        case .production: Self(host: "api.push.apple.com")
        }
    }
}

/// The addresses of APNs for broadcasts in one environment (Apple, Sending broadcast push notification requests to
/// APNs, and Sending channel management requests to APNs).
public struct APNsChannelEndpoints: Sendable, Hashable {
    public var publishing: APNsEndpoint
    public var management: APNsEndpoint

    public init(publishing: APNsEndpoint, management: APNsEndpoint) {
        self.publishing = publishing
        self.management = management
    }

    /// Apple's endpoints. Apple's article on publishing names the hosts of other pushes in its text, and these in its
    /// examples.
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

/// An error in the configuration of an ``APNsGateway``.
public enum APNsConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Two credentials have the same team and key; one credential must list all its apps and environments.
    case repeatedKey(teamID: String, keyID: String)
    /// The trust roots are not PEM certificates.
    case unreadableTrustRoots

    public var description: String {
        switch self {
        case .repeatedKey(let teamID, let keyID):
            "the APNs key \(keyID) of team \(teamID) is given twice: give it once, with all its apps and environments"
        case .unreadableTrustRoots:
            "the APNs trust roots are not PEM certificates: give text that contains -----BEGIN CERTIFICATE-----, "
                + "or use the system's"
        }
    }
}
