import BellhopUI
import SwiftUI

/// The app. Everything is put together in ``Composition``; the screens are BellhopUI's.
@main
struct BellhopApp: App {
    @UIApplicationDelegateAdaptor private var delegate: AppDelegate

    var body: some Scene {
        WindowGroup {
            switch Composition.launch.outcome {
            case .success(let composition): AppWindow(composition: composition)
            case .failure(let error): Misconfiguration(error: error)
            case nil: ProgressView()
            }
        }
    }
}
