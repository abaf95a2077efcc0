import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTesting
import Synchronization
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("The demo on the terminal", .timeLimit(.minutes(10)))
struct DemoScreenTests {
    private typealias Observation = DemoTimeline.Observation

    @Test("A cause observed after its effect is moved before it, at the effect's time")
    func causes() {
        let seen: [Observation] = [
            .init(event: .hookStarts, ms: 0), .init(event: .shown("iPhone"), ms: 20),
            .init(event: .pushAccepted("iPhone"), ms: 21), .init(event: .askStored, ms: 22),
            .init(event: .pushAccepted("iPad"), ms: 24), .init(event: .shown("iPad"), ms: 30),
            .init(event: .agentReplied(isEmpty: false), ms: 50),
            .init(event: .answered(.approve, on: "iPhone"), ms: 51),
            .init(event: .cleared("iPad"), ms: 60), .init(event: .silentPushAccepted("iPad"), ms: 61),
        ]
        let ordered = DemoTimeline.ordered(seen)
        #expect(
            ordered == [
                .init(event: .hookStarts, ms: 0), .init(event: .askStored, ms: 20),
                .init(event: .pushAccepted("iPhone"), ms: 20), .init(event: .shown("iPhone"), ms: 20),
                .init(event: .pushAccepted("iPad"), ms: 24), .init(event: .shown("iPad"), ms: 30),
                .init(event: .answered(.approve, on: "iPhone"), ms: 50),
                .init(event: .agentReplied(isEmpty: false), ms: 50),
                .init(event: .silentPushAccepted("iPad"), ms: 60), .init(event: .cleared("iPad"), ms: 60),
            ])
        #expect(DemoTimeline.ordered(seen.reversed()) == ordered)
    }

    @Test(
        "Durations are rounded for reading",
        arguments: [
            (0, "0.0 ms"), (0.44, "0.4 ms"), (9.94, "9.9 ms"), (9.96, "10 ms"), (231.4, "231 ms"), (999.6, "1.0 s"),
            (4231, "4.23 s"),
            (41_928.5, "41.9 s"), (59_949, "59.9 s"), (59_960, "1 min 0 s"), (123_400, "2 min 3 s"),
        ])
    func durations(_ milliseconds: Double, _ text: String) {
        #expect(ShortDuration.text(milliseconds: milliseconds) == text)
    }

    /// Runs the demo's screen with an ask on both phones; `body` presses keys and reads the drawn text.
    private static func decision(
        _ display: TerminalDisplay, _ clock: ManualClock = ManualClock(),
        _ body: @escaping @Sendable (AsyncStream<Key>.Continuation, DrawnText) async throws -> Void
    ) async throws -> DemoScreen.Decision {
        let made = Mutex<DemoScreen.Decision?>(nil)
        try await RunningBellhop.run(phones: ["iPhone", "iPad"]) { bellhop in
            let content = AskRequest.Content(
                title: "Claude wants to run a command", body: "⚠ force push\ngit push --force", toolName: "Bash",
                input: "git push --force", inputDigest: InputDigest.hex(of: "git push --force", nonce: nil))
            _ = try await bellhop.agent.createAsk(AskRequest(content: content, expiresIn: 60))
            for phone in bellhop.phones { _ = await phone.screen { !$0.notifications.isEmpty } }
            let deadline = await bellhop.phone.screen.notifications.first?.payload.deadline
            clock.set(by: try #require(deadline) - .seconds(45) - clock.now)
            let (keys, typed) = AsyncStream<Key>.makeStream()
            let drawn = DrawnText()
            let screen = DemoScreen(
                phones: bellhop.phones, display: display,
                clock: ScreenClock(
                    now: { clock.now }, second: { try await clock.sleep(until: clock.now + .seconds(1)) }))
            let decision = try await withThrowingTaskGroup(of: DemoScreen.Decision.self) { group in
                group.addTask {
                    var area = LiveArea(.inline, on: display, write: drawn.write)
                    defer { area.end() }
                    return await screen.decision(by: keys, on: &area)
                }
                try await body(typed, drawn)
                return try await group.next()
            }
            made.withLock { $0 = decision }
        }
        return try #require(made.withLock { $0 })
    }

    @Test(
        "A valid key decides; any other shows the valid keys",
        arguments: [
            (Key.character("a"), DemoScreen.Decision.press(.approve)), (.character("d"), .press(.deny)),
            (.character("q"), .quit), (.end, .quit), (.interrupt, .interrupted),
        ])
    func keys(_ key: Key, _ decision: DemoScreen.Decision) async throws {
        let made = try await Self.decision(.plain) { typed, drawn in
            try await drawn.waitFor("Approve")
            typed.yield(.character("z"))
            try await drawn.waitFor("z: a approves, d denies, q quits")
            typed.yield(key)
        }
        #expect(made == decision)
    }

    @Test("The countdown is redrawn in place every second")
    func countdown() async throws {
        let clock = ManualClock()
        let display = TerminalDisplay(hasColor: false, isRedrawable: true, columns: 80, rows: 40)
        _ = try await Self.decision(display, clock) { typed, drawn in
            try await drawn.waitFor("0:45 left")
            await clock.sleepers()
            clock.advance(by: .seconds(1))
            try await drawn.waitFor("0:44 left")
            typed.yield(.character("q"))
        }
    }

    @Test("The terminal is restored at the end", arguments: [LiveArea.Mode.fullScreen, .inline])
    func restored(_ place: LiveArea.Mode) {
        let drawn = DrawnText()
        let display = TerminalDisplay(hasColor: true, isRedrawable: true, columns: 80, rows: 24)
        var area = LiveArea(place, on: display, write: drawn.write)
        area.draw(["one", "two"])
        area.draw(["three", "four"])
        area.end()
        let text = drawn.text
        #expect(text.hasSuffix(place == .inline ? "\u{1B}[?25h" : "\u{1B}[?25h\u{1B}[?1049l"))
        #expect(text.contains(place == .inline ? "\u{1B}[2A\rthree" : "\u{1B}[Hthree"))
        let plain = DrawnText()
        var file = LiveArea(place, on: .plain, write: plain.write)
        file.draw(["one"])
        file.draw(["one"])
        file.draw(["two"])
        file.end()
        #expect(plain.text == "one\ntwo\n")
    }

    @Test(
        "Both phones are drawn, side by side if the terminal is wide enough", arguments: [40, 79, 80, 132, 200])
    func widths(_ columns: Int) async throws {
        let display = TerminalDisplay(hasColor: false, isRedrawable: false, columns: columns)
        _ = try await Self.decision(display) { typed, drawn in
            try await drawn.waitFor("iPhone", "iPad", "⚠ force push", "✓ Approve", "✗ Deny")
            let lines = drawn.text.split(separator: "\n").filter { !$0.hasPrefix("a approve") }
            #expect(lines.allSatisfy { $0.columns <= columns })
            #expect(lines.contains { $0.contains("iPhone") && $0.contains("iPad") } == (columns >= 80))
            typed.yield(.character("q"))
        }
    }
}

/// Records the output to a terminal.
final class DrawnText: Sendable {
    private let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation
    private let written = Mutex("")

    init() { (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    var text: String { written.withLock { $0 } }

    @Sendable func write(_ text: String) {
        written.withLock { $0 += text }
        changed.yield()
    }

    /// Waits until all of `texts` have been written.
    func waitFor(_ texts: String...) async throws {
        if texts.allSatisfy(text.contains) { return }
        for await _ in changes where texts.allSatisfy(text.contains) { return }
        throw CommandFailure("It was not drawn.")
    }
}
