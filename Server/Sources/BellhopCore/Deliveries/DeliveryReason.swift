import BellhopModel
import BellhopPush

/// The engine's own words in a timeline, beside those of the gateways.
enum DeliveryReason {
    static let expired = "expired"
    static let tokensDoubted = Reason(rawValue: "TokensDoubted")

    static func expired(after reason: Reason) -> String { "\(expired) (\(reason))" }
    static func noGateway(for platform: Platform) -> String { "no gateway for \(platform.rawValue) is configured" }
    static func noPayload(_ error: any Error) -> String { "no payload could be written: \(error)" }
}
