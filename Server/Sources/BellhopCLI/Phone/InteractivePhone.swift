import ArgumentParser
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal

/// A phone in the terminal that is operated with keys.
struct InteractivePhone: Sendable {
    let phone: SimulatedPhone
    let display: TerminalDisplay
    var clock = ScreenClock()

    /// - Throws: `ExitCode` 130 after Control-C.
    func run() async throws {
        let end = try await RawTerminal.withKeys { keys in
            var area = LiveArea(.fullScreen, on: display)
            defer { area.end() }
            return await run(keys, on: &area)
        }
        if end == .interrupted { throw ExitCode(130) }
    }

    enum End: Hashable, Sendable { case quit, interrupted }

    private enum Event: Sendable {
        case screen(PhoneScreen)
        case key(Key)
        /// A second has passed, for the countdown.
        case tick
    }

    /// - Parameter area: redrawn when something changes.
    func run(_ keys: AsyncStream<Key>, on area: inout LiveArea) async -> End {
        let (events, happened) = AsyncStream<Event>.makeStream()
        let (actions, wanted) = AsyncStream<PhoneControl.Action>.makeStream()
        return await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await screen in await phone.screens() { happened.yield(.screen(screen)) }
                happened.finish()
            }
            group.addTask {
                for await key in keys { happened.yield(.key(key)) }
                happened.yield(.key(.end))
            }
            // A countdown would fill an output that cannot be overwritten.
            if display.isRedrawable { group.addTask { await clock.everySecond { happened.yield(.tick) } } }
            // Actions run concurrently with drawing, because some wait for the network.
            group.addTask { for await action in actions { await perform(action) } }
            let end = await follow(events, wanted, &area)
            group.cancelAll()
            return end
        }
    }

    private func follow(
        _ events: AsyncStream<Event>, _ wanted: AsyncStream<PhoneControl.Action>.Continuation, _ area: inout LiveArea
    ) async -> End {
        var control = PhoneControl(await phone.screen)
        for await event in events {
            switch event {
            case .screen(let screen): control.show(screen)
            case .key(let key):
                guard let action = control.press(key) else { break }
                if action == .quit { return .quit }
                if action == .interrupt { return .interrupted }
                wanted.yield(action)
            case .tick: break
            }
            let now = if let now = clock.now { now() } else { await phone.now }
            draw(&control, now, &area)
        }
        return .quit
    }

    /// Draws again until the control does not change, for example when the drawn lines complete the reading of an ask.
    private func draw(_ control: inout PhoneControl, _ now: Timestamp, _ area: inout LiveArea) {
        let view = PhoneView(display: display.resized)
        var before: PhoneControl
        repeat {
            before = control
            let drawing = view.drawing(of: control, now: now)
            area.draw(drawing.lines)
            control.note(drawing)
        } while control != before
    }

    private func perform(_ action: PhoneControl.Action) async {
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
        case .quit, .interrupt: break
        }
    }
}

/// The clock of countdowns.
struct ScreenClock: Sendable {
    /// The current time; `nil` for the phone's estimate of the server's time.
    var now: (@Sendable () -> Timestamp)?
    /// Returns after a second.
    var second: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }

    /// Calls `body` every second until the task is cancelled.
    func everySecond(_ body: () -> Void) async { while (try? await second()) != nil { body() } }
}
