import Foundation

/// The groups shared by the app and its extensions. The names come from the build settings through each Info.plist, so
/// that a build under another identifier changes them in one place.
enum SharedGroups {
    static var appGroup: String? { text("BellhopAppGroup") }

    /// The keychain group, with the team's prefix.
    static var keychainGroup: String? { text("BellhopKeychainGroup") }

    static func text(_ key: String) -> String? {
        let value = Bundle.main.object(forInfoDictionaryKey: key) as? String
        return value.flatMap { $0.isEmpty ? nil : $0 }
    }
}
