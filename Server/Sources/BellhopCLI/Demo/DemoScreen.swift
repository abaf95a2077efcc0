import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal

/// Shows both phones of a demo until a key decides.
struct DemoScreen: Sendable {
    let phones: [SimulatedPhone]
    let display: TerminalDisplay
    var clock = ScreenClock()

    enum Decision: Hashable, Sendable {
        case press(ActionEffect)
        case quit, interrupted
        /// No ask on the phones can be answered any more.
        case tooLate
    }

    private enum Event: Sendable {
        case screen(Int, PhoneScreen)
        case key(Key)
        case tick
    }

    /// Redraws the phones on every change and every second until a key decides.
    func decision(by keys: AsyncStream<Key>, on area: inout LiveArea) async -> Decision {
        let (events, happened) = AsyncStream<Event>.makeStream()
        return await withTaskGroup(of: Void.self) { group in
            for (index, phone) in phones.enumerated() {
                group.addTask { for await screen in await phone.screens() { happened.yield(.screen(index, screen)) } }
            }
            group.addTask {
                for await key in keys { happened.yield(.key(key)) }
                happened.yield(.key(.end))
            }
            if display.isRedrawable { group.addTask { await clock.everySecond { happened.yield(.tick) } } }
            let decision = await follow(events, &area)
            group.cancelAll()
            return decision
        }
    }

    private func follow(_ events: AsyncStream<Event>, _ area: inout LiveArea) async -> Decision {
        var screens: [PhoneScreen] = []
        for phone in phones { screens.append(await phone.screen.ofAgent) }
        var hint: String?
        for await event in events {
            var decision: Decision?
            switch event {
            case .screen(let index, let screen): screens[index] = screen.ofAgent
            case .tick: break
            case .key(let key): (decision, hint) = Self.meaning(of: key, on: screens[0])
            }
            if !screens[0].notifications.contains(where: { $0.payload.askID != nil }) { decision = .tooLate }
            area.draw(lines(of: screens, now: await now, hint: hint, isDecided: decision != nil))
            if let decision { return decision }
        }
        return .interrupted
    }

    /// The decision of a key, or a hint when it has none.
    private static func meaning(of key: Key, on screen: PhoneScreen) -> (Decision?, hint: String?) {
        func press(_ effect: ActionEffect) -> (Decision?, hint: String?) {
            let isReview = screen.notifications.contains { $0.payload.aps.category == .approvalReview }
            return screen.button(effect, takesText: false) == nil && !(effect == .approve && isReview)
                ? (nil, "\(screen.name) has no such button") : (.press(effect), nil)
        }
        return switch key {
        case .character("a"): press(.approve)
        case .character("d"): press(.deny)
        case .character("q"), .end: (.quit, nil)
        case .interrupt: (.interrupted, nil)
        case .character(let other): (nil, "\(other): a approves, d denies, q quits")
        default: (nil, nil)
        }
    }

    private var now: Timestamp {
        get async {
            if let now = clock.now { return now() }
            return await phones.first?.now ?? Timestamp(milliseconds: 0)
        }
    }

    /// The phones drawn once, for `--answer`.
    var lines: [StyledText] {
        get async {
            var screens: [PhoneScreen] = []
            for phone in phones { screens.append(await phone.screen.ofAgent) }
            return Self.phones(screens, now: await now, on: display)
        }
    }

    private func lines(
        of screens: [PhoneScreen], now: Timestamp, hint: String?, isDecided: Bool
    ) -> [StyledText] {
        let display = display.resized
        let keys = isDecided ? [] : ["a approve on \(screens[0].name)", "d deny", "q quit"]
        var below = PhoneText.keys(keys, width: display.columns)
        if let hint { below.insert(StyledText(hint, .yellow), at: 0) }
        var lines = Self.phones(screens, now: now, on: display)
        // Lines scrolled out of the terminal cannot be overwritten.
        if let rows = display.rows, lines.count + below.count + 1 > rows {
            lines = Self.phones(Array(screens.prefix(1)), now: now, on: display)
            lines = lines.count + below.count + 1 > rows ? Array(lines.suffix(max(1, rows - below.count - 1))) : lines
        }
        return lines + below
    }

    /// Draws the phones side by side if both fit, else one below the other.
    static func phones(_ screens: [PhoneScreen], now: Timestamp, on display: TerminalDisplay) -> [StyledText] {
        let view = PhoneView(display: display)
        // The results of confirming the devices are not part of the demo.
        let asked = Set(screens.flatMap { $0.notifications.compactMap(\.payload.askID) })
        let screens = screens.map { screen in
            var screen = screen
            screen.results.removeAll { !asked.contains($0.askID) }
            return screen
        }
        let half = (display.columns - gap) / 2
        guard screens.count == 2, half >= narrowestPhone else {
            let width = min(widestPhone, display.columns)
            return screens.flatMap { view.lines(of: $0, now: now, width: width) }
        }
        let width = min(widestPhone, half)
        return Box.beside(
            view.lines(of: screens[0], now: now, width: width), view.lines(of: screens[1], now: now, width: width),
            gap: gap)
    }

    private static let gap = 2
    private static let narrowestPhone = 39
    private static let widestPhone = 64
}
