import BellhopModel
import BellhopPush
import Synchronization

extension Timestamp {
    /// 2026-01-01T00:00:00Z
    static let test = Timestamp(seconds: 1_767_225_600)
}

extension Push {
    static func test(
        _ number: UInt64 = 1, token: String = "fcm-token:1", payload: String = #"{"data":{"a":"b"}}"#,
        urgency: Urgency = .immediate, expiration: Expiration = .gatewayDefault, collapseID: String? = nil
    ) throws -> Push {
        guard let token = DeviceToken(token) else { throw TestFault("not a device token") }
        return Push(
            id: DeliveryID(high: 0x0192_F0C4_7B1E_7CC3, low: 0x8D2A_0000_0000_0000 | number), token: token,
            environment: .production, app: "com.example.app", payload: Array(payload.utf8), urgency: urgency,
            expiration: expiration, collapseID: collapseID)
    }
}

/// A test's own fault, not the tested code's.
struct TestFault: Error {
    let description: String
    init(_ description: String) { self.description = description }
}

/// A clock that stands still until it is told otherwise.
final class TestClock: Sendable {
    private let time = Mutex(Timestamp.test)

    func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
    func now() -> Timestamp { time.withLock { $0 } }
}

extension ContinuousClock.Instant {
    /// Later than any test takes.
    static var never: Self { ContinuousClock.now + .seconds(3600) }
}

extension Outcome {
    static func deferred(_ reason: String, until: Timestamp? = nil) -> Outcome {
        .deferred(Deferral(reason: Reason(rawValue: reason), until: until))
    }

    static func rejected(_ reason: String, _ consequence: Rejection.Cause) -> Outcome {
        .rejected(Rejection(reason: Reason(rawValue: reason), cause: consequence))
    }

    var isAccepted: Bool { if case .accepted = self { true } else { false } }
}
