import BellhopDelivery
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal

/// A phone whose owner presses keys.
struct InteractivePhone: Sendable {
    let phone: SimulatedPhone
    let style: Style

    static let help = "a approve  d deny  r reply  t tap  x dismiss  u unlock/lock  p airplane  k kill  s start  q quit"

    func run() async throws {
        try await RawTerminal.withKeys { keys in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await draw() }
                group.addTask { await obey(keys) }
                try await group.next()
                group.cancelAll()
            }
        }
    }

    private func draw() async {
        let view = PhoneView(style: style)
        for await screen in await phone.screens() {
            let lines = view.lines(of: screen, now: SystemTime().now)
            if style.isOn { Output.write(Array("\u{1B}[H\u{1B}[2J".utf8)) }
            for line in lines { Output.line(line) }
            Output.styled(style.dim(Self.help))
        }
    }

    private func obey(_ keys: AsyncStream<Key>) async {
        var typed: String?
        for await key in keys {
            if let text = typed {
                typed = await type(key, onto: text)
                continue
            }
            switch key {
            case .character("a"): _ = await phone.press(.approve)
            case .character("d"): _ = await phone.press(.deny)
            case .character("r"):
                typed = ""
                Output.write(Array("Reply: ".utf8))
            case .character("t"): if let newest = await phone.screen.notifications.first { await phone.tap(newest) }
            case .character("x"): if let newest = await phone.screen.notifications.first { await phone.dismiss(newest) }
            case .character("u"): if await phone.screen.isLocked { await phone.unlock() } else { await phone.lock() }
            case .character("p"): await phone.setAirplaneMode(!(await phone.screen.isInAirplaneMode))
            case .character("k"): await phone.kill()
            case .character("s"): await phone.restart()
            case .character("q"), .end: return
            default: continue
            }
        }
    }

    /// - Returns: what has been typed so far; `nil` when it was sent or given up.
    private func type(_ key: Key, onto text: String) async -> String? {
        switch key {
        case .character(let character):
            Output.write(Array(String(character).utf8))
            return text + String(character)
        case .backspace: return String(text.dropLast())
        case .enter:
            Output.line()
            if !text.isEmpty { _ = await phone.press(.reply, text: text) }
            return nil
        case .escape, .end: return nil
        }
    }
}
