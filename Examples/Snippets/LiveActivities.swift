import AppIntents
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
func followSessions(of bellhop: Bellhop, with ports: BellhopPorts) async -> LiveActivitySync {
    let activities = LiveActivitySync(
        port: SystemActivities(), server: bellhop.activityTokens, journal: ports.journal, digesting: ports.digesting,
        serverClock: bellhop.clock)
    await ActivityAnswers.shared.register(bellhop)
    Task { await activities.run() }
    Task { await activities.follow(bellhop.updates(includingCards: false)) }
    return activities
}
// snippet.end

// snippet.foreground
func becameActive(_ activities: LiveActivitySync) {
    Task { await activities.foreground() }
}
// snippet.end

// snippet.intents
struct ReminderIntents: AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { [BellhopIntents.self] }
}
// snippet.end
