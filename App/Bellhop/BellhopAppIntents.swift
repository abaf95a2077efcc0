import AppIntents
import BellhopLive

/// What the system finds in the app: the buttons of the Live Activity.
struct BellhopAppIntents: AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { [BellhopIntents.self] }
}
