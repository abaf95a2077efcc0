/// How ``FCMGateway`` connects and how long it waits. The defaults are right for Google's servers.
public struct FCMConfiguration: Sendable, Hashable {
    /// Who may vouch for the servers' certificates.
    public enum TrustRoots: Sendable, Hashable {
        /// The authorities that the operating system trusts.
        case system
        /// These certificates alone, as PEM text: for a simulator with an authority of its own.
        case pem(String)
    }

    /// Where messages are sent, as scheme and authority. The token endpoint is the service account's.
    public var endpoint = "https://fcm.googleapis.com"
    public var trustRoots: TrustRoots = .system

    /// From the call of `send` to its outcome: waiting for an access token and a stream, connecting and the answer.
    /// FCM asks for at least 10 seconds (*Best practices when sending FCM messages at scale*).
    public var requestDeadline: Duration = .seconds(15)
    /// For an access token, also where it is asked for twice because this machine's clock is wrong. Below the deadline of
    /// a push, or each gives up before there is one.
    public var tokenDeadline: Duration = .seconds(10)
    /// For one attempt to connect: name, TCP and TLS together.
    public var connectDeadline: Duration = .seconds(5)

    public init() {}
}
