import AppIntents
import BellhopLive

/// What the system finds in the widget extension, which shows the Live Activity.
struct BellhopWidgetIntents: AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { [BellhopIntents.self] }
}
