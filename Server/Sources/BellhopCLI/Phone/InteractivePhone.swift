import BellhopDelivery
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal

/// A phone whose owner presses keys.
struct InteractivePhone: Sendable {
    let phone: SimulatedPhone
    let style: Style

    func run() async throws {
        try await RawTerminal.withKeys { keys in
            await run(keys) { lines in
                if style.isOn { Output.write(Array("\u{1B}[H\u{1B}[2J".utf8)) }
                for line in lines.dropLast() { Output.line(line) }
                Output.styled(style.dim(TerminalText.safe(lines.last ?? "")))
            }
        }
    }

    private enum Event: Sendable {
        case screen(PhoneScreen)
        case key(Key)
        /// Time has passed, for the countdown.
        case tick
    }

    /// - Parameter show: gets the lines whenever they have changed; the last says the keys.
    func run(_ keys: AsyncStream<Key>, show: @Sendable ([String]) -> Void) async {
        let (events, happened) = AsyncStream<Event>.makeStream()
        let (actions, wanted) = AsyncStream<PhoneControl.Action>.makeStream()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await screen in await phone.screens() { happened.yield(.screen(screen)) }
                happened.finish()
            }
            group.addTask {
                for await key in keys { happened.yield(.key(key)) }
                happened.yield(.key(.end))
            }
            group.addTask { await tick { happened.yield(.tick) } }
            // Beside the drawing: some wait for the network.
            group.addTask { for await action in actions { await carryOut(action) } }
            await follow(events, wanted, show)
            group.cancelAll()
        }
    }

    private func follow(
        _ events: AsyncStream<Event>, _ wanted: AsyncStream<PhoneControl.Action>.Continuation,
        _ show: ([String]) -> Void
    ) async {
        let view = PhoneView(style: style)
        var control = PhoneControl(await phone.screen)
        var shown: [String] = []
        for await event in events {
            switch event {
            case .screen(let screen): control.show(screen)
            case .key(let key):
                guard let action = control.press(key) else { break }
                if action == .quit { return }
                wanted.yield(action)
            case .tick: break
            }
            let lines = view.lines(of: control, now: await phone.now)
            if lines != shown { show(lines) }
            shown = lines
        }
    }

    /// Every second. Without a screen that can be drawn over, a countdown would fill the terminal.
    private func tick(_ tell: () -> Void) async {
        guard style.isOn else { return }
        let time = SystemTime()
        while (try? await time.sleep(until: time.now + .seconds(1))) != nil { tell() }
    }

    private func carryOut(_ action: PhoneControl.Action) async {
        switch action {
        case .press(let button, let notification, let text):
            await phone.perform(button, on: notification, text: text)
        case .tap(let notification): await phone.tap(notification)
        case .dismiss(let notification): await phone.dismiss(notification)
        case .answer(let ask, let answer): await phone.answer(ask, answer)
        case .lock: await phone.lock()
        case .unlock: await phone.unlock()
        case .openApp: await phone.restart()
        case .leaveApp: await phone.leaveApp()
        case .kill: await phone.kill()
        case .airplane(let isOn): await phone.setAirplaneMode(isOn)
        case .quit: break
        }
    }
}
