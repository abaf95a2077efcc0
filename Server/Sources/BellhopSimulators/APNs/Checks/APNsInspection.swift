import BellhopModel

/// A request beside everything that the checks compare it with: a value, so that every check is a pure function.
struct APNsInspection: Sendable {
    var request: PushRequest
    /// What the `authorization` field turned out to be.
    var credential: CredentialFinding
    /// What the connection remembers of earlier tokens.
    var ledger: TokenLedger
    var device: DeviceStanding
    /// Which of the two worlds this simulator plays.
    var environment: PushEnvironment
    var now: Timestamp
    /// What is known of the channel that the request names, and of its app's.
    var channel = ChannelStanding()

    /// The row of the push type that the request names; `nil` when it names none, or an unknown one.
    var pushType: PushType? { request.headers.pushType.flatMap { PushType.table[$0] } }

    /// The verified token; `nil` when there is none.
    var token: ProviderToken? { if case .verified(let token) = credential { token } else { nil } }
}
