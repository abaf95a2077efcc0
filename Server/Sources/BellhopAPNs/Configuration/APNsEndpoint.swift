public import BellhopModel

/// Where APNs listens for one environment (Apple, Sending notification requests to APNs).
public struct APNsEndpoint: Sendable, Hashable {
    /// A name or an IP address. A name is resolved anew before each connection.
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
