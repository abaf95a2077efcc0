public import BellhopModel
public import BellhopStore
import Crypto
public import Logging

/// Creates pairing codes, and registers devices.
public struct PairingService: Sendable {
    private let store: Store
    private let trust: DeviceTrust
    private let time: any TimeSource
    private let acceptsFileKeys: Bool
    private let logger: Logger

    /// The lifetime of a code.
    static let lifetime: Duration = .seconds(600)
    /// The number of consecutive wrong codes that invalidates every open code.
    static let attempts = 10

    /// - Parameter acceptsFileKeys: whether devices with a file-based signing key may be paired.
    public init(
        store: Store, trust: DeviceTrust, time: any TimeSource, acceptsFileKeys: Bool, logger: Logger
    ) {
        self.store = store
        self.trust = trust
        self.time = time
        self.acceptsFileKeys = acceptsFileKeys
        self.logger = logger
    }

    /// Creates a single-use code for one device, valid for ten minutes.
    ///
    /// - Parameter recorder: makes the idempotency record of the response; `nil` without an idempotency key.
    public func createPairing(
        _ request: PairingRequest, by caller: KeyRecord, recorder: ResponseRecorder<Pairing>?
    ) async throws -> IdempotentResult<Pairing> {
        let code = PairingSecret.make()
        let now = time.now
        let pairing = Pairing(id: .make(at: now), code: code.text, expiresAt: now + Self.lifetime)
        let result = try await store.addPairing(
            PairingRecord(
                id: pairing.id, codeHash: code.hash, userID: request.userID ?? caller.userID, createdBy: caller.id,
                expiresAt: pairing.expiresAt), idempotency: try recorder?(pairing))
        return IdempotentResult(result, pairing)
    }

    /// Creates a code whose device is trusted without the consent of another one. It has no route: it requires access
    /// to the server's files.
    public func recover(_ user: UserID) async throws -> Pairing {
        // Notified first, so that no code exists unannounced.
        try await trust.notify(user, of: .recoveryStarted)
        let pairing = try await createTrustedPairing(for: user)
        logger.warning("recovery started: the device that uses its code is trusted", metadata: ["user": "\(user)"])
        return pairing
    }

    /// Creates a code like that of ``recover(_:)`` without telling the user, for a demo.
    package func createTrustedPairing(for user: UserID) async throws -> Pairing {
        let code = PairingSecret.make()
        let now = time.now
        let pairing = Pairing(id: .make(at: now), code: code.text, expiresAt: now + Self.lifetime)
        _ = try await store.addPairing(
            PairingRecord(
                id: pairing.id, codeHash: code.hash, userID: user, expiresAt: pairing.expiresAt, isRecovery: true),
            idempotency: nil)
        return pairing
    }

    /// - Throws: `APIError` `not_found`, also when another key has created the pairing.
    public func status(of id: PairingID, for caller: KeyRecord) async throws -> PairingStatus {
        guard let pairing = try await store.pairing(id), pairing.createdBy == caller.id else {
            throw APIError(.notFound, "There is no pairing \(id) of this key.")
        }
        var device: Device?
        if let used = pairing.deviceID { device = try await store.device(used) }
        return PairingStatus(
            id: pairing.id, userID: pairing.userID, expiresAt: pairing.expiresAt, device: device.map(DeviceSummary.init)
        )
    }

    /// Registers a device with a pairing code for the first time, or again with its own key. An admin's key registers a
    /// device that cannot answer.
    ///
    /// - Throws: `APIError`: `invalid_request`, `pairing_code_invalid`, `forbidden`; `unauthorized` without a key or a
    ///   code, and when the device was removed or paired again during the request.
    public func register(_ registration: DeviceRegistration, by caller: KeyRecord?) async throws -> RegisteredDevice {
        let registration = try DeviceRules.checked(registration)
        guard acceptsFileKeys || registration.keyStorage != .file else { throw APIError(.keyStorageNotAllowed) }
        if let code = registration.pairingCode {
            return try await pair(PairingSecret(typed: code), registration)
        }
        guard let caller else {
            throw APIError(.unauthorized, "Send a `pairing_code` to register a new device, or the device's own key.")
        }
        guard caller.role == .admin else { return try await renew(registration, by: caller) }
        guard let device = try await store.importDevices([device(importing: registration)]).first ?? nil else {
            throw APIError(
                .forbidden, "token: it belongs to a paired device of another user; remove that device first.")
        }
        return RegisteredDevice(device: DeviceSummary(device))
    }

    /// Registers devices that cannot answer.
    ///
    /// - Throws: `APIError` `invalid_request` that names the first invalid device; then none is registered.
    public func importDevices(_ request: DeviceImport) async throws -> ImportedDevices {
        guard (1...APILimits.imports).contains(request.devices.count) else {
            throw APIError(.invalidRequest, "devices: 1 to \(APILimits.imports) expected.")
        }
        let devices = try request.devices.enumerated().map { index, registration in
            do {
                return try device(importing: DeviceRules.checked(registration))
            } catch let error as APIError {
                throw APIError(error.code, "devices[\(index)].\(error.message)")
            }
        }
        let stored = try await store.importDevices(devices)
        return ImportedDevices(
            registered: stored.count { $0 != nil }, skipped: stored.indices.filter { stored[$0] == nil })
    }

    private func device(importing registration: DeviceRegistration) throws -> Device {
        for (field, isGiven) in [
            ("pairing_code", registration.pairingCode != nil), ("public_key", registration.publicKey != nil),
        ] where isGiven {
            throw APIError(
                .invalidRequest,
                "\(field): a device registered with an admin's key cannot answer; omit this field, or pair the device.")
        }
        guard let user = registration.userID else {
            throw APIError(.invalidRequest, "user_id: this field is missing; it names the owner of the device.")
        }
        guard registration.token != nil else { throw DeviceRules.missingToken }
        let app = try Self.needed(registration.app, "app")
        return Device(
            registration, id: .make(at: time.now), user: user,
            name: registration.name ?? registration.platform.rawValue,
            app: app, publicKey: [], at: time.now)
    }

    /// Uses the code, and stores device and key in one transaction; after an error the code is still valid.
    private func pair(_ code: PairingSecret, _ registration: DeviceRegistration) async throws -> RegisteredDevice {
        try Self.refuseUser(in: registration)
        let publicKey = try Self.publicKey(Self.needed(registration.publicKey, "public_key"))
        let (name, app) = (try Self.needed(registration.name, "name"), try Self.needed(registration.app, "app"))
        let now = time.now
        let key = APIKey.make(for: .device)
        let redemption = PairingRedemption(
            codeHash: code.hash, keyID: .make(at: now), keyHash: APIKey.hash(key), acceptsFileKeys: acceptsFileKeys,
            notices: { DeviceTrust.notices(about: $0, $1, at: now) }
        ) {
            Device(
                registration, id: .make(at: now), user: $0, name: name, app: app, publicKey: publicKey, at: now)
        }
        let attempt = try await store.redeemPairing(redemption, at: now, attempts: Self.attempts)
        guard case .accepted(let device, _, let admission) = attempt else { throw APIError(.pairingCodeInvalid) }
        log(device, admission)
        try await trust.sendNotices(about: device)
        return RegisteredDevice(device: DeviceSummary(device), key: key)
    }

    private func renew(_ registration: DeviceRegistration, by caller: KeyRecord) async throws -> RegisteredDevice {
        guard caller.role == .device, let id = caller.deviceID else {
            throw APIError(.forbidden, "Only a device registers itself: send its device key or a `pairing_code`.")
        }
        try Self.refuseUser(in: registration)
        let publicKey = try registration.publicKey.map(Self.publicKey)
        guard let known = try await store.device(id), known.publicKey == publicKey ?? known.publicKey else {
            throw APIError(.forbidden, "public_key: differs from the key that this device registered; pair it again.")
        }
        let device = Device(
            registration, id: id, user: caller.userID, name: registration.name ?? known.name,
            app: registration.app ?? known.app, publicKey: known.publicKey, at: time.now)
        guard let stored = try await store.register(device) else {
            throw APIError(
                .unauthorized,
                "This device was removed or paired again during the request, which revoked its key; pair it again.")
        }
        try await trust.askAgain(about: stored)
        return RegisteredDevice(device: DeviceSummary(stored))
    }

    private func log(_ device: Device, _ admission: TrustDecision) {
        let level: Logger.Level = admission == .recovery ? .warning : .notice
        logger.log(
            level: level, "a device was paired",
            metadata: [
                "user": "\(device.userID)", "device": "\(device.id)", "admission": "\(admission)",
                "fingerprint": "\(DeviceTrust.fingerprint(of: device))",
            ])
    }

    private static func publicKey(_ text: String) throws -> [UInt8] {
        guard let bytes = Base64.decode(text), (try? P256.Signing.PublicKey(x963Representation: bytes)) != nil else {
            throw APIError(.invalidRequest, "public_key: Base64 of a 65-byte uncompressed P-256 point expected.")
        }
        return bytes
    }

    private static func needed(_ value: String?, _ field: String) throws -> String {
        guard let value else { throw APIError(.invalidRequest, "\(field): this field is missing.") }
        return value
    }

    /// Rejects a user id: the pairing code or the device's key determines the owner.
    private static func refuseUser(in registration: DeviceRegistration) throws {
        guard registration.userID == nil else {
            throw APIError(.invalidRequest, "user_id: only an admin's key may name the owner; omit this field.")
        }
    }
}

extension Device {
    fileprivate init(
        _ registration: DeviceRegistration, id: DeviceID, user: UserID, name: String, app: String, publicKey: [UInt8],
        at now: Timestamp
    ) {
        self.init(
            id: id, userID: user, name: name, platform: registration.platform,
            token: registration.token ?? DeviceToken(missingOn: id),
            environment: registration.environment, app: app, appVersion: registration.appVersion,
            locale: registration.locale, timeZone: registration.timeZone, publicKey: publicKey,
            keyStorage: registration.keyStorage, registeredAt: now)
    }
}
