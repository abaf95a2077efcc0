#if canImport(ActivityKit) && canImport(UIKit)
import ActivityKit
import BellhopModel
import Foundation
public import SwiftUI
import WidgetKit

/// A session on the lock screen and in the Dynamic Island. The widget extension's bundle names it, and nothing else.
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
    init(_ context: ActivityViewContext<SessionAttributes>) {
        self.init(context.attributes, context.state, isStale: context.isStale, at: Timestamp(Date()))
    }

    var url: URL? { URL(string: link) }
}
#endif
