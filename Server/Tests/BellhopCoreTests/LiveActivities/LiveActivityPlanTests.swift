import BellhopModel
import BellhopPush
import Testing

@testable import BellhopCore
@testable import BellhopStore

@Suite("Live Activity plan")
struct LiveActivityPlanTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var testDescription: String { name }
        var change: @Sendable (inout ClaimedLiveActivity) -> Void
        /// The operation and priority, or another action with the seconds to wait.
        var step: String

        init(_ name: String, _ step: String, _ change: @escaping @Sendable (inout ClaimedLiveActivity) -> Void) {
            (self.name, self.step, self.change) = (name, step, change)
        }
    }

    private static let now = Timestamp(seconds: 1_800_000_000)

    static let cases: [Case] = [
        Case("live, nothing new: until its renewal", "wait 26900") { _ in },
        Case("live, nothing new, never to be renewed: until its end", "wait 28700") { $0.startToken = nil },
        Case("wanted: started", "start high") { $0.activity = fresh },
        Case("wanted, without a start token: closed", "close") {
            ($0.activity, $0.startToken) = (fresh, nil)
        },
        Case("wanted, the session is over: closed", "close") {
            ($0.activity, $0.session.status) = (fresh, .completed)
        },
        Case("wanted, the session is silent: waits for news", "wait 79200") {
            ($0.activity, $0.session.updatedAt) = (fresh, now - .seconds(7200))
        },
        Case("wanted, the session is silent for a day: closed", "close") {
            ($0.activity, $0.session.updatedAt) = (fresh, now - .seconds(86_400))
        },
        Case("started a minute ago: waits for its token", "wait 60") { $0.activity = begun(60) },
        Case("started two minutes ago: once more", "start high") { $0.activity = begun(120) },
        Case("started twice: no third time", "wait 28600") { $0.activity = begun(200, count: 2) },
        Case("never confirmed: closed", "close") { $0.activity = begun(8 * 3600, count: 2) },
        Case("progress soon after the last push: waits", "wait 5 behind") {
            $0.activity.sent?.at = now - .seconds(10)
            $0.session.operation = "Testing"
        },
        Case("progress fifteen seconds after: sent", "update low") {
            $0.activity.sent?.at = now - .seconds(15)
            $0.session.operation = "Testing"
        },
        Case("another status: at once", "update high") { $0.session.status = .waiting },
        Case("an ask, though the agent did not say that it waits: at once", "update high") { $0.ask = ask(600) },
        Case("an ask past its deadline is none", "wait 26900") { $0.ask = ask(0) },
        Case("an ask is held: looked at again when its hold ends", "wait 20") { $0.holdEnd = now + .seconds(20) },
        Case("progress waits, and an ask is held for less: looked at then", "wait 3 behind") {
            $0.activity.sent?.at = now - .seconds(10)
            $0.session.operation = "Testing"
            $0.holdEnd = now + .seconds(3)
        },
        Case("a status without a request for attention, only the reserve is left: after the interval", "wait 10 behind")
        {
            $0.activity.sent = sent(5, .waiting)
            $0.spent = Array(repeating: now - .seconds(60), count: 15)
        },
        Case("an ask, from the rest of the budget: at once", "update high") {
            $0.ask = ask(600)
            $0.spent = Array(repeating: now - .seconds(60), count: 19)
        },
        Case("an ask beyond the budget: in its turn, with low priority", "update low") {
            $0.ask = ask(600)
            $0.spent = Array(repeating: now - .seconds(60), count: 20)
        },
        Case("what was spent an hour ago is spent no more", "update high") {
            $0.ask = ask(600)
            $0.spent = Array(repeating: now - .seconds(3600), count: 20)
        },
        Case("the session is over: ended at once", "end high") { $0.session.status = .failed },
        Case("the session is over, beyond the budget: still ended at once", "end low") {
            $0.session.status = .completed
            $0.spent = Array(repeating: now, count: 20)
        },
        Case("put off by the gateway: waits, whatever comes", "wait 30") {
            $0.activity.retryAt = now + .seconds(30)
            $0.session.status = .completed
        },
        Case("seven and a half hours old: started again", "start high") {
            $0.activity.startedAt = now - .seconds(27_000)
        },
        Case("as old, and the new one is on its way: waits for it", "wait 100") {
            $0.activity.startedAt = now - .seconds(27_000)
            $0.activity.start = begun(20).start
        },
        Case("as old, of a silent session: left alone", "wait 1800") {
            $0.activity.startedAt = now - .seconds(27_000)
            $0.session.updatedAt = now - .seconds(7200)
        },
        Case("eight hours old: closed, for the system has ended it", "close") {
            $0.activity.startedAt = now - .seconds(28_800)
        },
        Case("replaced by a new one: the old one is ended first", "endFormer low") {
            $0.activity.formerToken = DeviceToken("0ff0")
            $0.ask = ask(600)
        },
        Case("wanted, in quiet hours: started when they end", "wait 3600") {
            ($0.activity, $0.quiet) = (fresh, QuietPeriod(until: now + .seconds(3600)))
        },
        Case("wanted, muted for ever: waits for news, a day at most", "wait 86400") {
            ($0.activity, $0.quiet) = (fresh, QuietPeriod(until: nil))
        },
        Case("wanted and quiet, the session is over: closed", "close") {
            ($0.activity, $0.quiet) = (fresh, QuietPeriod(until: nil))
            $0.session.status = .completed
        },
        Case("started two minutes ago, and quiet by now: not once more before that ends", "wait 3600") {
            ($0.activity, $0.quiet) = (begun(120), QuietPeriod(until: now + .seconds(3600)))
        },
        Case("started two minutes ago, and muted by now: not once more", "wait 28680") {
            ($0.activity, $0.quiet) = (begun(120), QuietPeriod(until: nil))
        },
        Case("another status, quiet: goes on, in its turn and with low priority", "update low") {
            $0.session.status = .waiting
            $0.quiet = QuietPeriod(until: nil)
        },
        Case("an ask that may not disturb: in its turn, with low priority", "wait 10 behind") {
            $0.activity.sent?.at = now - .seconds(5)
            $0.ask = ask(600)
            $0.quiet = QuietPeriod(until: now + .seconds(3600))
        },
        Case("the session is over, quiet: ended with low priority", "end low") {
            $0.session.status = .completed
            $0.quiet = QuietPeriod(until: nil)
        },
        Case("seven and a half hours old, quiet: started again when that ends", "wait 600") {
            $0.activity.startedAt = now - .seconds(27_000)
            $0.quiet = QuietPeriod(until: now + .seconds(600))
        },
        Case("seven and a half hours old, quiet to its end: left alone", "wait 1800") {
            $0.activity.startedAt = now - .seconds(27_000)
            $0.quiet = QuietPeriod(until: nil)
        },
        Case("ended: remembered for a day", "wait 86400") { $0.activity.close(because: "test", at: now) },
        Case("ended a day ago: deleted", "delete") {
            $0.activity.close(because: "test", at: now - .seconds(86_400))
        },
        Case("its device is gone: deleted", "delete") { $0.device.state = .inactive },
        Case("its device has another owner: deleted", "delete") { $0.device.userID = "bob" },
    ]

    @Test("Each situation has its action", arguments: cases)
    func step(of situation: Case) throws {
        var facts = try Self.facts()
        situation.change(&facts)
        let step = LiveActivityPlan(facts, timing: LiveActivityTiming(), at: Self.now).action
        #expect(Self.words(step) == situation.step)
    }

    @Test("A timestamp is newer than any before, whatever the clock shows")
    func timestamps() throws {
        var facts = try Self.facts()
        facts.session.status = .waiting
        facts.activity.sent?.timestamp = Self.now + .seconds(90)
        guard case .send(let push) = LiveActivityPlan(facts, timing: LiveActivityTiming(), at: Self.now).action else {
            Issue.record("a change of status is sent")
            return
        }
        #expect(push.timestamp == Self.now + .seconds(91))
    }

    // MARK: Situations

    /// A session of an hour whose activity of 100 seconds shows the current state.
    private static func facts() throws -> ClaimedLiveActivity {
        let session = AgentSession(
            id: "run-1", userID: "ada", title: "Fix the build", startedAt: now - .seconds(3600),
            updatedAt: now - .seconds(10))
        var activity = fresh
        _ = activity.apply(LiveActivityReport(token: DeviceToken("aa01")), at: now - .seconds(100))
        activity.sent = sent(60, .running)
        let device = Device(
            id: fresh.deviceID, userID: "ada", name: "iPhone", platform: .ios,
            token: try #require(DeviceToken("d0")), environment: .production, app: "dev.bellhop.app", publicKey: [4],
            registeredAt: now)
        return ClaimedLiveActivity(
            activity: activity, turn: 1, session: session, ask: nil, device: device,
            startToken: DeviceToken("5eed"), spent: [])
    }

    private static var fresh: LiveActivity {
        LiveActivity(
            id: LiveActivityID(high: 1, low: 1), userID: "ada", sessionID: "run-1", deviceID: DeviceID(high: 1, low: 2))
    }

    private static func begun(_ seconds: Int, count: Int = 1) -> LiveActivity {
        var activity = fresh
        activity.phase = .starting
        activity.start = LiveActivity.Start(
            count: count, at: now - .seconds(seconds), shown: sent(seconds, .running))
        return activity
    }

    private static func sent(_ seconds: Int, _ status: SessionStatus) -> LiveActivity.Sent {
        LiveActivity.Sent(
            state: LiveActivityState(status: .init(status), elapsedSeconds: 1), at: now - .seconds(seconds),
            timestamp: now - .seconds(seconds))
    }

    private static func ask(_ seconds: Int) -> Ask {
        Ask(
            id: AskID(high: 1, low: 3), userID: "ada", sessionID: "run-1", category: .approvalRequest,
            request: .init(title: "Run?", body: "", input: "", inputDigest: ""), createdAt: now,
            deadline: now + .seconds(seconds))
    }

    private static func words(_ step: LiveActivityAction) -> String {
        switch step {
        case .send(let push): "\(push.operation) \(push.urgency == .immediate ? "high" : "low")"
        case .wait(let until, let isBehind): "wait \((until - now).components.seconds)\(isBehind ? " behind" : "")"
        case .close: "close"
        case .delete: "delete"
        }
    }
}
