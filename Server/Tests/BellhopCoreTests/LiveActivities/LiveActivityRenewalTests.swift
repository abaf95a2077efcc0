import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Renewal of Live Activities", .timeLimit(.minutes(10)))
struct LiveActivityRenewalTests {
    private let bench = LiveActivityBench()

    private var lines: [String] { get throws { try bench.sent.map(\.line) } }

    /// A session with an update every hour, for seven and a half hours.
    private func longSession() async throws -> TestPhone {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        for hour in 1...7 {
            try await bench.pass(.seconds(3600))
            try await bench.update(SessionUpdate(operation: "Hour \(hour)"))
        }
        #expect(try lines.count == 8)
        try await bench.pass(.seconds(1800))
        return phone
    }

    @Test("The new activity starts before the old one's limit, and the old one ends after the new one has begun")
    func renewal() async throws {
        let phone = try await longSession()
        #expect(try lines.last == "start 5eed high processing")
        try await bench.update(SessionUpdate(status: .waiting))
        #expect(try lines.last == "update aa01 high waiting")
        try await bench.report("bb02", by: phone)
        #expect(try lines.suffix(2) == ["end aa01 low waiting", "update bb02 high waiting"])
        let ending = try #require(try bench.sent.dropLast().last)
        #expect(ending.content.dismissalDate == bench.time.now)
        #expect(try await bench.activity(of: phone)?.startedAt == bench.time.now)
        let count = try lines.count
        try await bench.pass(.seconds(3600))
        #expect(try lines.count == count)
    }

    @Test("Without a confirmation of the new activity the old one continues to its end")
    func unconfirmed() async throws {
        let phone = try await longSession()
        try await bench.pass(.seconds(1799))
        #expect(try lines.count { $0.hasPrefix("start") } == 3)
        try await bench.update(SessionUpdate(operation: "Late"))
        #expect(try lines.last == "update aa01 low processing")
        try await bench.pass(.seconds(1))
        #expect(try await bench.activity(of: phone)?.phase == .ended)
    }

    @Test("The activity of a stalled session is not renewed")
    func silent() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        try await bench.pass(.seconds(8 * 3600))
        #expect(try lines.count == 1)
        #expect(try await bench.activity(of: phone)?.phase == .ended)
    }
}

@Suite("A busy session of two hours", .timeLimit(.minutes(10)))
struct LongSessionTests {
    private let bench = LiveActivityBench()

    /// A session with 5,000 updates in 7,200 seconds.
    private func play(_ update: (Int) -> SessionUpdate) async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        let start = bench.time.now
        for event in 1...5000 {
            try await bench.pass(to: start + .milliseconds(1440 * event))
            try await bench.update(update(event))
        }
        try await bench.update(SessionUpdate(status: .completed))
        try await bench.pass(.seconds(3600))
    }

    /// The shown state: the newest by its timestamp.
    private func shown() throws -> SentActivity? {
        try bench.sent.max { ($0.content.timestamp?.seconds ?? 0) < ($1.content.timestamp?.seconds ?? 0) }
    }

    @Test("5,000 steps of progress are 480 updates of low priority, one start and one end")
    func progress() async throws {
        try await play { SessionUpdate(operation: "Step \($0)", progress: .init(completed: $0, total: 5000)) }
        let sent = try bench.sent
        #expect(sent.count { $0.content.event == .start } == 1)
        #expect(sent.count { $0.content.event == .update } == 480)
        #expect(sent.count { $0.content.event == .end } == 1)
        #expect(sent.count { $0.push.urgency == .immediate } == 2)
        let last = try #require(try shown())
        #expect(last.content.event == .end)
        #expect(last.state.status == .completed)
        #expect(last.state.currentOperation == "Step 5000")
        #expect(last.state.todoProgress?.completed == 5000)
    }

    @Test("With 100 changes of status no hour has more than 20 pushes of high priority, and none is lost")
    func flapping() async throws {
        try await play { event in
            SessionUpdate(
                status: event % 100 == 0 ? .waiting : event % 100 == 10 ? .running : nil, operation: "Step \(event)")
        }
        let sent = try bench.sent
        let high = sent.filter { $0.push.urgency == .immediate }.compactMap { $0.content.timestamp }
        for moment in high {
            #expect(high.count { moment <= $0 && $0 < moment + .seconds(3600) } <= 20)
        }
        #expect((40...41).contains(high.count), "\(high.count)")
        #expect((480...560).contains(sent.count), "\(sent.count)")
        let low = sent.filter { $0.push.urgency == .considerate && $0.content.event == .update }
            .compactMap { $0.content.timestamp?.seconds }
        #expect(zip(low, low.dropFirst()).allSatisfy { $1 - $0 >= 14 })
        let last = try #require(try shown())
        #expect(last.content.event == .end)
        #expect(last.state.status == .completed)
    }
}
