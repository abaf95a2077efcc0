import BellhopModel
import BellhopTestSupport
import Dispatch
import MetricsTestKit
import Testing

@testable import BellhopCore
@testable import BellhopStore

@Suite("Answering an ask", .timeLimit(.minutes(10)))
struct AnsweringTests {
    private let bench = EngineBench()

    @Test(
        "An answer ends the ask and stores the device and its signature",
        arguments: [(Answer.approve, AskState.approved), (.deny(message: "not on Friday"), .denied)])
    func answered(answer: Answer, state: AskState) async throws {
        let phone = try await bench.phone("Ada's iPhone")
        let ask = try await bench.ask()
        bench.time.advance(by: .seconds(3))
        let request = try phone.answer(answer, to: ask)
        let ended = try await bench.asks.answer(ask.id, request, by: phone.key)
        #expect(ended.state == state)
        let resolution = try #require(ended.resolution)
        #expect(resolution.at == bench.time.now)
        #expect(
            resolution.answer
                == SignedAnswer(
                    answer: answer, deviceID: phone.device.id, deviceName: "Ada's iPhone",
                    signature: request.signature))
        #expect(try await bench.store.ask(ask.id) == ended)
    }

    @Test("An answer whose transaction begins at the deadline is refused, although it arrived before")
    func delayed() async throws {
        let phone = try await bench.phone()
        let ask = try await bench.ask()
        let gate = DispatchSemaphore(value: 0)
        let (held, holds) = AsyncStream.makeStream(of: Void.self)
        async let blocking: Void = bench.store.commits.run { _ in
            holds.finish()
            gate.wait()
        }
        for await _ in held {}
        let request = try phone.answer(.approve, to: ask)
        let answer = Task { try await bench.asks.answer(ask.id, request, by: phone.key) }
        while bench.store.commits.waiting < 1 { await Task.yield() }
        bench.time.advance(by: ask.deadline - bench.time.now)
        gate.signal()
        try await blocking
        await expectRefusal(.askExpired) { try await answer.value }
        #expect(try await bench.store.ask(ask.id)?.state == .pending)
    }

    @Test("A reply must answer each question")
    func replied() async throws {
        let phone = try await bench.phone()
        let ask = try await bench.ask(
            .question(Question(text: "Which?", options: [.init(label: "A")]), Question(text: "Why?")))
        let answer = Answer.replies([Reply(selected: ["A"]), Reply(text: "because")])
        let ended = try await bench.asks.answer(ask.id, phone.answer(answer, to: ask), by: phone.key)
        #expect(ended.state == .answered)
    }

    @Test("Repeating the same answer returns the same result, also from another device")
    func again() async throws {
        let phone = try await bench.phone()
        let tablet = try await bench.phone("iPad")
        let ask = try await bench.ask()
        let first = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        bench.time.advance(by: .seconds(3600))
        #expect(try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key) == first)
        #expect(try await bench.asks.answer(ask.id, tablet.answer(.approve, to: ask), by: tablet.key) == first)
    }

    @Test("An answer publishes one event to connected clients")
    func events() async throws {
        let phone = try await bench.phone()
        let ask = try await bench.ask()
        let events = bench.hub.subscribe("ada")
        let ended = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        bench.hub.finish()
        #expect(await events.reduce(into: []) { $0.append($1) } == [.askResolved(ended), .badge(0)])
    }

    @Test("One of many simultaneous different answers is accepted, and the others get its result")
    func race() async throws {
        let phones = try await (0..<8).asyncMap { try await bench.phone("phone \($0)") }
        let ask = try await bench.ask()
        let asks = bench.asks
        let results = try await withThrowingTaskGroup(of: Result<Ask, APIError>.self) { group in
            for (index, phone) in phones.enumerated() {
                let request = try phone.answer(.deny(message: "\(index)"), to: ask)
                group.addTask {
                    do { return .success(try await asks.answer(ask.id, request, by: phone.key)) } catch let error
                        as APIError
                    {
                        return .failure(error)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let winner = try #require(try await bench.store.ask(ask.id))
        #expect(results.count { $0 == .success(winner) } == 1)
        for case .failure(let error) in results {
            #expect(error.code == .askAlreadyAnswered)
            #expect(error.resolution == winner.resolution)
        }
    }

    @Test("Resolutions are counted by state, and the time to the answer is recorded")
    func metrics() async throws {
        let metrics = TestMetrics()
        let bench = EngineBench(metrics: metrics)
        let phone = try await bench.phone()
        let ask = try await bench.ask()
        bench.time.advance(by: .seconds(2))
        _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        let counter = try metrics.expectCounter("bellhop_asks_resolved_total", [("state", "approved")])
        #expect(counter.totalValue == 1)
        #expect(try metrics.expectTimer("bellhop_ask_to_answer_seconds").values == [2_000_000_000])
    }
}

extension Sequence {
    func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
