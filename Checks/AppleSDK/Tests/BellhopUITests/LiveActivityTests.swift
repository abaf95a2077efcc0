import AppIntents
import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopLive

@Suite("Live Activities", .timeLimit(.minutes(10)))
struct LiveActivityTests {
    static let attributes = SessionAttributes(sessionID: "a b", title: "shop", startedAt: Fixture.start)

    static func presentation(
        _ state: LiveActivityState, isStale: Bool = false, after seconds: Int64 = 1
    ) -> ActivityPresentation {
        ActivityPresentation(
            attributes, state, isStale: isStale, at: Fixture.start + .seconds(seconds), words: Strings(.english))
    }

    static func waiting(_ change: (inout LiveActivityState.WaitingAsk) -> Void = { _ in }) -> LiveActivityState {
        var ask = LiveActivityState.WaitingAsk(Fixture.ask())
        change(&ask)
        return LiveActivityState(status: .waiting, elapsedSeconds: 1, ask: ask)
    }

    @Test("Buttons are there only while they mean something")
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

    @Test("What the activity cannot show whole can be denied there, and not approved")
    func hidden() {
        #expect(Self.presentation(Self.waiting()).ask?.canBeApproved == true)
        #expect(Self.presentation(Self.waiting { $0.body = nil }).ask?.canBeApproved == false)
        let long = LiveActivityState.WaitingAsk(Fixture.ask(input: String(repeating: "x", count: 300)))
        #expect(Self.presentation(Self.waiting { $0 = long }).ask?.canBeApproved == false)
    }

    @Test("The deadline is the ask's own, to the millisecond: the answer is signed over it")
    func deadline() {
        let ask = Fixture.ask(from: Fixture.start + .milliseconds(123))
        let state = LiveActivityState(status: .waiting, elapsedSeconds: 0, ask: .init(ask))
        #expect(Self.presentation(state).ask?.deadline == ask.deadline)
    }

    @Test("Progress is never more than all, and an unknown status goes on")
    func progress() {
        let state = LiveActivityState(
            status: .init(rawValue: "dreaming"), elapsedSeconds: 5, todoProgress: .init(completed: 9, total: 4))
        let shown = Self.presentation(state)
        #expect(shown.progress?.fraction == 1 && shown.progress?.short == "4/4" && shown.tone == .working)
        #expect(shown.clock == .since(Fixture.start))
        #expect(Self.presentation(state, isStale: true).clock == .stopped(5))
        #expect(Route(link: shown.link) == .session("a b", .look))
    }

    @Test("An answer that launched the app waits until the app has said where it goes")
    func waits() async throws {
        let desk = ActivityAnswers()
        let answer = ActivityAnswer(
            askID: Fixture.askID(1), answer: .approve, inputDigest: "d", deadline: Fixture.start)
        let (stream, continuation) = AsyncStream.makeStream(of: ActivityAnswer.self)
        async let taken: Void = desk.take(answer)
        await desk.register { continuation.yield($0) }
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
        let desk = ActivityAnswers()
        await desk.register(phone.bellhop)
        let shown = try #require(Self.presentation(Self.waiting()).ask)
        let intent = ApproveAskIntent(shown)
        let answer = try #require(
            ActivityAnswer(
                askID: intent.askID, answer: .approve, inputDigest: intent.inputDigest, deadline: intent.deadline))
        await desk.take(answer)
        #expect(await phone.journal.count(in: .answers) == 1)
        await phone.server.setDown(false)
        await phone.restarted().bellhop.becameActive()
        #expect(await phone.server.ask(ask.id)?.state == .approved)
    }

    @Test("Approve wants the device unlocked, Deny does not")
    func policies() {
        #expect(ApproveAskIntent.authenticationPolicy == .requiresAuthentication)
        #expect(DenyAskIntent.authenticationPolicy == .alwaysAllowed)
    }
}
