public import BellhopModel

public protocol DeviceStore: Sendable {
    /// Stores a registration.
    ///
    /// A device with the same id is updated if ``BellhopModel/Device/isRenewed(by:)`` allows it; otherwise nothing is
    /// stored, because a removed device, or one with another owner or signing key, must be paired again. For a new id,
    /// a device of the same app with the same token is taken over: its owner, key and data become those of `device`, it
    /// keeps its id, and its API keys are revoked. Otherwise the device is new. In each case it becomes active with
    /// `device.registeredAt`, and any other device of the app with that token becomes inactive, because a token
    /// addresses one installation. When the owner changes, pending deliveries of the device end as well, so that
    /// neither answers nor notifications reach the next owner. A name set with ``rename(_:to:)`` is kept, unless the
    /// owner changes. Registering counts as activity.
    /// - Returns: the stored device; `nil` when it must be paired again.
    func register(_ device: Device) async throws -> Device?

    /// Stores devices that cannot answer, under new ids, as ``register(_:)`` does; in one transaction.
    ///
    /// A paired device with the same token that was not removed is not changed: see
    /// ``BellhopModel/Device/yields(to:)``.
    /// - Returns: for each device the stored one, or the unchanged paired device of the same user; `nil` when the
    ///   paired device belongs to another user.
    func importDevices(_ devices: [Device]) async throws -> [Device?]

    func device(_ id: DeviceID) async throws -> Device?

    /// In order of registration, inactive ones included.
    func devices(of user: UserID) async throws -> [Device]

    /// The existing devices with these ids.
    func devices(_ ids: Set<DeviceID>) async throws -> [Device]

    /// Sets a name that is kept when the device registers again under another one.
    /// - Returns: the stored device; `nil` for an unknown one.
    func rename(_ id: DeviceID, to name: String) async throws -> Device?

    /// Records the devices' last activity; an older time than the recorded one changes nothing.
    func noteSeen(_ sightings: [DeviceID: Timestamp]) async throws

    /// All users who have or had a key or a device, ordered by name, starting after `cursor`.
    func users(after cursor: UserID?, limit: Int, at time: Timestamp) async throws -> [UserSummary]

    /// Makes the device inactive, revokes its keys and ends its pending deliveries.
    /// - Returns: whether the device exists. Repeating it changes nothing.
    func removeDevice(_ id: DeviceID, at time: Timestamp) async throws -> Bool
}

extension Device {
    /// Returns whether `registration`, which has the same id, comes from the paired installation.
    ///
    /// A removed device must be paired again, even when its key was valid a moment ago. Owner and signing key change
    /// only by pairing.
    public func isRenewed(by registration: Device) -> Bool {
        inactivation?.cause != .removed && userID == registration.userID && publicKey == registration.publicKey
    }

    /// Returns whether `newcomer`, which has the token of this device, takes its place. A device that cannot answer
    /// does not replace a paired one that still can.
    public func yields(to newcomer: Device) -> Bool {
        newcomer.canAnswer || !canAnswer || inactivation?.cause == .removed
    }
}

public protocol DeviceCensus: Sendable {
    /// All registrations, counted and ordered by platform, app, environment and state. Reads all rows: for diagnosis,
    /// not for every request.
    func deviceCounts() async throws -> [DeviceCount]
}
