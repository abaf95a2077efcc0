package import BellhopModel

/// The rules of a registration that span fields or need the time zones.
package enum DeviceRules {
    /// - Throws: `APIError` `invalid_request` that names the field.
    package static func check(_ registration: DeviceRegistration) throws {
        try FieldRules.token(registration.token, on: registration.platform)
        // Foundation's name of UTC where the clock was set to it by hand.
        if let zone = registration.timeZone, zone != "GMT" { try FieldRules.timeZone(zone, "time_zone") }
    }
}
