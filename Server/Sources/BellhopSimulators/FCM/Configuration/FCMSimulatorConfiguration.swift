/// How a simulated FCM is set up.
public struct FCMSimulatorConfiguration: Sendable {
    /// The address to listen on.
    public var host: String
    /// 0 lets the system choose; ``FCMSimulator/port`` tells which.
    public var port: Int
    /// The service accounts that are given access tokens.
    public var accounts: [FCMAccount]
    public var devices: DevicePolicy
    /// How many messages a project may send each minute. Google's is 600,000.
    public var messagesPerMinute: Int
    /// How long an access token lasts.
    public var tokenLifetime: Duration
    /// `SETTINGS_MAX_CONCURRENT_STREAMS`. Google's servers announce 100.
    public var streams: Int

    public init(
        host: String = "127.0.0.1", port: Int = 0, accounts: [FCMAccount] = [],
        devices: DevicePolicy = .acceptAnyToken, messagesPerMinute: Int = 600_000,
        tokenLifetime: Duration = .seconds(3599), streams: Int = 100
    ) {
        self.host = host
        self.port = port
        self.accounts = accounts
        self.devices = devices
        self.messagesPerMinute = messagesPerMinute
        self.tokenLifetime = tokenLifetime
        self.streams = streams
    }
}
