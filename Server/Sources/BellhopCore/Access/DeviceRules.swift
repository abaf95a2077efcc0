package import BellhopModel
import Crypto

/// The rules of a registration that span fields or need the time zones.
package enum DeviceRules {
    /// The registration with its token in canonical form, in which it is stored.
    ///
    /// - Throws: `APIError` `invalid_request` that names the field.
    package static func checked(_ registration: DeviceRegistration) throws -> DeviceRegistration {
        var registration = registration
        if let token = registration.token {
            try FieldRules.token(token, on: registration.platform)
            if registration.platform == .web { registration.token = try subscription(token) }
        } else if registration.platform != .web {
            throw missingToken
        }
        // Foundation's name of UTC where the clock was set to it by hand.
        if let zone = registration.timeZone, zone != "GMT" { try FieldRules.timeZone(zone, "time_zone") }
        return registration
    }

    static var missingToken: APIError { APIError(.invalidRequest, "token: this field is missing.") }

    /// The token of a browser: a push subscription as canonical JSON. The error never shows it.
    private static func subscription(_ token: DeviceToken) throws -> DeviceToken {
        let subscription: WebPushSubscription
        do throws(WebPushSubscriptionError) {
            subscription = try WebPushSubscription(json: token.text)
        } catch {
            throw APIError(.invalidRequest, "token: \(error).")
        }
        guard (try? P256.KeyAgreement.PublicKey(x963Representation: subscription.publicKey)) != nil,
            let token = subscription.token
        else { throw APIError(.invalidRequest, "token: keys.p256dh must be a point of the curve P-256.") }
        return token
    }
}
