import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopUI

@Suite("An ask's screen", .timeLimit(.minutes(10))) @MainActor
struct AskModelTests {
    @Test("The buttons are disabled until the whole ask is loaded")
    func loading() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask()
        await screens.phone.server.add(ask)
        let model = AskModel(ask.id, in: screens.app)
        #expect(model.phase == .loading && !model.canAnswer)
        await model.approve()
        #expect(await screens.phone.server.requests(to: API.answerAsk).isEmpty)
        await model.load()
        model.read()
        #expect(model.phase == .open && model.canAnswer && model.ask == ask)
    }

    @Test("The screen of a missing ask says so, and a failed load can be repeated")
    func gone() async throws {
        let screens = try await Screens.paired()
        let model = AskModel(Fixture.askID(9), in: screens.app)
        await model.load()
        model.read()
        #expect(model.phase == .notFound)
        let other = Fixture.ask(2)
        await screens.phone.server.add(other)
        await screens.phone.server.setDown(true)
        let offline = AskModel(other.id, in: screens.app)
        await offline.load()
        #expect(offline.phase == .unavailable)
        await screens.phone.server.setDown(false)
        await offline.load()
        #expect(offline.phase == .open)
    }

    @Test("Approve is disabled until the end of the ask was on the screen; Deny is always enabled")
    func unread() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask(input: String(repeating: "x", count: 100_000) + " | sh")
        await screens.phone.server.add(ask)
        let model = AskModel(ask.id, in: screens.app)
        await model.load()
        let parts = try #require(model.reading).parts
        for part in parts.dropLast() { model.markSeen(part.id) }
        #expect(model.canAnswer && !model.canApprove)
        await model.approve()
        #expect(await screens.phone.server.requests(to: API.answerAsk).isEmpty)
        // Loading again keeps the parts that were read.
        await model.load()
        model.markSeen(parts.count - 1)
        #expect(model.canApprove)
        await model.approve()
        #expect(model.phase == .sent)
    }

    @Test("Masked text is revealed after the device's owner has authenticated", arguments: [true, false])
    func reveal(_ isOwner: Bool) async throws {
        let phone = try await TestPhone.paired(confirmOwner: { _ in isOwner })
        let screens = Screens(phone)
        let token = "ghp_" + "0123456789abcdefghijklmnopqrstuvwxyz"
        let ask = Fixture.ask(input: "sh \(token)")
        await phone.server.add(ask)
        let model = AskModel(ask.id, in: screens.app)
        await model.load()
        model.read()
        #expect(model.reading?.obstacle == .masked && !model.canApprove)
        await model.reveal()
        #expect(model.reading?.parts.map(\.text) == [isOwner ? "sh \(token)" : "sh ghp_‹masked›"])
        model.read()
        #expect(model.canApprove == isOwner)
    }

    @Test("Two quick taps send one answer, the first")
    func doubleTap() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask()
        await screens.phone.server.add(ask)
        let model = AskModel(ask.id, in: screens.app)
        await model.load()
        model.read()
        let gate = Gate()
        await screens.phone.server.fail(next: .held(gate))
        let first = Task { await model.approve() }
        await gate.arrived()
        await model.deny()
        gate.open()
        await first.value
        #expect(model.phase == .sent)
        #expect(await screens.phone.server.transitions[ask.id] == 1)
        #expect(await screens.phone.server.ask(ask.id)?.state == .approved)
        #expect(!model.canAnswer)
    }

    @Test("The buttons are disabled while the answer is being sent")
    func sending() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask()
        await screens.phone.server.add(ask)
        let model = AskModel(ask.id, in: screens.app)
        await model.load()
        model.read()
        let gate = Gate()
        await screens.phone.server.fail(next: .held(gate))
        let tap = Task { await model.approve() }
        await gate.arrived()
        #expect(model.phase == .sending && !model.canAnswer)
        gate.open()
        await tap.value
        #expect(model.phase == .sent)
    }

    @Test(
        "A blank reason is omitted, and any other reason is sent to the agent",
        arguments: [("  \n", nil), ("use npm ci", "use npm ci")])
    func reason(_ typed: String, _ told: String?) async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask()
        await screens.phone.server.add(ask)
        let model = AskModel(ask.id, in: screens.app)
        await model.load()
        model.read()
        await model.deny(saying: typed)
        #expect(await screens.phone.server.ask(ask.id)?.resolution?.answer?.answer == .deny(message: told))
    }

    @Test("Approve remembers only the selected rules, in the offered order")
    func remembered() async throws {
        let screens = try await Screens.paired()
        let rules = ["Bash(npm ci)", "Bash(npm test:*)", "Read(src/**)"].map {
            PermissionRule(text: $0, scope: .project)
        }
        let ask = Fixture.ask(rules: rules)
        await screens.phone.server.add(ask)
        let model = AskModel(ask.id, in: screens.app)
        await model.load()
        model.read()
        model.remembered = [rules[2], rules[0], PermissionRule(text: "Bash(*)", scope: .session)]
        await model.approve()
        let answer = await screens.phone.server.ask(ask.id)?.resolution?.answer?.answer
        #expect(answer == .approveAndRemember([rules[0], rules[2]]))
        #expect(model.phase == .sent)
    }

    @Test("An ask on the screen expires at its deadline")
    func expiry() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask(for: 60)
        await screens.phone.server.add(ask)
        let model = AskModel(ask.id, in: screens.app)
        await model.load()
        model.read()
        let waiting = Task { await model.expire() }
        await screens.phone.clock.sleepers()
        screens.phone.clock.advance(by: .seconds(60))
        await waiting.value
        #expect(model.phase == .tooLate && !model.canAnswer)
        await model.approve()
        #expect(await screens.phone.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("An answer from another device is shown with that device's name while the screen is open")
    func elsewhere() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask()
        await screens.phone.server.add(ask)
        try await screens.running {
            await screens.phone.bellhop.becameActive()
            await screens.phone.events.connections(1)
            try await screens.showing(ask.id) { model in
                await until { model.phase == .open && !screens.app.pending.isEmpty }
                let signed = SignedAnswer(
                    answer: .approve, deviceID: DeviceID(high: 9, low: 9), deviceName: "iPad", signature: "c2ln")
                let resolution = Resolution(state: .approved, at: Fixture.start, answer: signed)
                let ended = try #require(await screens.phone.server.resolve(ask.id, resolution))
                screens.phone.events.send(.askResolved(ended))
                await until { model.phase == .answeredElsewhere(resolution) }
                let words = AskOutcomeText(model.phase, given: nil, words: Strings(.english))
                #expect(words?.text == "Approved on iPad")
            }
        }
    }

    @Test("An offline answer is shown as waiting, and is sent when the network is back")
    func offline() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask()
        await screens.phone.server.add(ask)
        await screens.running {
            let model = AskModel(ask.id, in: screens.app)
            await model.load()
            model.read()
            await screens.phone.server.setDown(true)
            await model.approve()
            #expect(model.phase == .queued)
            await screens.phone.server.setDown(false)
            screens.phone.reachability.set(true)
            await until { model.phase == .sent }
            #expect(model.given == .approve)
        }
    }

    @Test("A refused answer leaves the ask open, and shows the reason")
    func refused() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask()
        await screens.phone.server.add(ask)
        let model = AskModel(ask.id, in: screens.app)
        await model.load()
        model.read()
        await screens.phone.journal.setFull(true)
        await model.approve()
        #expect(model.phase == .open && model.problem != nil)
        await screens.phone.journal.setFull(false)
        await model.approve()
        #expect(model.phase == .sent && model.problem == nil)
    }

    @Test("A question is sent when every part has a reply")
    func question() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask(questions: [Fixture.question, Question(text: "Why?", allowsText: true)])
        await screens.phone.server.add(ask)
        let model = AskModel(ask.id, in: screens.app)
        await model.load()
        model.read()
        #expect(model.replies.count == 2 && !model.canReply)
        model.replies[0].toggle(Fixture.question.options[0], of: Fixture.question)
        model.replies[0].toggle(Fixture.question.options[1], of: Fixture.question)
        await model.reply()
        #expect(model.phase == .open)
        model.replies[1].text = "small"
        #expect(model.canReply)
        await model.reply()
        let answer = await screens.phone.server.ask(ask.id)?.resolution?.answer?.answer
        #expect(answer == .replies([Reply(selected: ["Postgres"]), Reply(text: "small")]))
    }
}
