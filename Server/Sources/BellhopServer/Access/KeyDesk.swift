public import BellhopDelivery
public import BellhopModel
public import BellhopStore

/// Makes, lists and revokes keys.
public struct KeyDesk: Sendable {
    private let store: any KeyStore
    private let time: any TimeSource

    public init(store: any KeyStore, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// - Throws: ``APIError`` `invalid_request` for a device key: those come from pairing, with a device.
    public func create(_ request: KeyRequest, by caller: KeyRecord) async throws -> CreatedKey {
        guard request.role != .device else {
            throw APIError(.invalidRequest, "role: device keys are made by pairing a device, see `bellhop pair`.")
        }
        guard (1...APILimits.title).contains(request.label.count) else {
            throw APIError(.invalidRequest, "label: 1 to \(APILimits.title) characters expected.")
        }
        return try await make(request.role, label: request.label, user: request.userID ?? caller.userID)
    }

    /// A key for `role`, stored as its hash.
    public func make(_ role: Role, label: String, user: UserID, device: DeviceID? = nil) async throws -> CreatedKey {
        let secret = APIKey.make(for: role)
        let now = time.now
        let record = KeyRecord(
            id: .make(at: now), role: role, userID: user, deviceID: device, label: label, createdAt: now)
        try await store.addKey(record, hash: APIKey.hash(secret))
        return CreatedKey(record: record, key: secret)
    }

    public func list() async throws -> [KeyRecord] { try await store.keys() }

    public func revoke(_ id: KeyID) async throws {
        guard try await store.revokeKey(id, at: time.now) else { throw APIError(.notFound, "There is no key \(id).") }
    }
}
