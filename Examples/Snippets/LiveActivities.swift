import ActivityKit
import AppIntents
import BellhopApple
import BellhopKit
import BellhopLive
import BellhopModel
import SwiftUI
import WidgetKit

// snippet.configuration
final class ActivityDelegate: BellhopAppDelegate {
    override var configuration: BellhopConfiguration {
        var configuration = BellhopConfiguration.production(server: "https://bellhop.example.com")
        configuration.liveActivities = SystemActivities()
        return configuration
    }
}
// snippet.end

// snippet.widget
struct ReminderWidgets: WidgetBundle {
    var body: some Widget {
        AgentActivityWidget()
    }
}
// snippet.end

// snippet.intents
struct ReminderIntents: AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { [BellhopIntents.self] }
}
// snippet.end

// snippet.attributes
struct RunAttributes: SessionActivityAttributes {
    typealias ContentState = LiveActivityState

    let session: SessionAttributes

    init(_ session: SessionAttributes) { self.session = session }
}

struct RunWidget: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: RunAttributes.self) { context in
            Text(context.attributes.session.title)
            if let ask = ActivityPresentation(context).ask {
                Button("Deny", intent: DenyAskIntent(ask))
            }
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.center) { Text(context.attributes.session.title) }
            } compactLeading: {
                Text(context.state.status.rawValue)
            } compactTrailing: {
                EmptyView()
            } minimal: {
                EmptyView()
            }
        }
    }
}

let runActivities = SystemActivities(RunAttributes.self)
// snippet.end
