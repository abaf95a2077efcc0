public import BellhopModel

public protocol DeviceStore: Sendable {
    /// Stores a registration.
    ///
    /// A device with the same id is updated, if ``BellhopModel/Device/isRenewed(by:)`` says so; otherwise nothing is stored: a
    /// device that was removed, or has another owner or signing key by now, has to be paired again. When the id is
    /// new, a device of the same app with the same token is taken over: its owner, key and data become those of
    /// `device`, it keeps its id, and the keys that were made for it are revoked. Otherwise it is new. In every case it
    /// becomes active with `device.registeredAt`, and any other device of the app with that token becomes inactive: a
    /// token addresses one installation. When the owner changes, what waits for the device ends as well: neither
    /// answers nor notifications may cross to the next owner. A name it was given with ``rename(_:to:)`` stays, unless
    /// the owner changes. To register is to be seen.
    /// - Returns: the device as stored; `nil` when it has to be paired again.
    func register(_ device: Device) async throws -> Device?

    /// Stores devices that never answer, under ids that are new, as ``register(_:)`` does; in one transaction.
    ///
    /// A paired device that has the token, and was not removed, stays as it is: see ``BellhopModel/Device/yields(to:)``.
    /// - Returns: for each the device as stored, or the paired device that stays, if it is the same user's; `nil` if it is
    ///   another's.
    func importDevices(_ devices: [Device]) async throws -> [Device?]

    func device(_ id: DeviceID) async throws -> Device?

    /// In order of registration, inactive ones included.
    func devices(of user: UserID) async throws -> [Device]

    /// Devices by id; those that there are.
    func devices(_ ids: Set<DeviceID>) async throws -> [Device]

    /// Gives the device a name that outlasts what it calls itself when it registers again.
    /// - Returns: the device as stored; `nil` when there is none.
    func rename(_ id: DeviceID, to name: String) async throws -> Device?

    /// Notes when devices were last seen; what is older than what is known changes nothing.
    func noteSeen(_ sightings: [DeviceID: Timestamp]) async throws

    /// Everybody who has, or had, a key or a device, by name, starting after `cursor`.
    func users(after cursor: UserID?, limit: Int, at time: Timestamp) async throws -> [UserSummary]

    /// Makes the device inactive, revokes its keys and ends its waiting deliveries.
    /// - Returns: whether there is such a device. Removing it again changes nothing.
    func removeDevice(_ id: DeviceID, at time: Timestamp) async throws -> Bool
}
