import AppIntents
import BellhopLive
import SwiftUI
import WidgetKit

/// The widgets: the sessions' Live Activities.
@main
struct BellhopWidgets: WidgetBundle {
    var body: some Widget {
        AgentActivityWidget()
    }
}

/// Lists the buttons of the Live Activity for the widget extension.
struct BellhopWidgetIntents: AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { [BellhopIntents.self] }
}
