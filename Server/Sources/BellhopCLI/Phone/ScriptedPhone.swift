import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal

/// Runs a phone script, and fails when an expectation is not met in time.
struct ScriptedPhone: Sendable {
    let phone: SimulatedPhone
    /// The maximum time to wait in one step.
    var timeout: Duration = .seconds(30)

    func run(_ script: PhoneScript) async throws {
        for step in script.steps { try await perform(step) }
    }

    private func perform(_ step: PhoneScript.Step) async throws {
        switch step {
        case .wait(let count): try await expect("\(count) notifications") { $0.notifications.count >= count }
        case .approve: try await press(.approve)
        case .review: try await answerInApp { try Self.approval(of: $0, remembering: []) }
        case .deny: try await press(.deny)
        case .reply(let text): try await press(.reply, text)
        case .stop(let text):
            try await answerInApp { ask in
                guard ask.request.denyWith.contains(.interrupt) else {
                    throw CommandFailure("The agent of this ask cannot be stopped by a denial: use `deny` instead.")
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

    /// Opens the app for the result `agent_went_on`, which only an open app receives, and leaves it again.
    private func expectResult(_ name: String) async throws {
        let before = await phone.screen
        let isPresent = before.results.contains { $0.result.name == name }
        let opens = name == PhoneScript.wentOn && before.app != .foreground && !isPresent
        if opens { await phone.restart() }
        try await expect("the result \(name)") { $0.results.contains { $0.result.name == name } }
        guard opens else { return }
        if before.isLocked { await phone.lock() } else { await phone.leaveApp() }
    }

    /// Presses the button as soon as a notification with it is shown.
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
                    "The notification does not show the whole input. Use `review`, which opens and reads the ask."
                )
            }
            throw CommandFailure(
                "No shown notification has a button to \(effect.rawValue)\(text == nil ? "" : " with text").")
        }
    }

    /// Opens the app and answers the newest pending ask there.
    private func answerInApp(_ answer: (Ask) throws -> Answer) async throws {
        await phone.restart()
        try await expect("an ask in the app") { !$0.pending.isEmpty }
        guard let ask = await phone.screen.pending.first else { throw CommandFailure("No ask is pending any more.") }
        await phone.answer(ask.id, try answer(ask))
    }

    /// - Parameter numbers: the numbers of the rules to remember, from 1.
    private static func approval(of ask: Ask, remembering numbers: [Int]) throws -> Answer {
        var open = OpenAsk(ask)
        open.readAll()
        guard open.canBeApproved else { throw CommandFailure("The newest ask needs a reply and cannot be approved.") }
        let offered = ask.request.rules
        if let unknown = numbers.first(where: { $0 > offered.count }) {
            throw CommandFailure("There is no rule \(unknown): the number of offered rules is \(offered.count).")
        }
        for number in numbers { open.toggle(number) }
        return open.approval
    }

    private func newest() async throws -> DeliveredNotification {
        guard let newest = await phone.screen.notifications.first else {
            throw CommandFailure("The phone shows no notification.")
        }
        return newest
    }

    private func expect(_ what: String, _ condition: @escaping @Sendable (PhoneScreen) -> Bool) async throws {
        guard await phone.screen(within: timeout, where: condition) != nil else {
            let screen = await phone.screen
            throw CommandFailure(
                "The script expected \(what) within \(timeout.components.seconds) s; the phone shows "
                    + "\(screen.notifications.count) notifications, its results are \(screen.results.map(\.result.name))."
            )
        }
    }
}

extension SimulatedPhone {
    /// The first screen that meets `condition` within the time limit; `nil` otherwise.
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

/// A script for a phone, one step a line.
///
///     wait 1               wait for this number of notifications (default: 1)
///     approve              press Approve on a notification as soon as one has it
///     review               open the app, read the newest ask to its end, and approve it
///     deny                 press Deny on a notification as soon as one has it
///     reply PostgreSQL     reply to a question
///     stop [use npm ci]    open the app, deny the newest ask with an optional reason, and stop the agent
///     remember 1           open the app, approve the newest ask, and remember the rules with these numbers
///     tap | dismiss        tap or dismiss the newest notification
///     unlock | lock
///     airplane on | off
///     kill | restart       kill or start the app
///     expect showing 0     wait for this number of notifications exactly; also: expect badge N
///     expect result sent   wait for the result of an answer: sent, agent_went_on, queued, expired, too_late,
///                          answered_elsewhere, withdrawn or refused; agent_went_on opens the app for a moment
///     # a comment
struct PhoneScript: Sendable, Equatable {
    enum Step: Sendable, Equatable {
        case wait(Int)
        case approve
        case review
        case deny
        case reply(String)
        case stop(String?)
        case remember([Int])
        case tap, dismiss
        case unlock, lock
        case airplane(Bool)
        case kill, restart
        case expectShowing(Int), expectBadge(Int)
        case expectResult(String)
    }

    static let wentOn = "agent_went_on"
    private static let results: Set = [
        "sent", wentOn, "queued", "expired", "too_late", "answered_elsewhere", "withdrawn", "refused",
    ]

    var steps: [Step]

    /// - Throws: ``CommandFailure`` that names the invalid line.
    init(_ text: String) throws {
        steps = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let verb = words.first, !verb.hasPrefix("#") else { continue }
            guard let step = Self.step(verb, Array(words.dropFirst())) else {
                throw CommandFailure(
                    "Line \(number + 1) of the script is not a valid step: \(line.debugDescription). See `bellhop phone --help`."
                )
            }
            steps.append(step)
        }
    }

    private static func step(_ verb: String, _ rest: [String]) -> Step? {
        let text = rest.joined(separator: " ")
        return switch (verb, rest.count) {
        case ("wait", 0): .wait(1)
        case ("wait", 1): Int(rest[0]).map(Step.wait)
        case ("approve", 0): .approve
        case ("review", 0): .review
        case ("deny", 0): .deny
        case ("reply", 1...): .reply(text)
        case ("stop", _): .stop(text.isEmpty ? nil : text)
        case ("remember", 1...): numbers(rest).map(Step.remember)
        case ("tap", 0): .tap
        case ("dismiss", 0): .dismiss
        case ("unlock", 0): .unlock
        case ("lock", 0): .lock
        case ("airplane", 1): ["on": true, "off": false][rest[0]].map(Step.airplane)
        case ("kill", 0): .kill
        case ("restart", 0): .restart
        case ("expect", 2): expectation(rest[0], rest[1])
        default: nil
        }
    }

    /// Numbers from 1, without duplicates.
    private static func numbers(_ words: [String]) -> [Int]? {
        let numbers = words.compactMap(Int.init).filter { $0 > 0 }
        return Set(numbers).count == words.count ? numbers : nil
    }

    private static func expectation(_ what: String, _ value: String) -> Step? {
        switch what {
        case "showing": Int(value).map(Step.expectShowing)
        case "badge": Int(value).map(Step.expectBadge)
        case "result" where results.contains(value): .expectResult(value)
        default: nil
        }
    }
}
