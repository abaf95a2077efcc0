import BellhopApple
import BellhopUI
import Foundation
import SwiftUI

/// The app's window.
struct AppWindow: View {
    let composition: Composition

    var body: some View {
        BellhopScreen(composition.model, pairing: composition.pairing, about: composition.about, debugging: samples) {
            composition.application.delegateOwner.typeName
        }
        // Only while there is a window: what came of answers is given once, and a launch in the background would
        // take it and show it to nobody.
        .task { await composition.model.run() }
        // A scene's delegate is not called for links when SwiftUI makes the scene. To open one twice does no harm.
        .onOpenURL { link in
            if !composition.application.opened(link) { composition.open([link]) }
        }
    }

    /// In debug builds, a screen that sends sample notifications.
    private var samples: AnyView? {
        #if DEBUG
        AnyView(SamplesScreen(sender: composition.samples))
        #else
        nil
        #endif
    }
}

extension DelegateOwner {
    /// Of the object that hears the notification center.
    fileprivate var typeName: String? {
        switch self {
        case .nobody: nil
        case .bellhop, .bellhopBefore: String(reflecting: NotificationDelegate.self)
        case .other(let name): name
        }
    }
}
