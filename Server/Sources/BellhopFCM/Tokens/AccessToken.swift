import BellhopModel

/// What FCM lets messages in by, for an hour or so.
struct AccessToken: Sendable, Equatable {
    /// By this machine's clock, as everything here: what the server's clock says does not matter.
    let issuedAt: Timestamp
    let endsAt: Timestamp
    private let secret: Secret

    init(_ secret: Secret, issuedAt: Timestamp, lifetime: Duration) {
        self.secret = secret
        self.issuedAt = issuedAt
        endsAt = issuedAt + lifetime
    }

    /// As it stands in the `authorization` field.
    var authorization: String { "Bearer \(secret.reveal())" }

    /// From then on a new one is asked for, while this one still serves.
    var renewAt: Timestamp { endsAt - min(.seconds(300), (endsAt - issuedAt) / 2) }
}
