@_spi(Testing) import ActivityKit
import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
import Testing

@testable import BellhopLive

/// The system's activities are one list for the process.
@Suite("ActivityKit", .serialized, .timeLimit(.minutes(10)))
struct SystemActivitiesTests {
    let port = SystemActivities()

    @Test("An activity is started, found again by its id, updated and ended")
    func life() async throws {
        let attributes = SessionAttributes(sessionID: "life", title: "shop", startedAt: Fixture.start)
        let state = LiveActivityState(status: .processing, elapsedSeconds: 1)
        let id = try await port.start(attributes, ActivityContentValue(state, staleAt: Fixture.start))
        #expect(await port.all().first { $0.id == id }?.attributes == attributes)
        let waiting = LiveActivityState(status: .waiting, elapsedSeconds: 2)
        await port.update(id, ActivityContentValue(waiting))
        #expect(SystemActivities.find(id)?.content.state == waiting)
        await port.end(id, nil, .immediate)
        #expect(await port.all().first { $0.id == id }?.phase.isLive != true)
    }

    @Test("Nothing happens to an activity that is gone")
    func gone() async {
        let id = ActivityID(rawValue: "gone")
        await port.update(id, ActivityContentValue(LiveActivityState(status: .waiting, elapsedSeconds: 2)))
        await port.end(id, nil, .byDefault)
        var phases = port.phases(of: id).makeAsyncIterator()
        #expect(await phases.next() == nil)
        var tokens = port.tokens(of: id).makeAsyncIterator()
        #expect(await tokens.next() == nil)
    }

    @Test("The system's refusals are told apart")
    func refusals() {
        #expect(ActivityRefusal(.denied) == .denied)
        #expect(ActivityRefusal(.visibility) == .notVisible)
        #expect(ActivityRefusal(.globalMaximumExceeded) == .tooMany)
        #expect(ActivityRefusal(.attributesTooLarge) == .unsupported)
    }
}
