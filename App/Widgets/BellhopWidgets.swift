import BellhopLive
import SwiftUI
import WidgetKit

/// What the app shows outside of itself: its sessions' Live Activities.
@main
struct BellhopWidgets: WidgetBundle {
    var body: some Widget {
        AgentActivityWidget()
    }
}
