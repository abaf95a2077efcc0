import BellhopClient
import BellhopModel
import BellhopTestSupport
import Synchronization
import Testing

@Suite("Waiting for an answer", .timeLimit(.minutes(10)))
struct WaitingTests {
    static let deadline = TestTime.start + .seconds(570)

    @Test(
        "The wait ends with the ask, in each state",
        arguments: [AskState.approved, .denied, .answered, .expired, .withdrawn])
    func ends(_ state: AskState) async throws {
        try await withScript([try .json(200, Fixtures.ask(state))]) { client, script, _ in
            let outcome = try await client.waitForAnswer(to: Fixtures.askID, until: Self.deadline)
            #expect(outcome == .ended(Fixtures.ask(state)))
            #expect(script.requests.map(\.target) == ["/v1/asks/\(Fixtures.askID)?wait=55"])
        }
    }

    @Test("The wait continues after failures, restarts and temporary refusals")
    func retries() async throws {
        let time = TestTime()
        let turns: [Script.Turn] = try [
            .drop, .json(503, APIError(.shuttingDown), headers: ["Retry-After": "1"]), .reply(502, "Bad Gateway"),
            // The kept connection ends, and so does a new one.
            .json(200, Fixtures.ask()), .drop, .drop, .json(200, Fixtures.ask(.approved)),
        ]
        try await withScript(turns, time: time) { client, script, _ in
            let outcome = try await client.waitForAnswer(to: Fixtures.askID, until: Self.deadline)
            #expect(outcome == .ended(Fixtures.ask(.approved)))
            #expect(script.requests.count == 7)
            #expect(
                time.pauses == [.milliseconds(250), .seconds(1), .seconds(1), .seconds(2), .seconds(4)])
        }
    }

    @Test("A request that the server held to its end is followed by the next one without a pause")
    func longPoll() async throws {
        let turns: [Script.Turn] = try [
            .json(200, Fixtures.ask()), .json(200, Fixtures.ask()), .json(200, Fixtures.ask(.denied)),
        ]
        let script = Script(turns)
        let server = try await ScriptedServer(script)
        var configuration = BellhopClient.Configuration()
        // Time passes while the server holds a request: 55 seconds for each that has come in.
        configuration.time = ClientTime(
            now: { TestTime.start + .seconds(55 * script.requests.count) }, sleep: { _ in Issue.record("it pauses") })
        let address = try ServerAddress(server.url)
        try await BellhopClient.with(address, key: script.key, configuration: configuration) { client in
            let outcome = try await client.waitForAnswer(to: Fixtures.askID, until: Self.deadline)
            #expect(outcome == .ended(Fixtures.ask(.denied)))
        }
        try await server.stop()
    }

    @Test("The wait gives up shortly after its deadline, with the last failure")
    func givesUp() async throws {
        let time = TestTime()
        let turns = Array(repeating: Script.Turn.drop, count: 100)
        try await withScript(turns, time: time) { client, script, server in
            let deadline = TestTime.start + .seconds(30)
            let outcome = try await client.waitForAnswer(to: Fixtures.askID, until: deadline)
            guard case .gaveUp(.connectionLost?) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(time.now == deadline + .seconds(3))
            #expect(script.requests.count < 15)
            #expect(script.requests.first?.target.hasSuffix("wait=30") == true)
        }
    }

    @Test("The last request waits only for the remaining time, rounded up to seconds")
    func lastWait() async throws {
        let time = TestTime()
        let turns: [Script.Turn] = try [.json(200, Fixtures.ask()), .json(200, Fixtures.ask())]
        try await withScript(turns, time: time, duringPause: { _ in time.advance(.seconds(7)) }) { client, script, _ in
            let outcome = try await client.waitForAnswer(
                to: Fixtures.askID, until: TestTime.start + .milliseconds(9500))
            #expect(outcome == .gaveUp(lastFailure: nil))
            #expect(script.requests.map { $0.target.suffix(7) } == ["wait=10", "?wait=3"])
        }
    }

    @Test("The ask is read once more at the deadline, so an answer at the last moment is returned")
    func lastMoment() async throws {
        let time = TestTime()
        let turns: [Script.Turn] = try [.json(200, Fixtures.ask()), .json(200, Fixtures.ask(.approved))]
        try await withScript(turns, time: time, duringPause: { _ in time.advance(.seconds(9)) }) { client, script, _ in
            let outcome = try await client.waitForAnswer(to: Fixtures.askID, until: TestTime.start + .seconds(9))
            #expect(outcome == .ended(Fixtures.ask(.approved)))
            #expect(script.requests.map { $0.target.suffix(7) } == ["?wait=9", "?wait=1"])
        }
    }

    @Test("No request is sent long after the deadline")
    func tooLate() async throws {
        try await withScript([]) { client, script, _ in
            let outcome = try await client.waitForAnswer(to: Fixtures.askID, until: TestTime.start - .seconds(3))
            #expect(outcome == .gaveUp(lastFailure: nil))
            #expect(script.requests.isEmpty)
        }
    }

    @Test("closeAsk withdraws a pending ask, and returns an answer that was given just before")
    func closing() async throws {
        let turns: [Script.Turn] = try [
            .json(200, Fixtures.ask(.withdrawn)), .json(409, APIError(.askAlreadyAnswered)),
            .json(200, Fixtures.ask(.denied)), .json(410, APIError(.askExpired)), .json(200, Fixtures.ask(.expired)),
        ]
        try await withScript(turns) { client, script, _ in
            for state in [AskState.withdrawn, .denied, .expired] {
                let closed = try await client.closeAsk(Fixtures.askID, reason: .agentEnded)
                #expect(closed.state == state)
            }
            #expect(script.requests.map(\.method) == ["DELETE", "DELETE", "GET", "DELETE", "GET"])
        }
    }

    @Test("closeAsk retries while the server is unavailable, until the given deadline")
    func closingLater() async throws {
        let time = TestTime()
        let turns: [Script.Turn] = try [.drop, .reply(502, ""), .json(200, Fixtures.ask(.withdrawn)), .drop, .drop]
        try await withScript(turns, time: time, adjusting: { $0.retry.timeLimit = .zero }) { client, script, _ in
            let closed = try await client.closeAsk(Fixtures.askID, reason: .agentEnded, until: Self.deadline)
            #expect(closed.state == .withdrawn)
            #expect(time.pauses == [.milliseconds(250), .milliseconds(500)])
            await #expect(throws: ClientError.self) {
                try await client.closeAsk(Fixtures.askID, reason: .agentEnded, until: time.now + .milliseconds(400))
            }
            // The first of these attempts uses the kept connection.
            #expect(script.requests.count == 3 + 3)
        }
    }

    @Test("A response about another ask is an error")
    func anotherAsk() async throws {
        let other = try Script.Turn.json(200, Fixtures.ask(.approved, id: AskID(high: 7, low: 8)))
        try await withScript(Array(repeating: other, count: 3)) { client, _, server in
            let error = ClientError.unexpectedReply(address: server.url, status: 200, reason: "it contains another ask")
            await #expect(throws: error) {
                try await client.waitForAnswer(to: Fixtures.askID, until: Self.deadline)
            }
            await #expect(throws: error) { try await client.getAsk(Fixtures.askID) }
            await #expect(throws: error) { try await client.withdrawAsk(Fixtures.askID, reason: .agentEnded) }
        }
    }

    @Test(
        "A permanent refusal ends the wait",
        arguments: [APIErrorCode.unauthorized, .forbidden, .notFound, .hostNotAllowed])
    func permanent(_ code: APIErrorCode) async throws {
        try await withScript([try .json(code.status, APIError(code))]) { client, _, _ in
            await #expect(throws: ClientError.refused(APIError(code), retryAfter: nil)) {
                try await client.waitForAnswer(to: Fixtures.askID, until: Self.deadline)
            }
        }
    }

    @Test("The wait continues when a killed server is back on its port")
    func restart() async throws {
        let script = Script([.drop])
        let first = try await ScriptedServer(script)
        let port = first.port
        let second = Mutex<ScriptedServer?>(nil)
        var configuration = BellhopClient.Configuration()
        configuration.retry.jitter = { 1 }
        let time = TestTime()
        configuration.time = time.clientTime { _ in
            // First pause: the server has just stopped. Second: it was unreachable. Then it is back.
            switch time.pauses.count {
            case 1: try await first.stop()
            case 2:
                let back = Script([try .json(200, Fixtures.ask(.approved))], key: script.key)
                let server = try await ScriptedServer(back, port: port)
                second.withLock { $0 = server }
            default: break
            }
        }
        let address = try ServerAddress("http://127.0.0.1:\(port)")
        try await BellhopClient.with(address, key: script.key, configuration: configuration) { client in
            let outcome = try await client.waitForAnswer(to: Fixtures.askID, until: Self.deadline)
            #expect(outcome == .ended(Fixtures.ask(.approved)))
            #expect(time.pauses.count == 2)
        }
        try await second.withLock { $0 }?.stop()
    }

    @Test("openAsk joins the pending ask of the same key")
    func joins() async throws {
        let replayed = ["Idempotency-Replayed": "true"]
        let turns: [Script.Turn] = try [.json(201, Fixtures.ask(), headers: replayed), .json(200, Fixtures.ask())]
        try await withScript(turns) { client, script, _ in
            let ask = try await client.openAsk { (Fixtures.request, "k-\($0)") }
            #expect(ask == Fixtures.ask())
            #expect(script.requests.map(\.method) == ["POST", "GET"])
        }
    }

    @Test("openAsk never returns the answer of an earlier ask", arguments: [AskState.approved, .denied, .expired])
    func usedUp(_ state: AskState) async throws {
        let replayed = ["Idempotency-Replayed": "true"]
        let next = AskID(high: 7, low: 8)
        let turns: [Script.Turn] = try [
            .json(201, Fixtures.ask(), headers: replayed), .json(200, Fixtures.ask(state)),
            .json(201, Fixtures.ask(id: next)),
        ]
        try await withScript(turns) { client, script, _ in
            let ask = try await client.openAsk { (Fixtures.request, "k-\($0)") }
            #expect(ask == Fixtures.ask(id: next))
            #expect(script.requests.map { $0.headers["idempotency-key"] } == ["k-0", nil, "k-1"])
        }
    }

    @Test("A repeated notification joins an unread one, and otherwise creates a new one", arguments: [false, true])
    func openNotification(_ isRead: Bool) async throws {
        let replayed = ["Idempotency-Replayed": "true"]
        let first = Fixtures.notification(NotificationID(high: 7, low: 1))
        var now = first
        now.readAt = isRead ? Fixtures.created : nil
        let next = Fixtures.notification(NotificationID(high: 7, low: 2))
        let turns: [Script.Turn] = try [
            .json(202, first, headers: replayed), .json(200, NotificationTimeline(notification: now, timeline: [])),
            .json(202, next),
        ]
        try await withScript(turns) { client, script, _ in
            let told = try await client.openNotification { repetition in
                NotificationRequest(title: "T", body: "B", options: .init(collapseKey: "k-\(repetition)"))
            }
            #expect(told == (isRead ? next : now))
            let keys = script.requests.map { $0.headers["idempotency-key"] }
            #expect(keys == (isRead ? ["k-0", nil, "k-1"] : ["k-0", nil]))
        }
    }
}
