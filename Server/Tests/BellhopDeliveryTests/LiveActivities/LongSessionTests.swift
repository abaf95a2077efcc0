import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("A busy session of two hours", .timeLimit(.minutes(10)))
struct LongSessionTests {
    private let bench = ActivityBench()

    /// 5,000 events in 7,200 seconds.
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

    /// What the system shows: the newest by its timestamp.
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

    @Test("With 100 changes of status in between no hour has more than 20 pushes of high priority, and none is lost")
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
