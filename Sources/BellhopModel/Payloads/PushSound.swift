/// What is heard (`aps.sound`): a name alone, or a dictionary for critical alerts.
public struct PushSound: Hashable, Sendable {
    /// `default`, or a file in the app's bundle or its `Library/Sounds`.
    public var name: String
    /// Plays in spite of the mute switch and Focus. Needs an entitlement from Apple.
    public var isCritical: Bool
    /// 0 to 1; only for critical alerts.
    public var volume: Double?

    public init(name: String, isCritical: Bool = false, volume: Double? = nil) {
        self.name = name
        self.isCritical = isCritical
        self.volume = volume
    }

    public static let `default` = Self(name: "default")
}

extension PushSound {
    init?(_ json: JSONValue) {
        switch json {
        case .string(let name):
            self.init(name: name)
        case .object(let fields):
            let volume = fields["volume"]?.number
            self.init(
                name: fields["name"]?.string ?? "default",
                isCritical: fields["critical"]?.integer == 1 || fields["critical"]?.bool == true,
                volume: volume.map(APS.fraction))
        default:
            return nil
        }
    }

    var json: JSONValue {
        guard isCritical || volume != nil else { return .string(name) }
        var object: [String: JSONValue] = ["name": .string(name)]
        if isCritical { object["critical"] = 1 }
        if let volume { object["volume"] = .plain(APS.fraction(volume)) }
        return .object(object)
    }
}
