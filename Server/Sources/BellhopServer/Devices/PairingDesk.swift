public import BellhopDelivery
public import BellhopModel
public import BellhopStore
import Crypto

/// Brings devices in: makes pairing codes, and registers whoever knows one.
public struct PairingDesk: Sendable {
    private let store: any Store
    private let keys: KeyDesk
    private let time: any TimeSource

    /// How long a code lives.
    static let lifetime: Duration = .seconds(600)
    /// So many wrong codes in a row void every open one.
    static let attempts = 10

    public init(store: any Store, keys: KeyDesk, time: any TimeSource) {
        self.store = store
        self.keys = keys
        self.time = time
    }

    /// A code of eight characters that are hard to confuse: 40 bits, single use, ten minutes, few attempts.
    public func createPairing(_ request: PairingRequest, by caller: KeyRecord) async throws -> Pairing {
        let code = Self.makeCode()
        let expiresAt = time.now + Self.lifetime
        try await store.addPairing(
            codeHash: Self.hash(code), user: request.userID ?? caller.userID, expiresAt: expiresAt)
        return Pairing(code: code, expiresAt: expiresAt)
    }

    /// Registers a device for the first time with a pairing code, or again with its own key.
    public func register(_ registration: DeviceRegistration, by caller: KeyRecord?) async throws -> RegisteredDevice {
        try Self.validate(registration)
        guard let publicKey = Self.publicKey(in: registration) else {
            throw APIError(.invalidRequest, "public_key: Base64 of a 65-byte uncompressed P-256 point expected.")
        }
        if let code = registration.pairingCode {
            let hash = Self.hash(Self.normalized(code))
            guard
                case .accepted(let user) = try await store.redeemPairing(
                    codeHash: hash, at: time.now, attempts: Self.attempts)
            else { throw APIError(.pairingCodeInvalid) }
            let device = try await store.register(
                Self.device(registration, id: .make(at: time.now), user: user, key: publicKey, at: time.now))
            let key = try await keys.make(.device, label: device.name, user: user, device: device.id)
            return RegisteredDevice(device: DeviceSummary(device), key: key.key)
        }
        guard let caller else {
            throw APIError(.unauthorized, "Send a `pairing_code` the first time, or the device's own key.")
        }
        guard caller.role == .device, let id = caller.deviceID else {
            throw APIError(.forbidden, "Only a device registers itself: send its device key or a `pairing_code`.")
        }
        guard let known = try await store.device(id), known.publicKey == publicKey else {
            throw APIError(.forbidden, "public_key: another key than this device registered; pair it again.")
        }
        let device = try await store.register(
            Self.device(registration, id: id, user: caller.userID, key: publicKey, at: time.now))
        return RegisteredDevice(device: DeviceSummary(device))
    }

    private static func validate(_ registration: DeviceRegistration) throws {
        guard (1...APILimits.title).contains(registration.name.count) else {
            throw APIError(.invalidRequest, "name: 1 to \(APILimits.title) characters expected.")
        }
        guard (1...255).contains(registration.app.utf8.count),
            registration.app.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw APIError(.invalidRequest, "app: a bundle identifier such as com.example.app expected.") }
        if registration.platform == .ios || registration.platform == .macos {
            guard let bytes = Hex.decode(registration.token.text), !bytes.isEmpty else {
                throw APIError(.invalidRequest, "token: the bytes of an APNs token in hexadecimal expected.")
            }
        }
    }

    private static func publicKey(in registration: DeviceRegistration) -> [UInt8]? {
        guard let bytes = Base64.decode(registration.publicKey),
            (try? P256.Signing.PublicKey(x963Representation: bytes)) != nil
        else { return nil }
        return bytes
    }

    private static func device(
        _ registration: DeviceRegistration, id: DeviceID, user: UserID, key: [UInt8], at now: Timestamp
    ) -> Device {
        Device(
            id: id, userID: user, name: registration.name, platform: registration.platform, token: registration.token,
            environment: registration.environment, app: registration.app, appVersion: registration.appVersion,
            locale: registration.locale, timeZone: registration.timeZone, publicKey: key, registeredAt: now)
    }

    /// Crockford's Base32: no I, L, O or U.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    private static func makeCode() -> String {
        var generator = SystemRandomNumberGenerator()
        let characters = (0..<8).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
        return String(characters[..<4]) + "-" + String(characters[4...])
    }

    /// As a person may have typed it: any case, with or without the dash, O for 0, I or L for 1.
    private static func normalized(_ code: String) -> String {
        let characters = code.uppercased().compactMap { character -> Character? in
            switch character {
            case "O": "0"
            case "I", "L": "1"
            case "-", " ": nil
            default: character
            }
        }
        guard characters.count == 8 else { return code }
        return String(characters[..<4]) + "-" + String(characters[4...])
    }

    private static func hash(_ code: String) -> [UInt8] { Array(SHA256.hash(data: Array(code.utf8))) }
}
