import AppIntents
import BellhopApple
import BellhopLive
import BellhopUI
import SwiftUI

/// The app: one window with the screens of BellhopUI.
@main
struct BellhopApp: App {
    @UIApplicationDelegateAdaptor private var delegate: AppDelegate

    var body: some Scene {
        WindowGroup { AppWindow(delegate: delegate) }
    }
}

/// The app's window; before Bellhop has started, a progress view or the reason why it cannot start.
struct AppWindow: View {
    let delegate: AppDelegate

    var body: some View {
        // `startError` and `bellhop` are observed.
        if let error = delegate.startError {
            ContentUnavailableView(
                "Bellhop cannot start", systemImage: "exclamationmark.triangle",
                description: Text(String(describing: error)))
        } else if delegate.bellhop != nil, let model = delegate.model, let pairing = delegate.pairing {
            BellhopScreen(model, pairing: pairing, about: delegate.about, debugging: samples) {
                delegate.delegateOwner.typeName
            }
            // Only while there is a window: each result of an answer is delivered once, and a launch in the background
            // would take it and show it to no one.
            .task { await model.run() }
            .onOpenURL { delegate.open($0) }
        } else {
            ProgressView()
        }
    }

    /// In debug builds, a screen that sends sample notifications.
    private var samples: AnyView? {
        #if DEBUG
        delegate.samples.map { AnyView(SamplesScreen(sender: $0)) }
        #else
        nil
        #endif
    }
}

/// Lists the buttons of the Live Activity for the system.
struct BellhopAppIntents: AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { [BellhopIntents.self] }
}

extension DelegateOwner {
    /// The type of the notification center's delegate.
    fileprivate var typeName: String? {
        switch self {
        case .missing: nil
        case .bellhop, .bellhopBefore: "Bellhop"
        case .other(let name): name
        }
    }
}
