import BellhopKit
import BellhopModel
import Foundation
import UIKit

extension AppIdentity {
    /// This app on this device, as they are now, and no server.
    @MainActor static var present: AppIdentity {
        AppIdentity(
            server: "", app: Bundle.main.bundleIdentifier ?? "",
            appVersion: SharedGroups.text("CFBundleShortVersionString"), deviceName: UIDevice.current.name,
            environment: SharedGroups.text("BellhopPushEnvironment") == "production" ? .production : .sandbox,
            locale: Locale.preferredLanguages.first, timeZone: TimeZone.current.identifier)
    }
}
