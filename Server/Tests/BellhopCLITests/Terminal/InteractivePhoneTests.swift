import BellhopClient
import BellhopKit
import BellhopModel
import BellhopSimulators
import Synchronization
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("The phone in the terminal", .timeLimit(.minutes(10)))
struct InteractivePhoneTests {
    private static let rules = [
        OfferedRule(text: "Bash(npm test:*)", scope: .session), OfferedRule(text: "Bash(npm run:*)", scope: .project),
    ]

    /// Its keyboard, and what it shows.
    private struct Hands: Sendable {
        let phone: SimulatedPhone
        fileprivate let keys: AsyncStream<Key>.Continuation
        fileprivate let shown: Shown

        func press(_ text: String) { for character in text { keys.yield(.character(character)) } }
        func press(_ key: Key) { keys.yield(key) }

        /// Waits until the terminal shows all of `texts`.
        func see(_ texts: String...) async throws {
            if texts.allSatisfy(shown.text.contains) { return }
            for await _ in shown.changes where texts.allSatisfy(shown.text.contains) { return }
            throw CommandFailure("The phone was switched off.")
        }
    }

    /// What is on the terminal.
    private final class Shown: Sendable {
        let changes: AsyncStream<Void>
        private let changed: AsyncStream<Void>.Continuation
        private let lines = Mutex<[String]>([])

        init() { (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

        var text: String { lines.withLock { $0.joined(separator: "\n") } }

        func set(_ new: [String]) {
            lines.withLock { $0 = new }
            changed.yield()
        }
    }

    /// A locked phone in front of a person, to whom an agent puts an ask.
    private static func run(
        _ requests: [AskRequest] = [request()],
        _ body: @escaping @Sendable (Hands, [Ask]) async throws -> Void
    ) async throws -> [Resolution?] {
        let resolutions = Mutex<[Resolution?]>([])
        try await RunningBellhop.run { bellhop in
            var asks: [Ask] = []
            for request in requests { asks.append(try await bellhop.agent.createAsk(request).ask) }
            let (keys, typed) = AsyncStream<Key>.makeStream()
            let shown = Shown()
            let hands = Hands(phone: bellhop.phone, keys: typed, shown: shown)
            _ = await bellhop.phone.screen { $0.notifications.count == requests.count }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    await InteractivePhone(phone: bellhop.phone, style: Style(isOn: false)).run(keys, show: shown.set)
                }
                try await body(hands, asks)
                typed.yield(.character("q"))
                try await group.waitForAll()
            }
            for ask in asks {
                let now = try await bellhop.agent.getAsk(ask.id)
                resolutions.withLock { $0.append(now.resolution) }
            }
        }
        return resolutions.withLock { $0 }
    }

    private static func request(
        _ input: String = "npm test", rules: [OfferedRule] = rules, questions: [Question] = [],
        denyWith: Set<DenialDetail> = [.message, .interrupt]
    ) -> AskRequest {
        AskRequest(
            content: .init(
                title: "Claude wants to run \(input)", body: input, toolName: "Bash", input: input,
                inputDigest: SetupRecord.digest(Array(input.utf8)), questions: questions, rules: rules,
                denyWith: denyWith),
            expiresIn: 60)
    }

    private static func answers(_ resolutions: [Resolution?]) -> [Answer?] { resolutions.map { $0?.answer?.answer } }

    @Test("The lock screen approves once and no more: what is remembered or stops the agent needs the open app")
    func lockScreen() async throws {
        let resolutions = try await Self.run { hands, _ in
            try await hands.see("[ Approve ]", "t open")
            // None of these is a key here.
            hands.press("12in")
            hands.press("a")
            try await hands.see("Unlock to approve")
            hands.press("u")
            try await hands.see("Approved: the server has it")
        }
        #expect(Self.answers(resolutions) == [.approve])
    }

    @Test("Opened, it shows every rule with how far it reaches, and remembers those that were chosen")
    func remember() async throws {
        let resolutions = try await Self.run { hands, _ in
            try await hands.see("[ Approve ]")
            hands.press("t")
            try await hands.see(
                "app open", "1 [ ] Bash(npm test:*) (In this session)", "2 [ ] Bash(npm run:*) (In this project)")
            hands.press("129")
            try await hands.see("1 [x]", "2 [x]")
            hands.press("1")
            try await hands.see("1 [ ]", "2 [x]")
            hands.press("a")
            try await hands.see("Approved: the server has it")
        }
        #expect(Self.answers(resolutions) == [.approveAndRemember([Self.rules[1]])])
    }

    @Test("A no carries nothing that the agent cannot be told")
    func plainDenial() async throws {
        let said = try await Self.run([Self.request(denyWith: [])]) { hands, _ in
            try await hands.see("[ Deny ]")
            hands.press("t")
            try await hands.see("a approve  d deny  h home")
            // None of these is a key here.
            hands.press("isd")
            try await hands.see("Denied: the server has it")
        }
        #expect(Self.answers(said) == [.deny(message: nil)])
    }

    @Test("A no can carry an instruction, or stop the agent with one or without")
    func deny() async throws {
        let said = try await Self.run { hands, _ in
            try await hands.see("[ Deny ]")
            hands.press("t")
            try await hands.see("i deny, saying why")
            hands.press("iuse npm x")
            hands.press(.backspace)
            try await hands.see("Deny, saying: use npm ")
            hands.press("ci")
            hands.press(.enter)
            try await hands.see("Denied: the server has it")
        }
        #expect(Self.answers(said) == [.deny(message: "use npm ci")])
        let stopped = try await Self.run { hands, _ in
            try await hands.see("[ Deny ]")
            hands.press("t")
            try await hands.see("s stop the agent")
            // Taken back, and nothing said is no instruction.
            hands.press("s")
            hands.press(.escape)
            hands.press("i")
            hands.press(.enter)
            hands.press("s")
            try await hands.see("Deny and stop the agent")
            hands.press(.enter)
            try await hands.see("Denied: the server has it")
        }
        #expect(Self.answers(stopped) == [.deny(message: nil, interrupt: true)])
    }

    @Test("A second press of a key answers nothing that came after")
    func twice() async throws {
        let requests = [Self.request("npm test", rules: []), Self.request("rm -rf /", rules: [])]
        let resolutions = try await Self.run(requests) { hands, asks in
            try await hands.see("rm -rf /", "npm test")
            hands.press("s")
            try await hands.see("app open", "• Claude wants to run rm -rf /", "n next")
            hands.press("aa")
            hands.press("n")
            try await hands.see("a approve")
            hands.press("daaa")
            try await hands.see("Denied: the server has it", "• Claude")
            hands.press("h")
            try await hands.see("t open")
        }
        #expect(Self.answers(resolutions).count { $0 == nil } == 1)
        #expect(Self.answers(resolutions).contains(.deny(message: nil)))
    }

    @Test("What came of an answer is said with its ask, and apart from one that waits")
    func before() async throws {
        let requests = [Self.request("npm test", rules: []), Self.request("git push", rules: [])]
        _ = try await Self.run(requests) { hands, _ in
            try await hands.see("npm test", "git push")
            hands.press("ua")
            try await hands.see("› Before: Claude wants to run", "Approved: the server has it", "[ Approve ]")
            hands.press("a")
            try await hands.see("› Claude wants to run", "no notifications")
        }
    }

    @Test("A phone without a connection, or that its server removed, says so")
    func connection() async throws {
        try await RunningBellhop.run { bellhop in
            var screen = await bellhop.phone.screen
            let view = PhoneView(style: Style(isOn: false))
            func text(_ screen: PhoneScreen) -> String {
                view.lines(of: screen, now: Timestamp(seconds: 1)).joined(separator: "\n")
            }
            #expect(!text(screen).contains("no connection"))
            screen.connection = .lost
            #expect(text(screen).contains("no connection to the server"))
            screen.isInAirplaneMode = true
            #expect(!text(screen).contains("no connection"))
            screen.registration = .needsPairing(.keyRevoked)
            #expect(text(screen).contains("not paired any more"))
        }
    }

    @Test("That the agent went on is heard in the app, which a script opens for it and leaves again")
    func wentOn() async throws {
        try await RunningBellhop.run { bellhop in
            let ask = try await bellhop.agent.createAsk(Self.request(rules: [])).ask
            await bellhop.phone.unlock()
            try await ScriptedPhone(phone: bellhop.phone).run(PhoneScript("approve\nexpect result sent"))
            try await bellhop.agent.sendReceipt(Receipt(kind: .applied, askID: ask.id))
            try await ScriptedPhone(phone: bellhop.phone).run(PhoneScript("expect result agent_went_on"))
            #expect(await bellhop.phone.screen.app == .background)
        }
    }

    @Test("Questions are answered one after the other, by number and by text")
    func questions() async throws {
        let questions = [
            Question(text: "Which database?", options: [.init(label: "SQLite"), .init(label: "PostgreSQL")]),
            Question(text: "Why?"),
        ]
        let resolutions = try await Self.run([Self.request("two", rules: [], questions: questions)]) { hands, _ in
            try await hands.see("two")
            hands.press("t")
            try await hands.see("1 [ ] SQLite", "Enter send")
            hands.press("12")
            hands.press(.enter)
            try await hands.see("[x] PostgreSQL", "[ ] SQLite")
            hands.press("rit grows")
            hands.press(.enter)
            try await hands.see("Answered: the server has it")
        }
        #expect(
            Self.answers(resolutions) == [.replies([Reply(selected: ["PostgreSQL"]), Reply(text: "it grows")])])
    }
}
