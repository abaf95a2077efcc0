import BellhopModel

/// With what the device calls the API.
struct DeviceCredentials: Hashable, Sendable {
    var deviceID: DeviceID
    var userID: UserID
    var key: Secret
}

/// The result of reading the credentials.
enum CredentialLookup: Hashable, Sendable {
    case found(DeviceCredentials)
    /// The device is not paired.
    case unpaired
    /// The vault or the journal cannot be read now, such as before the first unlock after a restart.
    case locked
}
