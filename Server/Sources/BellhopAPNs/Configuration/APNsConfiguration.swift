public import BellhopModel

/// How ``APNsGateway`` connects and how long it waits. The defaults are right for Apple's servers.
public struct APNsConfiguration: Sendable, Hashable {
    /// Who may vouch for the server's certificate.
    public enum TrustRoots: Sendable, Hashable {
        /// The authorities that the operating system trusts.
        case system
        /// These certificates alone, as PEM text: for a simulator with an authority of its own.
        case pem(String)
    }

    public var sandbox: APNsEndpoint = .apple(.sandbox)
    public var production: APNsEndpoint = .apple(.production)
    /// Where channels of the sandbox are published to and managed.
    public var sandboxChannels: APNsChannelEndpoints = .apple(.sandbox)
    /// The same for production.
    public var productionChannels: APNsChannelEndpoints = .apple(.production)
    public var trustRoots: TrustRoots = .system

    /// From the call of `send` to its outcome: waiting for a stream, connecting and the answer.
    public var requestDeadline: Duration = .seconds(10)
    /// For one attempt to connect: name, TCP and TLS together.
    public var connectDeadline: Duration = .seconds(5)
    /// The most connections at a time per environment and key. A further one is opened only when every stream of the
    /// others is taken, so that few pushes mean one connection.
    public var maxConnections = 4
    /// The most pushes that wait for a stream, per environment and key. What comes on top is deferred at once.
    public var queueLimit = 10_000
    /// A connection that was silent so long is asked for a sign of life. Apple asks for an hour
    /// (Establishing a connection to APNs).
    public var pingInterval: Duration = .seconds(3600)
    /// A connection that leaves a PING unanswered for so long is dead.
    public var pingDeadline: Duration = .seconds(5)
    /// The age at which a provider token is replaced. Apple allows 20 to 60 minutes (Establishing a token-based
    /// connection to APNs); values outside of 20 to 55 are moved to the nearer end.
    public var tokenLifetime: Duration = .seconds(45 * 60)

    public init() {}

    /// Lets all that Apple serves at several addresses come from one, as a simulator does.
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
