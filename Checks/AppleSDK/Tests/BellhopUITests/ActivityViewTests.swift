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

@Suite("What a Live Activity shows", .speaking(.english), .timeLimit(.minutes(10))) @MainActor
struct ActivityViewTests {
    private static let island: [DynamicIslandMode] = [.compactLeading, .compactTrailing, .minimal]

    private func shown(_ state: LiveActivityState, isStale: Bool = false, after seconds: Int64 = 1) -> Screen {
        var attributes = LiveActivityTests.attributes
        attributes.project = "web"
        let content = ActivityPresentation(
            attributes, state, isStale: isStale, at: Fixture.start + .seconds(seconds))
        return Screen(LockScreenActivity(content: content))
    }

    @Test("The lock screen says what waits, how long, and offers both answers")
    func lockScreen() {
        let screen = shown(LiveActivityTests.waiting())
        #expect(screen.texts.contains("shop") && screen.texts.contains("Waiting for you · web"))
        #expect(screen.texts.contains("Approval Needed") && screen.buttons == ["Deny", "Approve"])
        let labels = screen.texts(of: "accessibilityLabel")
        #expect(labels.contains("Waiting for you") && labels.contains("Elapsed time") && labels.contains("Time left"))
        #expect(screen.texts(of: "accessibilityHint") == ["Asks to unlock the device"])
    }

    @Test("The time that is left counts down, and stops at the deadline")
    func countdown() {
        let screen = shown(LiveActivityTests.waiting())
        let deadline = Date(Fixture.ask().deadline).formatted(.iso8601)
        #expect(screen.texts.contains("timer \(deadline) down"))
    }

    @Test("An activity that is drawn again at the deadline says that the time is over, and has no buttons")
    func late() {
        let screen = shown(LiveActivityTests.waiting(), isStale: true, after: 60)
        #expect(screen.buttons.isEmpty && screen.texts.contains("Expired · web"))
    }

    @Test("Buttons are hidden when they would mean nothing", arguments: 0..<4)
    func noButtons(_ why: Int) {
        let screen =
            switch why {
            case 0: shown(LiveActivityTests.waiting(), isStale: true)
            case 1: shown(LiveActivityTests.waiting { $0.id = "" })
            case 2: shown(LiveActivityTests.waiting { $0.inputDigest = "" })
            default: shown(LiveActivityTests.waiting(), after: 60)
            }
        #expect(screen.buttons.isEmpty && screen.texts.contains("shop"))
        #expect(screen.texts.contains("No news · web") == (why == 0))
    }

    @Test("At work it says what at, and how far it is")
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
        "How it stands has a symbol of its own and words, never colour alone",
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

    @Test("In the island it is as short as can be, and the whole when it is expanded")
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

    @Test("Without a list the island shows the time")
    func clock() throws {
        let configuration = try #require(
            AgentActivityWidget().body as? ActivityConfiguration<SessionAttributes>)
        let state = LiveActivityState(status: .completed, elapsedSeconds: 3_723)
        let context = ActivityViewContext(attributes: LiveActivityTests.attributes, state: state)
        let view = try #require(configuration.dynamicIsland(context).view(in: .compactTrailing))
        #expect(Screen(view).texts == ["1:02:03"])
        #expect(Screen(view).texts(of: "accessibilityLabel") == ["Elapsed time"])
    }

    @Test("In German", .speaking(.german))
    func german() {
        let screen = shown(LiveActivityTests.waiting())
        #expect(screen.buttons == ["Ablehnen", "Genehmigen"])
        #expect(screen.texts(of: "accessibilityLabel").contains("Verbleibende Zeit"))
    }

    @Test("Both buttons hand their answer to the app, once, with what was shown; a forged one is nobody's")
    func answers() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: ActivityAnswer.self)
        await ActivityAnswers.shared.register { continuation.yield($0) }
        let broken = ApproveAskIntent()
        (broken.askID, broken.inputDigest, broken.deadline) = ("nobody", "d", "1")
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
