import BellhopModel
import BellhopSimulators
import Testing

/// One thing that goes wrong at FCM, and what Bellhop is to make of it.
struct AndroidFault: Sendable, CustomTestStringConvertible {
    let name: String
    /// They strike one message each.
    var faults: [FCMFault] = []
    /// They strike one request for an access token each.
    var tokenFaults: [FCMFault] = []
    let attempts: [FaultCase.Attempt]
    /// How many messages the device gets.
    var arrivals = 1
    /// What becomes of the device's registration, which is active.
    var state = Device.State.active
    /// How long the gateway waits for an answer, by the machine's clock.
    var patience: Duration = .seconds(30)

    var testDescription: String { name }

    static let table: [AndroidFault] = [
        AndroidFault(name: "None: sent once", attempts: [.sent]),
        AndroidFault(name: "A late answer: sent once", faults: [.hold], attempts: [.sent]),
        AndroidFault(
            name: "UNREGISTERED: given up, and the device is deactivated", faults: [.refuse(.unregistered)],
            attempts: [.failed("UNREGISTERED")], arrivals: 0, state: .inactive),
        AndroidFault(
            name: "SENDER_ID_MISMATCH: given up, and the device is deactivated", faults: [.refuse(.senderIDMismatch)],
            attempts: [.failed("SENDER_ID_MISMATCH")], arrivals: 0, state: .inactive),
        AndroidFault(
            name: "INVALID_ARGUMENT about the token: given up, and the device is quarantined",
            faults: [.refuse(.invalidToken)],
            attempts: [.failed("INVALID_TOKEN")], arrivals: 0, state: .quarantined),
        AndroidFault(
            name: "INVALID_ARGUMENT about anything else: given up, and the device stays",
            faults: [.refuse(.invalidArgument("message.android.ttl", "Invalid value"))],
            attempts: [.failed("INVALID_ARGUMENT")], arrivals: 0),
        AndroidFault(
            name: "THIRD_PARTY_AUTH_ERROR: it waits five minutes for the operator, and is sent then",
            faults: [.refuse(.thirdPartyAuthError)],
            attempts: [.deferred("THIRD_PARTY_AUTH_ERROR", .seconds(300)), .sent]),
        AndroidFault(
            name: "PERMISSION_DENIED: it waits five minutes for the operator, and is sent then",
            faults: [.refuse(.permissionDenied)],
            attempts: [.deferred("PERMISSION_DENIED", .seconds(300)), .sent]),
        AndroidFault(
            name: "NOT_FOUND without a word of FCM's: the project's fault, not the device's",
            faults: [.refuse(.projectNotFound)],
            attempts: [.deferred("NOT_FOUND", .seconds(300)), .sent]),
        AndroidFault(
            name: "401 for a new access token: it waits for the operator", faults: [.refuse(.unauthenticated)],
            attempts: [.deferred("UNAUTHENTICATED", .seconds(300)), .sent]),
        AndroidFault(
            name: "QUOTA_EXCEEDED: sent again after a minute", faults: [.refuse(.quotaExceeded())],
            attempts: [.deferred("QUOTA_EXCEEDED", .seconds(60)), .sent]),
        AndroidFault(
            name: "QUOTA_EXCEEDED with Retry-After: sent again when it says so",
            faults: [.refuse(.quotaExceeded(retryAfter: .seconds(90)))],
            attempts: [.deferred("QUOTA_EXCEEDED", .seconds(90)), .sent]),
        AndroidFault(
            name: "UNAVAILABLE with Retry-After: sent again when it says so",
            faults: [.refuse(.unavailable(retryAfter: .seconds(30)))],
            attempts: [.deferred("UNAVAILABLE", .seconds(30)), .sent]),
        AndroidFault(
            name: "UNAVAILABLE with Retry-After beyond the notification's life: given up",
            faults: [.refuse(.unavailable(retryAfter: .seconds(2 * 86_400)))],
            attempts: [.failed("expired (UNAVAILABLE)")], arrivals: 0),
        AndroidFault(
            name: "INTERNAL twice: sent again, never sooner than ten seconds",
            faults: [.refuse(.internalError), .refuse(.internalError)],
            attempts: [.deferred("INTERNAL", .seconds(10)), .deferred("INTERNAL", .seconds(10)), .sent]),
        AndroidFault(
            name: "418, which no table explains: given up by its class",
            faults: [.refuse(FCMRefusal(418, "Teapot", body: "short and stout"))],
            attempts: [.failed("UnknownResponse418")], arrivals: 0),
        AndroidFault(
            name: "The connection cut before it was processed: sent again", faults: [.cutConnection(.skipped)],
            attempts: [.deferred("ConnectionLost"), .sent]),
        AndroidFault(
            name: "The connection cut after it was processed: sent again, under the same tag",
            faults: [.cutConnection(.processed)],
            attempts: [.deferred("ConnectionLost"), .sent], arrivals: 2),
        AndroidFault(
            name: "No answer before the deadline: sent again", faults: [.stall(.skipped)],
            attempts: [.deferred("Timeout"), .sent], patience: .seconds(10)),
        AndroidFault(
            name: "No access token because the key was refused: it waits for the operator, and is sent then",
            tokenFaults: [.refuse(.invalidGrant("Invalid JWT Signature."))],
            attempts: [.deferred("invalid_grant", .seconds(300), requests: 0), .sent]),
        AndroidFault(
            name: "No access token because Google is away: sent again", tokenFaults: [.refuse(.unavailable())],
            attempts: [.deferred("TokenStatus503", .seconds(10), requests: 0), .sent]),
    ]
}
