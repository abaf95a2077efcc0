@_spi(Testing) import ActivityKit
import Foundation
@_spi(Testing) import SwiftUI
import Testing
@_spi(Testing) import WidgetKit

private struct Ride: ActivityAttributes {
    struct ContentState: Codable, Hashable, Sendable { var minutes: Int }
    let name: String
}

private func minutes(_ minutes: Int) -> ActivityContent<Ride.ContentState> {
    ActivityContent(state: Ride.ContentState(minutes: minutes), staleDate: nil)
}

private struct RideWidget: Widget {
    var body: some WidgetConfiguration { configuration }

    var configuration: ActivityConfiguration<Ride> {
        ActivityConfiguration(for: Ride.self) { context in
            Text(context.attributes.name)
            if context.isStale { Text("old") }
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { Text("leading") }
                DynamicIslandExpandedRegion(.bottom) { Text("bottom") }
            } compactLeading: {
                Text("compact")
            } compactTrailing: {
                Text("\(context.state.minutes) min")
            } minimal: {
                Text("minimal")
            }
        }
    }
}

@Suite("ActivityKit and WidgetKit", .serialized)
struct ActivityTests {
    init() { ActivitySystem.reset() }

    @Test("An activity is listed, updated and ended, and its listeners are notified")
    func life() async throws {
        let activity = try Activity.request(attributes: Ride(name: "Home"), content: minutes(9))
        #expect(Activity<Ride>.activities.map(\.id) == [activity.id])
        let contents = activity.contentUpdates.makeAsyncIterator()
        let states = activity.activityStateUpdates.makeAsyncIterator()
        await activity.update(minutes(5))
        await activity.end(minutes(0), dismissalPolicy: .immediate)
        await activity.update(minutes(99))
        #expect(await contents.next()?.state.minutes == 5)
        #expect(await contents.next()?.state.minutes == 0)
        #expect(await contents.next() == nil)
        #expect(await states.next() == .ended)
        #expect(await states.next() == .dismissed)
        #expect(await states.next() == nil)
        #expect(activity.content.state.minutes == 0 && Activity<Ride>.activities.isEmpty)
    }

    @Test("An ended activity stays until it is dismissed")
    func ended() async throws {
        let activity = try Activity.request(attributes: Ride(name: "Home"), content: minutes(9))
        await activity.end(nil)
        #expect(activity.activityState == .ended && Activity<Ride>.activities.count == 1)
        activity.dismissByPerson()
        #expect(Activity<Ride>.activities.isEmpty)
    }

    @Test("An update older than the last one is ignored")
    func order() async throws {
        let activity = try Activity.request(attributes: Ride(name: "Home"), content: minutes(9))
        let noon = Date(timeIntervalSince1970: 1_800_000_000)
        await activity.update(minutes(5), timestamp: noon)
        await activity.update(minutes(8), timestamp: noon.addingTimeInterval(-1))
        #expect(activity.content.state.minutes == 5)
    }

    @Test("Tokens are delivered to listeners, the current one first")
    func tokens() async throws {
        let activity = try Activity.request(attributes: Ride(name: "Home"), content: minutes(9), pushType: .token)
        #expect(activity.pushToken == nil && activity.wantsPushToken)
        activity.receive(pushToken: Data([1]))
        let tokens = activity.pushTokenUpdates.makeAsyncIterator()
        activity.receive(pushToken: Data([2]))
        #expect(await tokens.next() == Data([1]))
        #expect(await tokens.next() == Data([2]))
        Activity<Ride>.receive(pushToStartToken: Data([3]))
        #expect(await Activity<Ride>.pushToStartTokenUpdates.makeAsyncIterator().next() == Data([3]))
        #expect(Activity<Ride>.pushToStartToken == Data([3]))
    }

    @Test("An activity started by a push is reported as an update")
    func started() async {
        let updates = Activity<Ride>.activityUpdates.makeAsyncIterator()
        let id = Activity<Ride>.startByPush(attributes: Ride(name: "Pushed"), content: minutes(1)).id
        #expect(await updates.next()?.id == id)
    }

    @Test("A request is refused when the user forbids it, when it is too large, and when a test refuses it")
    func refused() throws {
        ActivitySystem.setActivitiesEnabled(false)
        #expect(!ActivityAuthorizationInfo().areActivitiesEnabled)
        #expect(throws: ActivityAuthorizationError.denied) {
            try Activity.request(attributes: Ride(name: "Home"), content: minutes(9))
        }
        ActivitySystem.setActivitiesEnabled(true)
        #expect(throws: ActivityAuthorizationError.attributesTooLarge) {
            try Activity.request(
                attributes: Ride(name: String(repeating: "x", count: 4096)), content: minutes(9))
        }
        ActivitySystem.refuseRequests(with: .visibility)
        #expect(throws: ActivityAuthorizationError.visibility) {
            try Activity.request(attributes: Ride(name: "Home"), content: minutes(9))
        }
        #expect(Activity<Ride>.activities.isEmpty)
    }

    @Test("The lock screen and the Dynamic Island can be read")
    @MainActor
    func views() throws {
        let context = ActivityViewContext(
            attributes: Ride(name: "Home"), state: .init(minutes: 4), isStale: true)
        let configuration = RideWidget().configuration
        #expect(Screen(configuration.lockScreen(context)).texts == ["Home", "old"])
        let island = configuration.dynamicIsland(context)
        let expanded = try #require(island.view(in: .expanded))
        let trailing = try #require(island.view(in: .compactTrailing))
        #expect(Screen(expanded).texts == ["leading", "bottom"])
        #expect(Screen(trailing).texts == ["4 min"])
    }
}
