#if canImport(ActivityKit) && canImport(UIKit)
public import ActivityKit
public import BellhopModel
import Foundation
public import SwiftUI
public import WidgetKit

/// The Live Activity of a session, for the widget extension's bundle.
public struct AgentActivityWidget: Widget {
    public init() {}

    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: SessionAttributes.self) { context in
            LockScreenActivity(content: ActivityPresentation(context))
                .activityBackgroundTint(nil)
                .widgetURL(ActivityPresentation(context).url)
        } dynamicIsland: { context in
            island(ActivityPresentation(context))
        }
    }

    private func island(_ content: ActivityPresentation) -> DynamicIsland {
        DynamicIsland {
            DynamicIslandExpandedRegion(.leading) {
                ActivityStatusMark(content: content).font(.title2)
            }
            DynamicIslandExpandedRegion(.trailing) {
                ActivityClock(clock: content.clock)
            }
            DynamicIslandExpandedRegion(.center) {
                ActivityHeading(content: content)
            }
            DynamicIslandExpandedRegion(.bottom) {
                ActivityDetail(content: content)
            }
        } compactLeading: {
            ActivityStatusMark(content: content)
        } compactTrailing: {
            CompactProgress(content: content)
        } minimal: {
            ActivityStatusMark(content: content)
        }
        .widgetURL(content.url)
        .keylineTint(content.tone.color)
    }
}

extension ActivityPresentation {
    /// The presentation for an activity of the app's own attributes, or Bellhop's.
    public init<Attributes: SessionActivityAttributes>(_ context: ActivityViewContext<Attributes>)
    where Attributes.ContentState == LiveActivityState {
        self.init(context.attributes.session, context.state, isStale: context.isStale, at: Timestamp(Date()))
    }

    var url: URL? { URL(string: link) }
}

/// The activity on the lock screen.
struct LockScreenActivity: View {
    let content: ActivityPresentation

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            HStack(alignment: .firstTextBaseline) {
                ActivityStatusMark(content: content)
                ActivityHeading(content: content)
                Spacer()
                ActivityClock(clock: content.clock)
            }
            ActivityDetail(content: content)
        }
        .padding()
    }
}
#endif
