@_spi(Testing) import ActivityKit
import AppIntents
import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
@_spi(Testing) import SwiftUI
import Testing
@_spi(Testing) import WidgetKit

@testable import BellhopLive

@Suite("Live Activities", .timeLimit(.minutes(10)))
struct LiveActivityTests {
    static let attributes = SessionAttributes(sessionID: "a b", title: "shop", startedAt: Fixture.start)

    static func presentation(
        _ state: LiveActivityState, isStale: Bool = false, after seconds: Int64 = 1
    ) -> ActivityPresentation {
        ActivityPresentation(
            attributes, state, isStale: isStale, at: Fixture.start + .seconds(seconds), language: .english)
    }

    static func waiting(_ change: (inout LiveActivityState.WaitingAsk) -> Void = { _ in }) -> LiveActivityState {
        var ask = LiveActivityState.WaitingAsk(Fixture.ask())
        change(&ask)
        return LiveActivityState(status: .waiting, elapsedSeconds: 1, ask: ask)
    }

    @Test("Buttons are shown only while an answer is possible")
    func buttons() {
        #expect(Self.presentation(Self.waiting()).ask?.id == Fixture.askID(1))
        #expect(Self.presentation(Self.waiting { $0.id = "" }).ask == nil)
        #expect(Self.presentation(Self.waiting { $0.inputDigest = "" }).ask == nil)
        #expect(Self.presentation(Self.waiting(), isStale: true).ask == nil)
        #expect(Self.presentation(Self.waiting(), after: 60).ask == nil)
        var over = Self.waiting()
        over.status = .completed
        #expect(Self.presentation(over).ask == nil)
    }

    @Test("An input that the activity cannot show in full can only be denied")
    func hidden() {
        #expect(Self.presentation(Self.waiting()).ask?.canBeApproved == true)
        #expect(Self.presentation(Self.waiting { $0.body = nil }).ask?.canBeApproved == false)
        let long = LiveActivityState.WaitingAsk(Fixture.ask(input: String(repeating: "x", count: 300)))
        #expect(Self.presentation(Self.waiting { $0 = long }).ask?.canBeApproved == false)
    }

    @Test("The signed deadline equals the ask's, to the millisecond")
    func deadline() {
        let ask = Fixture.ask(from: Fixture.start + .milliseconds(123))
        let state = LiveActivityState(status: .waiting, elapsedSeconds: 0, ask: .init(ask))
        #expect(Self.presentation(state).ask?.deadline == ask.deadline)
    }

    @Test("Progress never exceeds the total, and an unknown status counts as working")
    func progress() {
        let state = LiveActivityState(
            status: .init(rawValue: "dreaming"), elapsedSeconds: 5, todoProgress: .init(completed: 9, total: 4))
        let shown = Self.presentation(state)
        #expect(shown.progress?.fraction == 1 && shown.progress?.short == "4/4" && shown.tone == .working)
        #expect(shown.clock == .since(Fixture.start))
        #expect(Self.presentation(state, isStale: true).clock == .stopped(5))
        #expect(Route(link: shown.link) == .session("a b", .look))
    }

    @Test("An answer that launched the app waits until a handler is registered")
    func waits() async throws {
        let channel = ActivityAnswers()
        let answer = ActivityAnswer(
            askID: Fixture.askID(1), answer: .approve, inputDigest: "d", deadline: Fixture.start)
        let (stream, continuation) = AsyncStream.makeStream(of: ActivityAnswer.self)
        async let taken: Void = channel.deliver(answer)
        await channel.register { continuation.yield($0) }
        await taken
        var answers = stream.makeAsyncIterator()
        #expect(await answers.next() == answer)
    }

    @Test("Approve in an activity goes through the outbox, and is sent when the network is back")
    func outbox() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        await phone.server.setDown(true)
        let channel = ActivityAnswers()
        await channel.register(phone.bellhop)
        let shown = try #require(Self.presentation(Self.waiting()).ask)
        let intent = ApproveAskIntent(shown)
        let answer = try #require(
            ActivityAnswer(
                askID: intent.askID, answer: .approve, inputDigest: intent.inputDigest, deadline: intent.deadline))
        await channel.deliver(answer)
        #expect(await phone.journal.count(in: .answers) == 1)
        await phone.server.setDown(false)
        await phone.restarted().bellhop.becameActive()
        #expect(await phone.server.ask(ask.id)?.state == .approved)
    }

    @Test("Approve requires an unlocked device, Deny does not")
    func policies() {
        #expect(ApproveAskIntent.authenticationPolicy == .requiresAuthentication)
        #expect(DenyAskIntent.authenticationPolicy == .alwaysAllowed)
    }
}

@Suite("The content of a Live Activity", .speaking(.english), .timeLimit(.minutes(10))) @MainActor
struct ActivityViewTests {
    private static let island: [DynamicIslandMode] = [.compactLeading, .compactTrailing, .minimal]

    private func shown(_ state: LiveActivityState, isStale: Bool = false, after seconds: Int64 = 1) -> Screen {
        var attributes = LiveActivityTests.attributes
        attributes.project = "web"
        let content = ActivityPresentation(
            attributes, state, isStale: isStale, at: Fixture.start + .seconds(seconds))
        return Screen(LockScreenActivity(content: content))
    }

    @Test("The lock screen shows the pending ask, its remaining time and both buttons")
    func lockScreen() {
        let screen = shown(LiveActivityTests.waiting())
        #expect(screen.texts.contains("shop") && screen.texts.contains("Waiting for you · web"))
        #expect(screen.texts.contains("Approval Needed") && screen.buttons == ["Deny", "Approve"])
        let labels = screen.texts(of: "accessibilityLabel")
        #expect(labels.contains("Waiting for you") && labels.contains("Elapsed time") && labels.contains("Time left"))
        #expect(screen.texts(of: "accessibilityHint") == ["Asks to unlock the device"])
    }

    @Test("The remaining time counts down, and stops at the deadline")
    func countdown() {
        let screen = shown(LiveActivityTests.waiting())
        let deadline = Date(Fixture.ask().deadline).formatted(.iso8601)
        #expect(screen.texts.contains("timer \(deadline) down"))
    }

    @Test("An activity drawn at the deadline says that the time is over, and has no buttons")
    func late() {
        let screen = shown(LiveActivityTests.waiting(), isStale: true, after: 60)
        #expect(screen.buttons.isEmpty && screen.texts.contains("Expired · web"))
    }

    @Test("Buttons are hidden when no answer is possible", arguments: 0..<4)
    func noButtons(_ why: Int) {
        let screen =
            switch why {
            case 0: shown(LiveActivityTests.waiting(), isStale: true)
            case 1: shown(LiveActivityTests.waiting { $0.id = "" })
            case 2: shown(LiveActivityTests.waiting { $0.inputDigest = "" })
            default: shown(LiveActivityTests.waiting(), after: 60)
            }
        #expect(screen.buttons.isEmpty && screen.texts.contains("shop"))
        #expect(screen.texts.contains("No recent update · web") == (why == 0))
    }

    @Test("A working session shows its operation and its progress")
    func working() {
        let state = LiveActivityState(
            status: .processing, currentOperation: "Running tests", elapsedSeconds: 5,
            todoProgress: .init(completed: 3, total: 7, currentTask: "Mend the build"))
        let screen = shown(state)
        #expect(screen.texts.contains("Working · web") && screen.texts.contains("Running tests"))
        #expect(screen.texts.contains("Mend the build"))
        #expect(screen.texts(of: "accessibilityValue") == ["3 of 7 tasks"])
        #expect(screen.buttons.isEmpty)
    }

    @Test(
        "Each status has a symbol and a text besides its color",
        arguments: [
            (LiveActivityState.Status.completed, "Done", "checkmark.circle.fill"),
            (.failed, "Failed", "exclamationmark.triangle.fill"), (.waiting, "Waiting for you", "hand.raised.fill"),
            (.processing, "Working", "gearshape.2.fill"),
        ])
    func status(_ status: LiveActivityState.Status, _ words: String, _ symbol: String) {
        let screen = shown(LiveActivityState(status: status, elapsedSeconds: 65))
        #expect(screen.texts.contains("\(words) · web") && screen.texts(of: "Image").contains(symbol))
        #expect(screen.texts(of: "accessibilityLabel").contains(words))
        #expect(screen.texts.contains("1:05") == [.completed, .failed].contains(status))
    }

    @Test("The compact island shows a short text, and the expanded island shows everything")
    func island() throws {
        let configuration = try #require(
            AgentActivityWidget().body as? ActivityConfiguration<SessionAttributes>)
        let state = LiveActivityState(
            status: .processing, currentOperation: "Running tests", elapsedSeconds: 5,
            todoProgress: .init(completed: 3, total: 7))
        let context = ActivityViewContext(attributes: LiveActivityTests.attributes, state: state)
        let island = configuration.dynamicIsland(context)
        let short = try Self.island.map { Screen(try #require(island.view(in: $0))) }
        #expect(short.map(\.texts) == [[], ["3/7"], []])
        #expect(short.map { $0.texts(of: "accessibilityLabel") } == [["Working"], ["3 of 7 tasks"], ["Working"]])
        let expanded = Screen(try #require(island.view(in: .expanded)))
        #expect(expanded.texts.contains("shop") && expanded.texts.contains("Running tests"))
        #expect(expanded.texts(of: "accessibilityLabel").contains("Elapsed time"))
        let lockScreen = Screen(configuration.lockScreen(context))
        #expect(lockScreen.texts.contains("Running tests") && lockScreen.texts.contains("Working"))
    }

    @Test("The island shows the duration without a task list")
    func clock() throws {
        let configuration = try #require(
            AgentActivityWidget().body as? ActivityConfiguration<SessionAttributes>)
        let state = LiveActivityState(status: .completed, elapsedSeconds: 3_723)
        let context = ActivityViewContext(attributes: LiveActivityTests.attributes, state: state)
        let view = try #require(configuration.dynamicIsland(context).view(in: .compactTrailing))
        #expect(Screen(view).texts == ["1:02:03"])
        #expect(Screen(view).texts(of: "accessibilityLabel") == ["Elapsed time"])
    }

    @Test("Every text of a Live Activity is German in German", .speaking(.german))
    func german() {
        let screen = shown(LiveActivityTests.waiting())
        #expect(screen.buttons == ["Ablehnen", "Genehmigen"])
        #expect(screen.texts(of: "accessibilityLabel").contains("Verbleibende Zeit"))
    }

    @Test("Both buttons pass their answer to the app once, with the shown digest; a forged digest is ignored")
    func answers() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: ActivityAnswer.self)
        await ActivityAnswers.shared.register { continuation.yield($0) }
        let broken = ApproveAskIntent()
        (broken.askID, broken.inputDigest, broken.deadline) = ("forged", "d", "1")
        _ = try await broken.perform()
        let screen = shown(LiveActivityTests.waiting())
        await screen.press("Deny")
        await screen.press("Approve")
        var answers = stream.makeAsyncIterator()
        let ask = Fixture.ask()
        for expected in [Answer.deny(message: nil), .approve] {
            let answer = await answers.next()
            #expect(
                answer
                    == ActivityAnswer(
                        askID: ask.id, answer: expected, inputDigest: ask.request.inputDigest, deadline: ask.deadline))
        }
    }
}

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
        #expect(SystemActivities<SessionAttributes>.find(id)?.content.state == waiting)
        await port.end(id, nil, .immediate)
        #expect(await port.all().first { $0.id == id }?.phase.isLive != true)
    }

    @Test("Updating a missing activity has no effect")
    func gone() async {
        let id = ActivityID(rawValue: "gone")
        await port.update(id, ActivityContentValue(LiveActivityState(status: .waiting, elapsedSeconds: 2)))
        await port.end(id, nil, .byDefault)
        var phases = port.phases(of: id).makeAsyncIterator()
        #expect(await phases.next() == nil)
        var tokens = port.tokens(of: id).makeAsyncIterator()
        #expect(await tokens.next() == nil)
    }

    @Test("Each refusal of the system maps to its error")
    func refusals() {
        #expect(ActivityRefusal(.denied) == .denied)
        #expect(ActivityRefusal(.visibility) == .notVisible)
        #expect(ActivityRefusal(.globalMaximumExceeded) == .tooMany)
        #expect(ActivityRefusal(.attributesTooLarge) == .unsupported)
    }
}
