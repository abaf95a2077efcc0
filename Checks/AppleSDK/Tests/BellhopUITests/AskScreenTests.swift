import BellhopKit
import BellhopModel
import BellhopTesting
@_spi(Testing) import SwiftUI
import Testing

@testable import BellhopUI

@Suite("The screen of an ask", .speaking(.english), .timeLimit(.minutes(10))) @MainActor
struct AskScreenTests {
    private func showing(_ ask: Ask, _ body: (Screens, Screen) async throws -> Void) async throws {
        let screens = try await Screens.paired()
        await screens.phone.server.add(ask)
        try await screens.shown(AskScreen(ask.id, in: screens.app)) { screen in
            await until { !screen.texts.contains(Strings.current.screenLoading) }
            await screen.run("onAppear")
            try await body(screens, screen)
        }
    }

    private func answer(to ask: Ask, on screens: Screens) async -> Answer? {
        await screens.phone.server.ask(ask.id)?.resolution?.answer?.answer
    }

    @Test("A command is shown with its tool and origin, and with four ways to answer")
    func pending() async throws {
        let plain = Fixture.ask(input: "npm ci && npm test", denyWith: [.message, .interrupt])
        var request = plain.request
        request.origin = Origin(agent: "claude", host: "studio.local", project: "shop")
        request.agentSays = "I run the tests."
        let ask = Ask(
            id: plain.id, userID: plain.userID, sessionID: plain.sessionID, category: plain.category, request: request,
            createdAt: plain.createdAt, deadline: plain.deadline)
        try await showing(ask) { _, screen in
            #expect(screen.texts.contains("npm ci && npm test") && screen.texts.contains("Bash"))
            #expect(screen.texts.contains("claude · shop · studio.local"))
            #expect(screen.texts.contains("The agent says") && screen.texts.contains("I run the tests."))
            #expect(screen.texts(of: "navigationTitle") == ["Approval Needed"])
            #expect(screen.buttons == ["Deny", "Approve", "Deny with Reason", "Deny and Stop"])
            #expect(!screen.texts.contains { $0.contains("left out") })
        }
    }

    @Test("The countdown runs by the server's time, whatever the device's clock shows")
    func countdown() async throws {
        let screens = try await Screens.paired()
        await screens.phone.server.tellTime(ahead: .seconds(-600))
        let ask = Fixture.ask(from: await screens.phone.server.now)
        await screens.phone.server.add(ask)
        await screens.shown(AskScreen(ask.id, in: screens.app)) { screen in
            await until { !screen.texts.contains(Strings.current.screenLoading) }
            let left = ["0:59", "1:00", "1:01"].map { Strings.current.askTimeLeft(time: $0) }
            #expect(screen.texts.contains { left.contains($0) })
        }
    }

    @Test("After Approve or Deny the result is shown and no button remains", arguments: [true, false])
    func answered(_ isApproved: Bool) async throws {
        let ask = Fixture.ask()
        try await showing(ask) { screens, screen in
            #expect(await screen.press(isApproved ? "Approve" : "Deny"))
            let said = isApproved ? "Approved. The server has it." : "Denied. The server has it."
            await until { screen.texts.contains(said) }
            #expect(screen.buttons.isEmpty)
            #expect(await answer(to: ask, on: screens) == (isApproved ? .approve : .deny(message: nil)))
        }
    }

    @Test("A typed reason is sent to the agent with the denial")
    func reason() async throws {
        let ask = Fixture.ask()
        try await showing(ask) { screens, screen in
            #expect(!screen.type("early", into: "What should it do instead?"))
            #expect(await screen.press("Deny with Reason"))
            #expect(screen.texts.contains("The agent receives this message."))
            #expect(screen.type("use npm ci", into: "What should it do instead?"))
            let deny = try #require(screen.elements("alert").last { !$0.texts.isEmpty })
            #expect(deny.texts.contains("Deny") && deny.texts.contains("Cancel"))
            await screen.press("Deny")
            await until { screen.texts.contains("Denied. The server has it.") }
            #expect(await answer(to: ask, on: screens) == .deny(message: "use npm ci"))
        }
    }

    @Test("Deny and Stop asks for an instruction first, and tells the agent to stop")
    func stop() async throws {
        let ask = Fixture.ask(denyWith: [.message, .interrupt])
        try await showing(ask) { screens, screen in
            #expect(await screen.press("Deny and Stop"))
            #expect(screen.texts.contains { $0.hasPrefix("The agent receives this message and is told to stop") })
            #expect(screen.type("use npm ci", into: "What should it do instead?"))
            #expect(screen.texts.contains("Cancel"))
            #expect(await answer(to: ask, on: screens) == nil)
            #expect(await screen.press("Deny and Stop"))
            await until { screen.texts.contains("Denied. The server has it.") }
            #expect(await answer(to: ask, on: screens) == .deny(message: "use npm ci", interrupt: true))
        }
    }

    @Test("Rules are collapsed; a rule that is switched on is remembered, and Approve says so")
    func rules() async throws {
        let rules = [Fixture.rule, PermissionRule(text: "Bash(npm ci)", scope: .sharedProject)]
        let ask = Fixture.ask(rules: rules)
        try await showing(ask) { screens, screen in
            #expect(!screen.texts.contains("Bash(npm ci)") && screen.buttons.contains("Approve"))
            #expect(await screen.press("Allow from Now On …"))
            #expect(screen.texts.contains("Bash(npm test:*)") && screen.texts.contains("In this session"))
            #expect(screen.texts.contains("In this project, for everyone who works on it"))
            #expect(screen.buttons.contains("Approve"))
            #expect(await screen.press("Bash(npm ci)"))
            #expect(screen.buttons.contains("Approve and Remember") && !screen.buttons.contains("Approve"))
            #expect(await screen.press("Approve and Remember"))
            await until { screen.texts.contains("Approved and remembered. The server has it.") }
            #expect(await answer(to: ask, on: screens) == .approveAndRemember([rules[1]]))
        }
    }

    @Test("A rule that is switched off again is not remembered")
    func rulesOff() async throws {
        let hiding = PermissionRule(text: "Bash(rm \u{202E}txt)", scope: .session)
        let ask = Fixture.ask(rules: [hiding])
        try await showing(ask) { screens, screen in
            #expect(await screen.press("Allow from Now On …"))
            #expect(!screen.texts.contains { $0.contains("\u{202E}") })
            let shown = try #require(screen.texts.first { $0.hasPrefix("Bash(rm ") })
            #expect(await screen.press(shown))
            #expect(await screen.press(shown))
            #expect(await screen.press("Approve"))
            await until { screen.texts.contains("Approved. The server has it.") }
            #expect(await answer(to: ask, on: screens) == .approve)
        }
        try await showing(Fixture.ask()) { _, screen in
            #expect(!screen.buttons.contains("Allow from Now On …"))
        }
    }

    @Test("No button is enabled while an answer is being sent")
    func sending() async throws {
        let ask = Fixture.ask()
        try await showing(ask) { screens, screen in
            let gate = Gate()
            // The screen may be loading the ask again.
            await screens.phone.server.watch { if $0.method == .post { await gate.pass() } }
            await screen.press("Approve")
            await gate.arrived()
            #expect(screen.texts.contains("Sending …") && screen.buttons.isEmpty)
            #expect(await !screen.press("Deny"))
            gate.open()
            await until { screen.texts.contains("Approved. The server has it.") }
            #expect(await screens.phone.server.transitions[ask.id] == 1)
        }
    }

    @Test("A long command is shown in full, and Approve is disabled until it was scrolled to its end")
    func long() async throws {
        let whole = "begin" + String(repeating: "x", count: 2990) + "curl"
        let screens = try await Screens.paired()
        let ask = Fixture.ask(input: whole)
        await screens.phone.server.add(ask)
        await screens.shown(AskScreen(ask.id, in: screens.app)) { screen in
            await until { !screen.texts.contains(Strings.current.screenLoading) }
            #expect(screen.texts.contains { $0.hasPrefix("begin") } && screen.texts.contains { $0.hasSuffix("curl") })
            #expect(screen.texts.contains("Read to the end to approve."))
            #expect(!screen.buttons.contains("Approve") && screen.buttons.contains("Deny"))
            await screen.run("onAppear")
            #expect(screen.buttons.contains("Approve") && !screen.texts.contains("Read to the end to approve."))
        }
    }

    @Test("A masked value that the command uses disables Approve until it is revealed")
    func masked() async throws {
        try await showing(Fixture.ask(input: "ssh ghp_" + String(repeating: "a1", count: 18))) { _, screen in
            #expect(screen.texts.contains("ssh ghp_‹masked›") && screen.texts.contains("a masked value is used here"))
            #expect(screen.texts.contains("A masked value is used. Show it to approve."))
            #expect(!screen.buttons.contains("Approve") && screen.buttons.contains("Show Masked Values"))
            // Authentication is not available here.
            await screen.press("Show Masked Values")
            #expect(screen.texts.contains("ssh ghp_‹masked›") && !screen.buttons.contains("Approve"))
        }
    }

    @Test("Hidden parts of a command are announced, also by VoiceOver")
    func dangers() async throws {
        let ask = Fixture.ask(input: "rm \u{202E}txt.notes")
        let dangers = AskCard(ask).dangers
        try await showing(ask) { _, screen in
            #expect(!dangers.isEmpty && Set(dangers).isSubset(of: screen.texts))
            let careful = "Careful: " + dangers.joined(separator: ", ")
            #expect(screen.texts(of: "accessibilityLabel").contains(careful))
            #expect(!screen.texts.contains { $0.contains("\u{202E}") })
        }
        try await showing(Fixture.ask()) { _, screen in
            #expect(!screen.texts(of: "accessibilityLabel").contains { $0.hasPrefix("Careful") })
        }
    }

    @Test("At the deadline the buttons are removed, and the screen shows the reason")
    func expiry() async throws {
        let ask = Fixture.ask(for: 60)
        try await showing(ask) { screens, screen in
            // The deadline's task restarts with it.
            let again = Task { await screen.run("task") }
            await screens.phone.clock.sleepers()
            screens.phone.clock.advance(by: .seconds(60))
            await until { screen.texts.contains("Too late: the agent no longer waits.") }
            #expect(screen.buttons.isEmpty)
            again.cancel()
        }
    }

    @Test(
        "An ask that ended without an answer shows how, and has no buttons",
        arguments: [
            (Resolution(state: .expired, at: Fixture.start), "Too late: the agent no longer waits."),
            (
                Resolution(state: .withdrawn, at: Fixture.start, reason: .answeredInTerminal),
                "Answered in the terminal"
            ),
            (Resolution(state: .withdrawn, at: Fixture.start, reason: .agentEnded), "The agent withdrew the request."),
            (
                Resolution(
                    state: .denied, at: Fixture.start,
                    answer: SignedAnswer(
                        answer: .deny(message: nil), deviceID: DeviceID(high: 9, low: 9), deviceName: "iPad",
                        signature: "c2ln")), "Denied on iPad"
            ),
        ])
    func ended(_ resolution: Resolution, _ words: String) async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask()
        await screens.phone.server.add(ask)
        _ = await screens.phone.server.resolve(ask.id, resolution)
        await screens.shown(AskScreen(ask.id, in: screens.app)) { screen in
            await until { screen.texts.contains(words) }
            #expect(screen.buttons.isEmpty && screen.texts.contains("npm test"))
        }
    }

    @Test("Send is disabled until every question has options or text")
    func question() async throws {
        let ask = Fixture.ask(questions: [
            Question(text: "Which database?", options: Fixture.question.options, allowsText: false),
            Question(
                text: "Which parts?", header: "Scope",
                options: [.init(label: "API", description: "and its tests"), .init(label: "UI")], multiSelect: true,
                allowsText: true),
        ])
        try await showing(ask) { screens, screen in
            #expect(screen.texts.contains("Which database?") && screen.texts.contains("Scope"))
            #expect(screen.texts.contains("Choose any number") && screen.texts.contains("and its tests"))
            #expect(!screen.buttons.contains("Approve") && !screen.buttons.contains("Send"))
            await screen.press("Postgres")
            #expect(screen.texts(of: "Image").contains("largecircle.fill.circle"))
            await screen.press("API")
            await screen.press("UI")
            #expect(screen.texts(of: "Image").count { $0 == "checkmark.square.fill" } == 2)
            #expect(screen.type("and docs", into: "In your own words"))
            #expect(await screen.press("Send"))
            await until { screen.texts.contains("Answered. The server has it.") }
            let expected = [Reply(selected: ["Postgres"]), Reply(selected: ["API", "UI"], text: "and docs")]
            #expect(await answer(to: ask, on: screens) == .replies(expected))
        }
    }

    @Test("A missing ask and an unavailable server are shown, and loading is repeated on request")
    func unavailable() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask()
        await screens.shown(AskScreen(ask.id, in: screens.app)) { screen in
            await until { screen.texts.contains("Request not found") }
            #expect(
                screen.texts.contains("It no longer exists, or it belongs to another user.") && screen.buttons.isEmpty)
        }
        await screens.phone.server.add(ask)
        await screens.phone.server.setDown(true)
        await screens.shown(AskScreen(ask.id, in: screens.app)) { screen in
            await until { screen.texts.contains("No connection to the server") }
            await screens.phone.server.setDown(false)
            #expect(await screen.press("Try Again"))
            await until { screen.texts.contains("npm test") }
        }
    }

    @Test("An answer that could not be stored leaves the buttons enabled, and the reason is shown")
    func refused() async throws {
        try await showing(Fixture.ask()) { screens, screen in
            await screens.phone.journal.setFull(true)
            await screen.press("Approve")
            await until { screen.texts.contains(Strings.current.answerStorageFull) }
            await until { screen.buttons.contains("Deny") }
        }
    }

    @Test("The screen says that an offline answer waits")
    func offline() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask()
        await screens.phone.server.add(ask)
        await screens.running {
            await screens.shown(AskScreen(ask.id, in: screens.app)) { screen in
                await until { screen.texts.contains("npm test") }
                await screen.run("onAppear")
                await screens.phone.server.setDown(true)
                await screen.press("Approve")
                let waits = "Not sent yet: waiting for the network. It is sent only before the deadline."
                await until { screen.texts.contains(waits) }
                #expect(screen.buttons.isEmpty)
                await screens.phone.server.setDown(false)
                screens.phone.reachability.set(true)
                await until { screen.texts.contains("Approved. The server has it.") }
            }
        }
    }

    @Test("Every text of the ask screen is German in German", .speaking(.german))
    func german() async throws {
        let ask = Fixture.ask(input: "API_KEY=abc make", denyWith: [.message, .interrupt])
        try await showing(ask) { _, screen in
            #expect(
                screen.buttons == [
                    "Maskierte Werte anzeigen", "Ablehnen", "Genehmigen", "Mit Begründung ablehnen",
                    "Ablehnen und anhalten",
                ])
            #expect(screen.texts(of: "accessibilityHint").contains("Der Agent tut genau, was hier steht."))
        }
    }
}
