public import BellhopCore
public import BellhopModel
public import BellhopStore

/// Makes, lists and revokes keys.
public struct KeyService: Sendable {
    private let store: any KeyStore
    private let time: any TimeSource

    public init(store: any KeyStore, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// - Parameter remember: makes the record of the response, which is stored together with the key; `nil` when the
    ///   request named no idempotency key.
    /// - Throws: ``APIError`` `invalid_request` for a device key: those come from pairing, with a device.
    public func create(
        _ request: KeyRequest, by caller: KeyRecord, remember: (@Sendable (CreatedKey) throws -> IdempotencyRecord)?
    ) async throws -> Acceptance<CreatedKey> {
        guard request.role != .device else {
            throw APIError(.invalidRequest, "role: device keys are made by pairing a device, see `bellhop pair`.")
        }
        let created = draw(request.role, label: request.label, user: request.userID ?? caller.userID)
        switch try await add(created, try remember?(created)) {
        case .stored: return .accepted(created)
        case .repeated(let record): return .repeated(record)
        }
    }

    /// A key for `role`, stored as its hash.
    public func make(_ role: Role, label: String, user: UserID) async throws -> CreatedKey {
        let created = draw(role, label: label, user: user)
        _ = try await add(created, nil)
        return created
    }

    /// A key that is not good yet.
    func draw(_ role: Role, label: String, user: UserID) -> CreatedKey {
        let now = time.now
        return CreatedKey(
            record: KeyRecord(id: .make(at: now), role: role, userID: user, label: label, createdAt: now),
            key: APIKey.make(for: role))
    }

    func add(_ created: CreatedKey, _ idempotency: IdempotencyRecord?) async throws -> IdempotentWriteResult {
        try await store.addKey(created.record, hash: APIKey.hash(created.key), idempotency: idempotency)
    }

    public func list() async throws -> [KeyRecord] { try await store.keys() }

    public func revoke(_ id: KeyID) async throws {
        guard try await store.revokeKey(id, at: time.now) else { throw APIError(.notFound, "There is no key \(id).") }
    }
}
