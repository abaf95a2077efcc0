/// The configuration of the HTTP server.
public struct ServerConfiguration: Sendable {
    /// The address to listen on. Loopback by default.
    public var host: String
    /// The port; 0 for any free port.
    public var port: Int
    /// The encryption of connections; `nil` for plain HTTP.
    public var tls: ServerTLS?
    /// Host names, besides loopback, `host` and the names of the certificate, that requests may be addressed to.
    public var allowedHosts: [String]
    /// The number of POST requests that one key may send at once, and per second afterwards. One address may send a
    /// fifteenth of `burst` wrong keys at once, and a fortieth of `requestsPerSecond` afterwards.
    public var burst: Double
    public var requestsPerSecond: Double
    /// The deadlines for the header and the body of a request.
    public var deadlines: RequestDeadlines
    /// The number of files and sockets that the process may have open; the limits of connections follow from it.
    public var descriptors: Int
    /// `true` when devices with a signing key in a file count: simulated ones, for tests and demos.
    public var acceptsFileKeys: Bool

    public init(
        host: String = "127.0.0.1", port: Int = 8787, tls: ServerTLS? = nil, allowedHosts: [String] = [],
        burst: Double = 300, requestsPerSecond: Double = 20, deadlines: RequestDeadlines = RequestDeadlines(),
        descriptors: Int = DescriptorLimit.current, acceptsFileKeys: Bool = false
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.allowedHosts = allowedHosts
        self.burst = burst
        self.requestsPerSecond = requestsPerSecond
        self.deadlines = deadlines
        self.descriptors = descriptors
        self.acceptsFileKeys = acceptsFileKeys
    }
}
