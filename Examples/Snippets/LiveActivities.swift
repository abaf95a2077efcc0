import BellhopKit
import BellhopLive
import SwiftUI
import WidgetKit

// snippet.widget
struct ReminderWidgets: WidgetBundle {
    var body: some Widget {
        AgentActivityWidget()
    }
}
// snippet.end

// snippet.keeper
func followSessions(of bellhop: Bellhop, with ports: BellhopPorts) async {
    let activities = LiveActivityKeeper(
        port: SystemActivities(), server: bellhop.activityTokens, journal: ports.journal, digesting: ports.digesting,
        serverClock: bellhop.clock)
    await ActivityAnswers.shared.register(bellhop)
    await activities.run()
}
// snippet.end
