import BellhopKit
import BellhopModel
import BellhopSimulators
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Keys and screen of the phone in the terminal", .timeLimit(.minutes(10)))
struct PhoneControlTests {
    private static func text(_ control: PhoneControl, on display: TerminalDisplay = .plain) -> String {
        PhoneView(display: display).drawing(of: control, now: Timestamp(seconds: 1)).lines.map(\.plain)
            .joined(separator: "\n")
    }

    @Test("A lost connection and a removed phone are shown")
    func connection() async throws {
        try await RunningBellhop.run { bellhop in
            var screen = await bellhop.phone.screen
            func text(_ screen: PhoneScreen) -> String { Self.text(PhoneControl(screen)) }
            #expect(!text(screen).contains("no connection"))
            screen.connection = .lost
            #expect(text(screen).contains("no connection to the server"))
            screen.isInAirplaneMode = true
            #expect(!text(screen).contains("no connection"))
            screen.registration = .needsPairing(.keyRevoked)
            #expect(text(screen).contains("no longer paired"))
        }
    }

    @Test("A key without effect shows the reason until the next key")
    func hints() async throws {
        try await RunningBellhop.run { bellhop in
            var control = PhoneControl(await bellhop.phone.screen)
            func hint(_ key: Key) -> String? {
                let action = control.press(key)
                return action == nil ? control.hint : nil
            }
            #expect(hint(.character("a")) == "a: nothing to approve")
            #expect(hint(.character("d")) == "d: nothing to deny")
            #expect(hint(.character("r")) == "r: nothing accepts a reply")
            #expect(hint(.character("t")) == "t: nothing to open")
            #expect(hint(.character("x")) == "x: nothing to dismiss")
            #expect(hint(.character("i")) == "i: not a key of the lock screen")
            #expect(hint(.enter) == "Enter: nothing to send")
            #expect(hint(.escape) == nil)
            _ = control.press(.character("z"))
            #expect(Self.text(control).contains("z: not a key of the lock screen"))
            #expect(control.press(.character("u")) == .unlock && control.hint == nil)
            var screen = control.screen
            screen.app = .foreground
            control.show(screen)
            #expect(hint(.character("a")) == "a: no ask is pending")
            #expect(hint(.character("n")) == "n: no ask is pending")
            #expect(hint(.character("y")) == "y: not a key of the app")
        }
    }

    @Test("An empty lock screen shows the number of unread notifications from the badge")
    func badge() async throws {
        try await RunningBellhop.run { bellhop in
            var screen = await bellhop.phone.screen
            #expect(!Self.text(PhoneControl(screen)).contains("unread"))
            screen.badge = 1
            #expect(Self.text(PhoneControl(screen)).contains("no notifications; 1 unread in the app"))
        }
    }

    @Test(
        "q and the end of input quit, and Control-C interrupts",
        arguments: [Key.character("q"), .end, .interrupt])
    func leaving(_ key: Key) async throws {
        try await RunningBellhop.run { bellhop in
            let (keys, typed) = AsyncStream<Key>.makeStream()
            typed.yield(key)
            var area = LiveArea(.fullScreen, on: .plain, write: { _ in })
            let end = await InteractivePhone(phone: bellhop.phone, display: .plain).run(keys, on: &area)
            #expect(end == (key == .interrupt ? .interrupted : .quit))
        }
    }
}

@Suite("Phone scripts")
struct PhoneScriptTests {
    @Test("Every step is parsed, with comments and empty lines")
    func steps() throws {
        let script = try PhoneScript(
            """
            # the journey
            wait
            wait 2
            airplane on

            approve
              deny
            reply PostgreSQL, please
            stop
            stop use npm ci
            remember 1
            remember 3 1
            unlock
            kill
            restart
            expect showing 0
            expect badge 1
            expect result agent_went_on
            """)
        #expect(
            script.steps == [
                .wait(1), .wait(2), .airplane(true), .approve, .deny, .reply("PostgreSQL, please"),
                .stop(nil), .stop("use npm ci"), .remember([1]), .remember([3, 1]), .unlock, .kill,
                .restart,
                .expectShowing(0), .expectBadge(1), .expectResult("agent_went_on"),
            ])
    }

    @Test(
        "An invalid step is reported with its line",
        arguments: [
            "approve twice", "wait long", "airplane", "reply", "expect", "expect showing none", "dance",
            "expect result agent_gone", "remember", "remember all", "remember 0", "remember 1 1",
        ])
    func mistakes(line: String) {
        let failure = #expect(throws: CommandFailure.self) { try PhoneScript("wait\n\(line)") }
        #expect(failure?.description.hasPrefix("Line 2 of the script is not a valid step: \"\(line)\"") == true)
    }
}
