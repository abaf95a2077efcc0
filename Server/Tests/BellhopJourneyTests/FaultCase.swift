import BellhopModel
import BellhopSimulators
import NIOHTTP2
import Testing

/// A fault of APNs with the expected results.
struct FaultCase: Sendable, CustomTestStringConvertible {
    /// One delivery attempt with its result.
    struct Attempt: Sendable {
        enum Ending: Hashable, Sendable {
            case sent
            /// Retried for this reason after this delay.
            case deferred(String, Duration)
            /// Failed permanently for this reason.
            case failed(String)
        }

        /// The number of requests that reach APNs.
        var requests = 1
        var ending: Ending
    }

    let name: String
    /// Faults for one request each.
    var faults: [APNsFault] = []
    /// APNs does not listen during the first attempt.
    var isRefused = false
    /// The gateway's request timeout, in real time. It includes connecting, so it must be long enough on a machine that is
    /// busy with the other rows.
    var patience: Duration = .seconds(30)
    let attempts: [Attempt]
    /// The number of pushes that the phone receives.
    let arrivals: Int
    /// The resulting state of the device, which was active and in the sandbox.
    var state = Device.State.active
    var environment = PushEnvironment.sandbox

    init(
        _ name: String, _ faults: APNsFault..., isRefused: Bool = false, patience: Duration = .seconds(30),
        attempts: [Attempt], arrivals: Int, state: Device.State = .active, environment: PushEnvironment = .sandbox
    ) {
        self.name = name
        self.faults = faults
        self.isRefused = isRefused
        self.patience = patience
        self.attempts = attempts
        self.arrivals = arrivals
        self.state = state
        self.environment = environment
    }

    var testDescription: String { name }
}

extension FaultCase.Attempt {
    static let sent = Self(ending: .sent)
    static func sent(requests: Int) -> Self { Self(requests: requests, ending: .sent) }
    static func failed(_ reason: String, requests: Int = 1) -> Self {
        Self(requests: requests, ending: .failed(reason))
    }
    /// The backoff after a first attempt is half a second, unless the response asks for more.
    static func deferred(_ reason: String, _ pause: Duration = .milliseconds(500), requests: Int = 1) -> Self {
        Self(requests: requests, ending: .deferred(reason, pause))
    }
}

extension FaultCase {
    /// Missing and late responses, and broken connections.
    static let connections: [FaultCase] = [
        FaultCase("None: sent once", attempts: [.sent], arrivals: 1),
        FaultCase("A late answer: sent once", .hold, attempts: [.sent], arrivals: 1),
        FaultCase(
            "GOAWAY that excludes the request: moved to another connection at once, within the attempt",
            .goAway(GoAway(lastStream: .previous, handling: .skipped)),
            attempts: [.sent(requests: 2)], arrivals: 1),
        FaultCase(
            "GOAWAY that excludes the request three times: moved twice, then left to the queue",
            .goAway(GoAway(lastStream: .previous, handling: .skipped)),
            .goAway(GoAway(lastStream: .previous, handling: .skipped)),
            .goAway(GoAway(lastStream: .previous, handling: .skipped)),
            attempts: [.deferred("Refused", requests: 3), .sent], arrivals: 1),
        FaultCase(
            "GOAWAY that includes the request, which was processed and not answered: sent again under the same id",
            .goAway(GoAway(lastStream: .faulted, handling: .processed)),
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 2),
        FaultCase(
            "GOAWAY that includes the request, which was not processed: sent again",
            .goAway(GoAway(lastStream: .faulted, handling: .skipped)),
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 1),
        FaultCase(
            "GOAWAY with the answer after it: sent once",
            .goAway(GoAway(reason: "Shutdown", lastStream: .maximum, handling: .answered)),
            attempts: [.sent], arrivals: 1),
        FaultCase(
            "RST_STREAM with REFUSED_STREAM: sent on another stream at once, within the attempt",
            .resetStream(.refusedStream, .skipped),
            attempts: [.sent(requests: 2)], arrivals: 1),
        FaultCase(
            "RST_STREAM with INTERNAL_ERROR before it was processed: sent again",
            .resetStream(.internalError, .skipped),
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 1),
        FaultCase(
            "RST_STREAM with INTERNAL_ERROR after it was processed: sent again under the same id",
            .resetStream(.internalError, .processed),
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 2),
        FaultCase(
            "The connection cut before it was processed: sent again",
            .cutConnection(.skipped),
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 1),
        FaultCase(
            "The connection cut after it was processed: sent again under the same id",
            .cutConnection(.processed),
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 2),
        FaultCase(
            "No answer before the deadline, not processed: sent again",
            .stall(.skipped), patience: .seconds(10),
            attempts: [.deferred("Timeout"), .sent], arrivals: 1),
        FaultCase(
            "No answer before the deadline, processed: sent again under the same id",
            .stall(.processed), patience: .seconds(10),
            attempts: [.deferred("Timeout"), .sent], arrivals: 2),
        FaultCase(
            "The connection refused: sent again once APNs listens", isRefused: true,
            attempts: [.deferred("Unreachable", requests: 0), .sent], arrivals: 1),
    ]
}

extension FaultCase {
    /// The time at which the tests' phone registered.
    static let registered = Timestamp(seconds: 1_767_000_000)

    /// Error responses.
    static let refusals: [FaultCase] = [
        FaultCase(
            "410 with a moment after the registration: given up, and the device is deactivated",
            .refuse(.unregistered(since: registered + .seconds(1))),
            attempts: [.failed("Unregistered")], arrivals: 0, state: .inactive),
        FaultCase(
            "410 with the moment of the registration: given up, and the device is deactivated",
            .refuse(.unregistered(since: registered)),
            attempts: [.failed("Unregistered")], arrivals: 0, state: .inactive),
        FaultCase(
            "410 with a moment before the registration: given up, but the device stays",
            .refuse(.unregistered(since: registered - .seconds(1))),
            attempts: [.failed("Unregistered")], arrivals: 0),
        FaultCase(
            "410 ExpiredToken: given up, and the device is deactivated",
            .refuse(.expiredToken(since: registered + .seconds(1))),
            attempts: [.failed("ExpiredToken")], arrivals: 0, state: .inactive),
        FaultCase(
            "400 DeviceTokenNotForTopic: given up, and the device is deactivated",
            .refuse(.deviceTokenNotForTopic),
            attempts: [.failed("DeviceTokenNotForTopic")], arrivals: 0, state: .inactive),
        FaultCase(
            "400 BadDeviceToken from one environment: sent by the other, which is remembered",
            .refuse(.badDeviceToken),
            attempts: [.sent(requests: 2)], arrivals: 1, environment: .production),
        FaultCase(
            "400 BadDeviceToken from both environments: given up, and the device is quarantined",
            .refuse(.badDeviceToken), .refuse(.badDeviceToken),
            attempts: [.failed("BadDeviceToken", requests: 2)], arrivals: 0, state: .quarantined),
        FaultCase(
            "400 IdleTimeout: sent again on another connection",
            .refuse(.idleTimeout),
            attempts: [.deferred("IdleTimeout"), .sent], arrivals: 1),
        FaultCase(
            "403 ExpiredProviderToken: sent again with a new one",
            .refuse(.expiredProviderToken),
            attempts: [.deferred("ExpiredProviderToken"), .sent], arrivals: 1),
        FaultCase(
            "403 InvalidProviderToken: it waits five minutes for the operator, and is sent then",
            .refuse(.invalidProviderToken),
            attempts: [.deferred("InvalidProviderToken", .seconds(300)), .sent], arrivals: 1),
        FaultCase(
            "413: given up, because it will not be smaller the next time",
            .refuse(.payloadTooLarge),
            attempts: [.failed("PayloadTooLarge")], arrivals: 0),
        FaultCase(
            "418, which no table explains: given up by its class",
            .refuse(APNsRefusal(418, "Teapot")),
            attempts: [.failed("UnknownResponse418")], arrivals: 0),
        FaultCase(
            "429 for the device: sent again after a minute",
            .refuse(.tooManyRequests),
            attempts: [.deferred("TooManyRequests", .seconds(60)), .sent], arrivals: 1),
        FaultCase(
            "429 for the provider token: sent again after a minute",
            .refuse(.tooManyProviderTokenUpdates),
            attempts: [.deferred("TooManyProviderTokenUpdates", .seconds(60)), .sent], arrivals: 1),
        FaultCase(
            "500 twice: sent again after a backoff that doubles",
            .refuse(.internalServerError), .refuse(.internalServerError),
            attempts: [.deferred("InternalServerError"), .deferred("InternalServerError", .seconds(1)), .sent],
            arrivals: 1),
        FaultCase(
            "503 with Retry-After: sent again when it says so",
            .refuse(.serviceUnavailable(retryAfter: .seconds(30))),
            attempts: [.deferred("ServiceUnavailable", .seconds(30)), .sent], arrivals: 1),
        FaultCase(
            "503 with Retry-After beyond the notification's life: given up",
            .refuse(.serviceUnavailable(retryAfter: .seconds(2 * 86_400))),
            attempts: [.failed("expired (ServiceUnavailable)")], arrivals: 0),
        FaultCase(
            "503 Shutdown: sent again on another connection",
            .refuse(.shutdown),
            attempts: [.deferred("Shutdown"), .sent], arrivals: 1),
    ]
}
