import BellhopApple
import BellhopKit
import BellhopLive
import BellhopUI
import Foundation
import UIKit

/// The app's delegate: its configuration, and the models of its screens.
final class AppDelegate: BellhopAppDelegate {
    private(set) var model: AppModel?
    private(set) var pairing: PairingModel?
    #if DEBUG
    private(set) var samples: SampleSender?
    private var center: (any NotificationCenterPort)?
    #endif

    override var configuration: BellhopConfiguration {
        // The group must be listed in Info.plist; a missing one is reported by its empty name.
        var configuration = BellhopConfiguration.serverChosenByUser(
            appGroup: SharedGroups.appGroup ?? "", keychainGroup: SharedGroups.keychainGroup)
        configuration.environment =
            SharedGroups.text("BellhopPushEnvironment") == "production" ? .production : .sandbox
        configuration.usesServerItems = true
        configuration.liveActivities = SystemActivities()
        configuration.refreshTask = "dev.bellhop.refresh"
        return configuration
    }

    override func didStart(_ bellhop: Bellhop) {
        let model = AppModel(bellhop)
        self.model = model
        pairing = PairingModel(identity, in: model) { [unowned self] in remember($0) }
        #if DEBUG
        samples = center.map { SampleSender(center: $0, bellhop: bellhop, activities: SystemActivities()) }
        #endif
    }

    #if DEBUG
    override func customize(_ ports: inout BellhopPorts) { center = ports.center }
    #endif

    /// Opens the pairing screen for a pairing link.
    override func didOpen(_ links: [URL]) {
        guard let model, let pairing else { return }
        for link in links where PairingLink.isMeant(by: link.absoluteString) {
            pairing.open(link.absoluteString)
            model.navigator.tab = .settings
            model.navigator[.settings] = [.pairing]
        }
    }

    /// The app, its version and the system's.
    var about: String {
        let (identity, device) = (identity, UIDevice.current)
        return "\(identity.app) \(identity.appVersion ?? ""), \(device.systemName) \(device.systemVersion)"
    }
}
