import BellhopModel

/// The stored registration on one server.
struct RegistrationRecord: Codable, Hashable, Sendable {
    var deviceID: DeviceID
    var userID: UserID
    var facts: RegistrationFacts
    /// When the server last confirmed them, by this device's clock.
    var confirmedAt: Timestamp
    /// The person signed out and the server does not know yet.
    var isLeaving = false
    /// No trusted device has confirmed this one yet; `nil` in a record of before there was such a thing.
    var isWaiting: Bool?
}
