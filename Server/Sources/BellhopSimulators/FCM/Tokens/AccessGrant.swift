import BellhopModel

/// An access token that was given out.
struct AccessGrant: Sendable {
    var account: FCMAccount
    var expiresAt: Timestamp
}
