import BellhopModel
import BellhopSimulators

extension FaultCase {
    /// When the phone of these tests registered.
    static let registered = Timestamp(seconds: 1_767_000_000)

    /// Answers that are no 200.
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
