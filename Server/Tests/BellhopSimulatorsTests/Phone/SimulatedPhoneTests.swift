import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopSimulators

@Suite("A phone that runs the real BellhopKit")
struct SimulatedPhoneTests {
    @Test("Approve on a locked phone asks to be unlocked, then reaches the server with a valid signature")
    func approve() async throws {
        try await PhoneBench.run { bench in
            let ask = PhoneBench.ask()
            try await bench.paired { phone in
                let notification = try await bench.show(ask, on: phone)
                #expect(notification.timeLeft(at: bench.clock.now) == .seconds(60))
                #expect(await phone.screen.badge == 1)

                #expect(await phone.perform(try notification.button(.approve), on: notification) == false)
                #expect(await bench.server.answers == 0)
                await phone.unlock()

                #expect(await bench.server.ask(ask.id)?.state == .approved)
                let screen = await phone.screen { !$0.results.isEmpty }
                #expect(screen?.notifications.isEmpty == true)
                guard case .sent = screen?.results.first?.result else { return #expect(Bool(false)) }
            }
        }
    }

    @Test("The open app shows that the agent continued, also when the app did not run at that moment")
    func wentOnInBackground() async throws {
        try await PhoneBench.run { bench in
            let ask = PhoneBench.ask()
            try await bench.paired(isLocked: false) { phone in
                let notification = try await bench.show(ask, on: phone)
                await phone.perform(try notification.button(.approve), on: notification)
                await bench.server.apply(ask.id)
                await phone.restart()
                await phone.reaches { if case .agentWentOn = $0.results.last?.result { true } else { false } }
            }
        }
    }

    @Test("Deny works on a locked phone, also when the app does not run")
    func deny() async throws {
        try await PhoneBench.run { bench in
            let ask = PhoneBench.ask()
            try await bench.paired { phone in
                await phone.kill()
                let notification = try await bench.show(ask, on: phone)
                #expect(await phone.perform(try notification.button(.deny), on: notification))
                #expect(await bench.server.ask(ask.id)?.state == .denied)
                #expect(await phone.screen.isLocked)
            }
        }
    }

    @Test("The app can remember a rule and stop an agent, with signed requests")
    func inTheApp() async throws {
        try await PhoneBench.run { bench in
            let rule = PermissionRule(text: "Bash(npm test:*)", scope: .session)
            let answers = [Answer.approveAndRemember([rule]), .deny(message: "use npm ci", interrupt: true)]
            try await bench.paired { phone in
                for (number, answer) in answers.enumerated() {
                    let ask = PhoneBench.ask(UInt64(number), rules: [rule])
                    _ = try await bench.show(ask, on: phone)
                    await phone.restart()
                    guard case .sent = await phone.answer(ask.id, answer) else { return #expect(Bool(false)) }
                    #expect(await bench.server.ask(ask.id)?.resolution?.answer?.answer == answer)
                    await phone.leaveApp()
                }
            }
        }
    }

    @Test("Taps on several buttons send one answer, the first")
    func doubleTap() async throws {
        try await PhoneBench.run { bench in
            let ask = PhoneBench.ask()
            try await bench.paired(isLocked: false) { phone in
                let notification = try await bench.show(ask, on: phone)
                let (approve, deny) = (try notification.button(.approve), try notification.button(.deny))
                await phone.perform(approve, on: notification)
                await phone.perform(approve, on: notification)
                await phone.perform(deny, on: notification)
                #expect(await bench.server.ask(ask.id)?.state == .approved)
                #expect(await bench.server.answers == 1)
                #expect(await bench.server.transitions == 1)
            }
        }
    }

    @Test("Airplane mode stops pushes and requests until it is switched off")
    func airplane() async throws {
        try await PhoneBench.run { bench in
            let (ask, later) = (PhoneBench.ask(1), PhoneBench.ask(2))
            try await bench.paired(isLocked: false) { phone in
                let notification = try await bench.show(ask, on: phone)
                await phone.setAirplaneMode(true)
                await phone.perform(try notification.button(.approve), on: notification)
                await phone.reaches { $0.results.last?.result == .queuedOffline }
                #expect(await bench.server.answers == 0)

                await phone.setAirplaneMode(false)
                _ = try await bench.show(later, on: phone)
                await phone.reaches { if case .sent = $0.results.last?.result { true } else { false } }
                #expect(await bench.server.ask(ask.id)?.state == .approved)
            }
        }
    }

    @Test("A phone shows a lost push connection, and reconnects when the service is back")
    func connection() async throws {
        try await PhoneBench.run { bench in
            let phone = try bench.phone()
            try await bench.running(phone) {
                await phone.reaches { $0.connection == .connected }
                bench.pushes.shut()
                await phone.reaches { $0.connection == .lost }
                bench.pushes.open()
                bench.clock.runFree()
                await phone.reaches { $0.connection == .connected }
                _ = try await bench.show(PhoneBench.ask(), on: phone)
            }
        }
    }

    @Test("An answer whose deadline passes in airplane mode is not sent, and the user is notified")
    func expiry() async throws {
        try await PhoneBench.run { bench in
            let ask = PhoneBench.ask(for: 60)
            try await bench.paired(isLocked: false) { phone in
                let notification = try await bench.show(ask, on: phone)
                await phone.setAirplaneMode(true)
                await phone.perform(try notification.button(.approve), on: notification)
                bench.clock.advance(by: .seconds(60))
                await phone.setAirplaneMode(false)
                await phone.reaches { $0.results.last?.result == .expiredOffline }
                #expect(await bench.server.answers == 0)
            }
        }
    }

    @Test(
        "An app killed while it sends an answer has sent it exactly once after a restart",
        arguments: [
            true, false,
        ])
    func kill(beforeServer: Bool) async throws {
        try await PhoneBench.run { bench in
            let ask = PhoneBench.ask()
            let gate = Turnpike()
            try await bench.paired(isLocked: false) { phone in
                let notification = try await bench.show(ask, on: phone)
                await bench.server.holdAnswer(before: beforeServer ? gate : nil, after: beforeServer ? nil : gate)
                let deny = try notification.button(.deny)
                async let pressed = phone.perform(deny, on: notification)
                await gate.request()
                await phone.kill()
                if beforeServer { #expect(await bench.server.ask(ask.id)?.state == .pending) }

                await phone.restart()

                #expect(await bench.server.ask(ask.id)?.state == .denied)
                await phone.reaches { if case .sent = $0.results.last?.result { true } else { false } }
                gate.open()
                _ = await pressed
                #expect(await bench.server.transitions == 1)
            }
        }
    }

    @Test("An answer on one phone removes the notification on the other")
    func twoPhones() async throws {
        try await PhoneBench.run { bench in
            let ask = PhoneBench.ask()
            try await bench.paired("iPhone", isLocked: false) { first in
                try await bench.paired("iPad") { second in
                    let notification = try await bench.show(ask, on: first)
                    _ = try await bench.show(ask, on: second)
                    await first.perform(try notification.button(.approve), on: notification)

                    try bench.pushes.send(
                        .clear(ask.id, reason: .approvedElsewhere), type: "background",
                        to: try #require(DeviceToken(bytes: second.token)))
                    await second.reaches { $0.notifications.isEmpty }
                    let devices = await bench.server.registered
                    #expect(Set(devices.map(\.name)) == ["iPhone", "iPad"])
                    #expect(Set(devices.map(\.publicKey)).count == 2)
                }
            }
        }
    }

    @Test("While the app is open, an ask is a card and the lock screen stays empty")
    func foreground() async throws {
        try await PhoneBench.run { bench in
            let ask = PhoneBench.ask()
            try await bench.paired { phone in
                await phone.restart()
                await bench.server.add(ask)
                try bench.pushes.send(PhoneBench.payload(ask), to: try #require(DeviceToken(bytes: phone.token)))
                let screen = await phone.screen { !$0.cards.isEmpty && !$0.pending.isEmpty }
                #expect(screen?.notifications.isEmpty == true)
                #expect(screen?.cards.first?.title == "Approval Needed")
                // Follows the card.
                while await phone.haptics.all.isEmpty { await Task.yield() }
                #expect(await phone.haptics.all == [.warning])
                guard case .sent = await phone.answer(ask.id, .approve) else { return #expect(Bool(false)) }
                await phone.reaches { $0.pending.isEmpty }
            }
        }
    }

    @Test("A tap that starts the app opens the ask")
    func coldStart() async throws {
        try await PhoneBench.run { bench in
            let ask = PhoneBench.ask()
            try await bench.paired { phone in
                await phone.kill()
                await phone.tap(try await bench.show(ask, on: phone))
                await phone.reaches { $0.routes == [.ask(ask.id)] }
                #expect(await phone.screen.app == .foreground)
            }
        }
    }

    @Test("A phone that restarts in the same folder keeps its pairing, token and key")
    func sameFolder() async throws {
        try await PhoneBench.run { bench in
            try await bench.paired { _ in }
            let again = try bench.phone()
            try await bench.running(again) {
                await again.reaches { if case .registered = $0.registration { true } else { false } }
            }
            #expect(await bench.server.registered.count == 1)
            #expect(await bench.server.registered.first?.token == DeviceToken(bytes: again.token))
        }
    }

    @Test("A phone that is switched off ends its stream of screens")
    func switchedOff() async throws {
        try await PhoneBench.run { bench in
            let phone = try bench.phone()
            let screens = await phone.screens()
            try await bench.running(phone) {}
            var last: PhoneScreen?
            for await screen in screens { last = screen }
            #expect(last?.name == "iPhone")
            #expect(await bench.server.isShutDown)
        }
    }
}

@Suite("A phone's connection to a real server")
struct ServerNetworkTests {
    @Test("is not reopened after the phone is switched off")
    func shutdown() async throws {
        let network = try ServerNetwork("http://127.0.0.1:1")
        await network.shutdown()
        let request = APIRequest(method: .get, path: "/v1/asks")
        await #expect(throws: ServerNetwork.SwitchedOff.self) { try await network.send(request) }
        await #expect(throws: ServerNetwork.SwitchedOff.self) { try await network.events(with: Secret("key")) }
    }
}
