import BellhopUI
import SwiftUI

/// The app's window.
struct AppWindow: View {
    let composition: Composition

    var body: some View {
        RootScreen(composition.model, pairing: composition.pairing)
            // Only while there is a window: what came of answers is given once, and a launch in the background would
            // take it and show it to nobody.
            .task { await composition.model.run() }
            // A scene's delegate is not called for links when SwiftUI makes the scene. To open one twice does no harm.
            .onOpenURL { link in
                if !composition.application.opened(link) { composition.open([link]) }
            }
    }
}
