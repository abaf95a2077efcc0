public import BellhopModel
public import BellhopStore
import Crypto

/// Creates, lists and revokes API keys.
public struct KeyService: Sendable {
    private let store: Store
    private let trust: DeviceTrust
    private let time: any TimeSource

    public init(store: Store, trust: DeviceTrust, time: any TimeSource) {
        self.store = store
        self.trust = trust
        self.time = time
    }

    /// Creates a key, and notifies its user. The caller's user is notified of an admin's key as well.
    ///
    /// - Parameter recorder: makes the idempotency record of the response; `nil` without an idempotency key.
    /// - Throws: `APIError` `invalid_request` for a device key: pairing creates those, with a device.
    public func create(
        _ request: KeyRequest, by caller: KeyRecord, recorder: ResponseRecorder<CreatedKey>?
    ) async throws -> IdempotentResult<CreatedKey> {
        guard request.role != .device else {
            throw APIError(.invalidRequest, "role: device keys are created by pairing a device, see `bellhop pair`.")
        }
        let created = draft(request.role, label: request.label, user: request.userID ?? caller.userID)
        let result = IdempotentResult(try await add(created, try recorder?(created)), created)
        guard case .accepted = result else { return result }
        let record = created.record
        let users = record.role == .admin ? [record.userID, caller.userID] : [record.userID]
        for user in Set(users) { try await trust.notify(user, of: .keyCreated(record)) }
        return result
    }

    /// Creates a key without a notification.
    public func make(_ role: Role, label: String, user: UserID) async throws -> CreatedKey {
        let created = draft(role, label: label, user: user)
        _ = try await add(created, nil)
        return created
    }

    /// A key that is not stored yet.
    func draft(_ role: Role, label: String, user: UserID) -> CreatedKey {
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

/// Creates and hashes the text of API keys.
///
/// A key is `bh_<role>_` and 256 random bits in URL-safe Base64. So much randomness needs no slow hash: keys are stored
/// and found by their SHA-256, so the time of a comparison reveals nothing to an attacker.
public enum APIKey {
    /// A new key for `role`.
    public static func make(for role: Role) -> Secret { Secret("bh_\(role.rawValue)_\(randomText())") }

    /// 256 random bits in URL-safe Base64.
    static func randomText() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Base64.encodeURLSafe(bytes)
    }

    public static func hash(_ key: Secret) -> [UInt8] { Array(SHA256.hash(data: Array(key.reveal().utf8))) }
}
