/// How a hook was set up.
struct HookOptions: Hashable, Sendable {
    /// As it stands there, known or not.
    var agent: String
    /// What Codex' notify program is given instead of standard input.
    var event: String?
    /// Seconds.
    var wait: Int?
    /// Seconds.
    var hold = 0
    var notifyOnly = false
    var isGate = false
    /// The folder of the configuration; the environment names no server and no key then.
    var config: String?
    var url: String?
    var key: String?
    /// The turn to watch, see ``WatchedTurn``; `nil` for every other run.
    var watch: String?
    /// Of a run that tells late what another could not: what that one has told it under.
    var late: String?
}

extension HookOptions {
    /// Reads arguments as `bellhop setup` writes them: names whole, each value an argument of its own.
    ///
    /// - Returns: `nil` for whatever else there may be. ``HookCommand`` understands that, and says what is wrong with it;
    ///   but finding out by reflection what there is to understand takes longer than the rest of an ask.
    init?(plain arguments: [String]) {
        var rest = arguments[...]
        guard let agent = rest.popFirst(), !agent.isEmpty, !agent.hasPrefix("-") else { return nil }
        self.init(agent: agent)
        if let event = rest.first, event.hasPrefix("{") {
            self.event = event
            rest = rest.dropFirst()
        }
        while let name = rest.popFirst() {
            switch name {
            case "--notify-only": notifyOnly = true
            case "--gate": isGate = true
            case "--wait", "--hold", "--config", "--url", "--key", "--late", "--watch":
                guard let value = rest.popFirst(), !value.hasPrefix("-"), set(name, to: value) else { return nil }
            default: return nil
            }
        }
    }

    /// - Returns: whether `value` can be meant.
    private mutating func set(_ name: String, to value: String) -> Bool {
        switch name {
        case "--config": config = value
        case "--url": url = value
        case "--key": key = value
        case "--late": late = value
        case "--watch": watch = value
        default:
            guard let seconds = Int(value) else { return false }
            if name == "--wait" { wait = seconds } else { hold = seconds }
        }
        return true
    }
}
