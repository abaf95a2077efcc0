import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("A session's Live Activity", .timeLimit(.minutes(10)))
struct LiveActivityUpdaterTests {
    private let bench = LiveActivityBench()

    private var lines: [String] { get throws { try bench.sent.map(\.line) } }

    @Test("An activity is started by push, with all fields that the system requires")
    func start() async throws {
        let phone = try await bench.phone()
        try await bench.start()
        #expect(try lines == ["start 5eed high processing"])
        let sent = try #require(try bench.sent.first)
        #expect(sent.push.kind == .liveActivity)
        #expect(sent.push.app == phone.device.app)
        #expect(sent.push.expiration == .at(bench.time.now + .seconds(600)))
        #expect(sent.content.attributesType == "SessionAttributes")
        #expect(sent.content.wantsUpdateToken)
        #expect(sent.payload.aps.alert?.title == "Fix the build")
        #expect(sent.payload.aps.sound == nil)
        let bytes = try CanonicalJSON.encode(try #require(sent.content.attributes))
        let attributes = try CanonicalJSON.decode(SessionAttributes.self, from: bytes)
        #expect(attributes == SessionAttributes(sessionID: "run-1", title: "Fix the build", startedAt: bench.time.now))
        #expect(PayloadLint(pushType: .liveActivity).report(on: sent.push.payload).findings == [])
        #expect(try await bench.activity(of: phone)?.phase == .starting)
        try await bench.report("aa01", by: phone)
        #expect(try await bench.activity(of: phone)?.phase == .live)
        #expect(try lines.count == 1)
    }

    @Test("A device without a start token gets no activity")
    func noStartToken() async throws {
        _ = try await bench.phone(startToken: nil)
        try await bench.start()
        #expect(try lines.isEmpty)
    }

    @Test("Progress is sent at most every fifteen seconds, the newest state, with low priority")
    func progress() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        for second in 1...14 {
            try await bench.pass(.seconds(1))
            try await bench.update(SessionUpdate(operation: "Step \(second)"))
        }
        #expect(try lines.count == 1)
        try await bench.pass(.seconds(1))
        #expect(try lines.last == "update aa01 low processing")
        let update = try #require(try bench.sent.last)
        #expect(update.state.currentOperation == "Step 14")
        #expect(update.content.staleDate == bench.time.now + .seconds(900))
        try await bench.pass(.seconds(60))
        #expect(try lines.count == 2)
        // The last update was long ago, so this one is sent at once.
        try await bench.update(SessionUpdate(operation: "Step 15"))
        #expect(try lines.count == 3)
    }

    @Test(
        "A pending ask is shown at once, with buttons, and is stale from its deadline",
        arguments: [60, 3600])
    func ask(seconds: Int) async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        let ask = try await bench.bench.ask(.approval(session: "run-1", expiresIn: seconds))
        try await bench.settle()
        #expect(try lines.last == "update aa01 high waiting")
        let update = try #require(try bench.sent.last)
        #expect(update.state.ask?.askID == ask.id)
        #expect(update.content.staleDate == ask.deadline)
        #expect(update.payload.aps.relevanceScore == 100)
        _ = try await bench.bench.asks.withdraw(ask.id, reason: .answeredInTerminal, by: .agent())
        try await bench.settle()
        #expect(try lines.last == "update aa01 high processing")
        #expect(try bench.sent.last?.state.ask == nil)
        #expect(try lines.count == 3)
    }

    @Test("A held ask is shown at the end of the hold, independent of other updates")
    func heldAsk() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        var request = AskRequest.approval(session: "run-1", expiresIn: 600)
        request.hold = 60
        let ask = try await bench.bench.ask(request)
        try await bench.settle()
        try await bench.pass(.seconds(20))
        try await bench.update(SessionUpdate(operation: "Testing"))
        try await bench.update(SessionUpdate(status: .waiting))
        try await bench.pass(.seconds(20))
        try await bench.update(SessionUpdate(status: .running, operation: "Building"))
        try await bench.pass(to: ask.createdAt + .milliseconds(59_999))
        #expect(try bench.sent.allSatisfy { $0.state.ask == nil })
        #expect(try bench.sent.last?.state.currentOperation == "Building")
        #expect(try lines.last == "update aa01 high processing")
        try await bench.pass(to: ask.createdAt + .seconds(60))
        #expect(try bench.sent.last?.state.ask?.askID == ask.id)
        #expect(try lines.last == "update aa01 high waiting")
    }

    @Test("An ask answered during its hold is never shown")
    func heldAndAnswered() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        var request = AskRequest.approval(session: "run-1", expiresIn: 600)
        request.hold = 60
        let ask = try await bench.bench.ask(request)
        try await bench.pass(.seconds(59))
        _ = try await bench.bench.asks.withdraw(ask.id, reason: .answeredInTerminal, by: .agent())
        try await bench.pass(.seconds(600))
        #expect(try lines == ["start 5eed high processing"])
    }

    @Test("In quiet hours no activity starts and updates have low priority; afterwards it starts")
    func quietHours() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        let end = bench.time.now + .seconds(1800)
        let quiet = QuietHours(
            start: try TimeOfDay.at(bench.time.now - .seconds(60)), end: try TimeOfDay.at(end), timeZone: "UTC")
        try await bench.store.put(NotificationPreferences(quietHours: quiet), of: "ada")
        try await bench.start("run-2")
        try await bench.update(SessionUpdate(status: .waiting))
        try await bench.pass(.seconds(60))
        #expect(try lines == ["start 5eed high processing", "update aa01 low waiting"])
        try await bench.pass(to: end - .seconds(120))
        #expect(try lines.count == 2)
        try await bench.pass(to: end)
        #expect(try lines.dropFirst(2) == ["start 5eed high processing"])
    }

    @Test("A muted session is shown only after the mute is removed and the session changes")
    func muted() async throws {
        _ = try await bench.phone()
        try await bench.store.put(NotificationPreferences(mutes: [Mute(.session("run-1"))]), of: "ada")
        try await bench.start()
        try await bench.update(SessionUpdate(status: .waiting))
        #expect(try lines.isEmpty)
        try await bench.store.put(.default, of: "ada")
        try await bench.update(SessionUpdate(operation: "Next"))
        #expect(try lines == ["start 5eed high waiting"])
    }

    @Test("The end shows the session's last state, and stays on the screen for a while")
    func end() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        try await bench.update(SessionUpdate(status: .completed, operation: "Done"))
        #expect(try lines.last == "end aa01 high completed")
        #expect(try bench.sent.last?.content.dismissalDate == bench.time.now + .seconds(600))
        #expect(try await bench.activity(of: phone)?.phase == .ended)
        try await bench.update(SessionUpdate(operation: "Late"))
        try await bench.pass(.seconds(48 * 3600))
        #expect(try lines.count == 2)
        #expect(try await bench.activity(of: phone) == nil)
    }

    @Test("The last state is sent until the gateway accepts it, and no older one after it")
    func endIsRetried() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        bench.gateway.script(
            .deferred(Deferral(reason: .unreachable)), .deferred(Deferral(reason: .timeout)),
            .deferred(Deferral(reason: .connectionLost)))
        try await bench.update(SessionUpdate(operation: "Almost"))
        try await bench.pass(.seconds(15))
        try await bench.update(SessionUpdate(status: .failed))
        try await bench.pass(.seconds(600))
        #expect(
            try lines.dropFirst() == [
                "update aa01 low processing", "end aa01 high failed", "end aa01 high failed", "end aa01 high failed",
            ])
        #expect(try await bench.activity(of: phone)?.phase == .ended)
        let times = try bench.sent.compactMap(\.content.timestamp)
        #expect(times == times.sorted())
    }

    @Test("An activity whose token arrives after the session's end is ended then")
    func endBeforeToken() async throws {
        let phone = try await bench.phone()
        try await bench.start()
        try await bench.update(SessionUpdate(status: .completed))
        try await bench.pass(.seconds(1800))
        #expect(try lines.count == 1)
        try await bench.report("aa01", by: phone)
        #expect(try lines.last == "end aa01 high completed")
    }

    @Test("An unconfirmed start is sent twice, and no third time")
    func unconfirmed() async throws {
        let phone = try await bench.phone()
        try await bench.start()
        try await bench.pass(.seconds(119))
        #expect(try lines.count == 1)
        try await bench.pass(.seconds(1))
        #expect(try lines == ["start 5eed high processing", "start 5eed high processing"])
        let collapse = Set(bench.gateway.pushes.map(\.collapseID))
        #expect(collapse.count == 1)
        try await bench.pass(.seconds(8 * 3600))
        #expect(try lines.count == 2)
        #expect(try await bench.activity(of: phone)?.phase == .ended)
    }

    @Test("An activity started by the app is updated, and no second one is started")
    func startedByApp() async throws {
        let phone = try await bench.phone(startToken: nil)
        try await bench.start()
        try await bench.report("aa01", by: phone)
        try await bench.update(SessionUpdate(status: .waiting))
        #expect(try lines == ["update aa01 low processing", "update aa01 high waiting"])
    }

    @Test("Beyond the hourly budget pushes have low priority, and no state is lost")
    func budget() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        for round in 0..<30 {
            try await bench.pass(.seconds(20))
            try await bench.update(SessionUpdate(status: round.isMultiple(of: 2) ? .waiting : .running))
        }
        let high = try bench.sent.count { $0.push.urgency == .immediate }
        #expect(high == 20)
        #expect(try bench.sent.count == 31)
        #expect(try bench.sent.last?.state.status == .processing)
        // Changes of status stop first: five pushes are reserved for requests for attention.
        #expect(try bench.sent.filter { $0.state.status == .waiting }.count { $0.push.urgency == .immediate } == 12)
        try await bench.pass(.seconds(3600))
        try await bench.update(SessionUpdate(status: .waiting))
        #expect(try lines.last == "update aa01 high waiting")
    }
}

extension TimeOfDay {
    /// The time of day in UTC, in whole minutes.
    fileprivate static func at(_ moment: Timestamp) throws -> TimeOfDay {
        try #require(TimeOfDay(String(moment.description.dropFirst(11).prefix(5))))
    }
}
