import BellhopApple
import SwiftUI

@main
struct SimulatorApp: App {
    @UIApplicationDelegateAdaptor private var delegate: AppDelegate
    @State private var status = "Waiting for an ask"

    var body: some Scene {
        WindowGroup {
            Text(status)
                .onBellhopRoute { opened in status = "Opened \(opened.route)" }
        }
    }
}

final class AppDelegate: BellhopAppDelegate {
    // The code is printed by `bellhop pair`.
    override var configuration: BellhopConfiguration { .simulator(pairingCode: "7K2M-Q9XT") }
}
