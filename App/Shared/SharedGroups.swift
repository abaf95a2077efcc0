import Foundation

/// What the app shares with its extensions. The names come from the build settings, by way of each Info.plist, so that
/// whoever builds under an identifier of their own changes them in one place.
enum SharedGroups {
    static var appGroup: String? { text("BellhopAppGroup") }

    /// With the team's prefix.
    static var keychainGroup: String? { text("BellhopKeychainGroup") }

    static func text(_ key: String) -> String? {
        let value = Bundle.main.object(forInfoDictionaryKey: key) as? String
        return value.flatMap { $0.isEmpty ? nil : $0 }
    }
}
