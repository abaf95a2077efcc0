import BellhopModel
import BellhopPush
import Crypto
import NIOConcurrencyHelpers

@testable import BellhopAPNs

/// A fixed key in the format of Apple's keys.
enum TestKey {
    static let signing: P256.Signing.PrivateKey = key(of: 9)
    static var pem: String { signing.pemRepresentation }

    /// Every 32 bytes below the curve's order are a private key.
    static func key(of byte: UInt8) -> P256.Signing.PrivateKey {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: byte, count: 32)) else {
            preconditionFailure("\(byte) is below the order of the curve")
        }
        return key
    }

    static func credential(
        keyID: String = "KEY1234567", environments: Set<PushEnvironment> = [.sandbox, .production],
        apps: Set<String>? = nil
    ) throws -> APNsCredential {
        try APNsCredential(
            teamID: "TEAM123456", keyID: keyID, privateKey: Secret(pem), environments: environments, apps: apps)
    }
}

extension Push {
    static func test(
        _ number: UInt64 = 1, token: String = "a1b2c3d4", environment: PushEnvironment = .sandbox,
        app: String = "com.example.app", kind: PushKind = .alert,
        payload: String = #"{"aps":{"alert":"hello"}}"#, urgency: Urgency = .immediate,
        expiration: Expiration = .gatewayDefault, collapseID: String? = nil
    ) throws -> Push {
        guard let token = DeviceToken(token) else { throw TestFault("not a device token") }
        return Push(
            id: DeliveryID(high: 0x0192_F0C4_7B1E_7CC3, low: 0x8D2A_0000_0000_0000 | number), token: token,
            environment: environment, app: app, kind: kind, payload: Array(payload.utf8), urgency: urgency,
            expiration: expiration, collapseID: collapseID)
    }
}

/// An error of the test itself.
struct TestFault: Error {
    let description: String
    init(_ description: String) { self.description = description }
}

/// A clock that the test advances.
final class TestClock: Sendable {
    static let start = Timestamp(seconds: 1_800_000_000)

    private let time = NIOLockedValueBox(start)

    func advance(by duration: Duration) { time.withLockedValue { $0 = $0 + duration } }
    func now() -> Timestamp { time.withLockedValue { $0 } }
}

extension Outcome {
    static func deferred(_ reason: Reason, until: Timestamp? = nil) -> Outcome {
        .deferred(Deferral(reason: reason, until: until))
    }

    static func rejected(_ reason: String, _ consequence: Rejection.Cause) -> Outcome {
        .rejected(Rejection(reason: Reason(rawValue: reason), cause: consequence))
    }

    static let accepted = Outcome.accepted(AcceptedPush())

    var reason: Reason? {
        switch self {
        case .accepted: nil
        case .rejected(let rejection): rejection.reason
        case .deferred(let deferral): deferral.reason
        }
    }
}
