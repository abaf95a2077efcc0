package import BellhopModel

/// What a registration must keep to, beyond its types.
package enum DeviceRules {
    /// Of `app_version`, `locale` and `time_zone`, in bytes of UTF-8.
    package static let detailLength = 1...128

    /// - Throws: `APIError` `invalid_request` that names the field.
    package static func check(_ registration: DeviceRegistration) throws {
        if let name = registration.name { try NameRule.check(name) }
        if let app = registration.app {
            guard (1...255).contains(app.utf8.count), app.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw APIError(.invalidRequest, "app: a bundle identifier such as com.example.app expected.")
            }
        }
        try FieldRules.token(registration.token, on: registration.platform)
        let limit = detailLength.upperBound
        try FieldRules.identifier(registration.appVersion, "app_version", atMost: limit)
        try FieldRules.identifier(registration.locale, "locale", atMost: limit)
        try FieldRules.identifier(registration.timeZone, "time_zone", atMost: limit)
        // What Foundation calls UTC where the clock was set to it by hand.
        if let zone = registration.timeZone, zone != "GMT" { try FieldRules.timeZone(zone, "time_zone") }
    }
}
