import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal

/// Does what a script says, and fails in one sentence when what it expects does not come about.
struct ScriptedPhone: Sendable {
    let phone: SimulatedPhone
    /// How long to wait for what a step expects.
    var patience: Duration = .seconds(30)

    func run(_ script: PhoneScript) async throws {
        for step in script.steps { try await carryOut(step) }
    }

    private func carryOut(_ step: PhoneScript.Step) async throws {
        switch step {
        case .wait(let count): try await expect("\(count) notifications") { $0.notifications.count >= count }
        case .approve: try await press(.approve)
        case .review: try await answerInApp { try Self.approval(of: $0, remembering: []) }
        case .deny: try await press(.deny)
        case .reply(let text): try await press(.reply, text)
        case .stop(let text):
            try await answerInApp { ask in
                guard ask.request.denyWith.contains(.interrupt) else {
                    throw CommandFailure("The agent of this ask cannot be told to stop: deny it instead.")
                }
                return .deny(message: text, interrupt: true)
            }
        case .remember(let numbers): try await answerInApp { try Self.approval(of: $0, remembering: numbers) }
        case .tap: await phone.tap(try await newest())
        case .dismiss: await phone.dismiss(try await newest())
        case .unlock: await phone.unlock()
        case .lock: await phone.lock()
        case .airplane(let isOn): await phone.setAirplaneMode(isOn)
        case .kill: await phone.kill()
        case .restart: await phone.restart()
        case .expectShowing(let count):
            try await expect("\(count) notifications to show") { $0.notifications.count == count }
        case .expectBadge(let count): try await expect("a badge of \(count)") { $0.badge == count }
        case .expectResult(let name): try await expectResult(name)
        }
    }

    /// Only an open app hears that the agent went on: it is opened for that, and then left as it was.
    private func expectResult(_ name: String) async throws {
        let before = await phone.screen
        let isThere = before.results.contains { $0.result.name == name }
        let opens = name == PhoneScript.wentOn && before.app != .foreground && !isThere
        if opens { await phone.restart() }
        try await expect("the result \(name)") { $0.results.contains { $0.result.name == name } }
        guard opens else { return }
        if before.isLocked { await phone.lock() } else { await phone.leaveApp() }
    }

    /// Presses the button as soon as something shows that has it.
    private func press(_ effect: ActionEffect, _ text: String? = nil) async throws {
        try await expect("a button to \(effect.rawValue)") { screen in
            screen.notifications.contains { notification in
                notification.actions.contains { $0.effect == effect }
                    || effect == .approve && notification.payload.aps.category == .approvalReview
            }
        }
        guard await phone.press(effect, text: text) != nil else {
            if effect == .approve {
                throw CommandFailure(
                    "The notification does not show all of what is to be approved. Use `review`, which opens and reads it."
                )
            }
            throw CommandFailure(
                "Nothing that shows has a button to \(effect.rawValue)\(text == nil ? "" : " that takes text").")
        }
    }

    /// Opens the app and answers there, on the screen of the newest ask that waits.
    private func answerInApp(_ answer: (Ask) throws -> Answer) async throws {
        await phone.restart()
        try await expect("an ask in the app") { !$0.pending.isEmpty }
        guard let ask = await phone.screen.pending.first else { throw CommandFailure("No ask waits any more.") }
        await phone.answer(ask.id, try answer(ask))
    }

    /// - Parameter numbers: of rules as they are shown, from 1.
    private static func approval(of ask: Ask, remembering numbers: [Int]) throws -> Answer {
        var open = OpenAsk(ask)
        open.read()
        guard open.canBeApproved else { throw CommandFailure("The newest ask takes a reply, and cannot be approved.") }
        let offered = ask.request.rules
        if let unknown = numbers.first(where: { $0 > offered.count }) {
            throw CommandFailure("There is no rule \(unknown): the ask offers \(offered.count).")
        }
        for number in numbers { open.toggle(number) }
        return open.approval
    }

    private func newest() async throws -> DeliveredNotification {
        guard let newest = await phone.screen.notifications.first else { throw CommandFailure("Nothing shows.") }
        return newest
    }

    private func expect(_ what: String, _ condition: @escaping @Sendable (PhoneScreen) -> Bool) async throws {
        guard await phone.screen(within: patience, where: condition) != nil else {
            let screen = await phone.screen
            throw CommandFailure(
                "The script expected \(what) within \(patience.components.seconds) s; the phone shows "
                    + "\(screen.notifications.count), its results are \(screen.results.map(\.result.name)).")
        }
    }
}

extension SimulatedPhone {
    /// The first screen that `condition` holds for, if there is one in time.
    func screen(within limit: Duration, where condition: @escaping @Sendable (PhoneScreen) -> Bool) async
        -> PhoneScreen?
    {
        await withTaskGroup(of: PhoneScreen?.self) { group in
            group.addTask { await self.screen(where: condition) }
            group.addTask {
                let time = SystemTime()
                try? await time.sleep(until: time.now + limit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
