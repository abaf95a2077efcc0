/// The texts of a notification (`aps.alert`).
///
/// A text is given plainly, or as a key in the app's `Localizable.strings` with arguments. The key has precedence
/// (Apple, *Generating a remote notification*, table 2).
public struct PushAlert: Hashable, Sendable {
    public var title: String?
    public var subtitle: String?
    public var body: String?
    /// The name of the launch image or storyboard.
    public var launchImage: String?
    public var localizedTitle: LocalizedText?
    public var localizedSubtitle: LocalizedText?
    public var localizedBody: LocalizedText?
    /// Unknown keys.
    public var extra: [String: JSONValue]

    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        extra = [:]
    }

    public struct LocalizedText: Hashable, Sendable {
        public var key: String
        /// The arguments for `%@` and `%1$@` in the localised string.
        public var arguments: [String]

        public init(key: String, arguments: [String] = []) {
            self.key = key
            self.arguments = arguments
        }
    }
}

extension PushAlert {
    /// Reads all forms of an alert: a text (the body), a dictionary, or a Live Activity's dictionary, whose title and
    /// body may be dictionaries of `loc-key` and `loc-args`.
    init(_ reader: inout PayloadFieldReader) {
        self.init()
        localizedTitle =
            Self.localized("title-loc-key", "title-loc-args", &reader)
            ?? Self.nested("title", &reader)
        localizedSubtitle = Self.localized("subtitle-loc-key", "subtitle-loc-args", &reader)
        localizedBody = Self.localized("loc-key", "loc-args", &reader) ?? Self.nested("body", &reader)
        title = reader.takeText("title")
        subtitle = reader.takeText("subtitle")
        body = reader.takeText("body")
        launchImage = reader.takeText("launch-image")
        extra = reader.rest
    }

    private static func localized(_ key: String, _ arguments: String, _ reader: inout PayloadFieldReader)
        -> LocalizedText?
    {
        guard let name = reader.takeText(key) else { return nil }
        return LocalizedText(key: name, arguments: reader.takeTexts(arguments) ?? [])
    }

    private static func nested(_ key: String, _ reader: inout PayloadFieldReader) -> LocalizedText? {
        guard let name = reader.rest[key]?["loc-key"]?.string else { return nil }
        return reader.take(key, wanted: "a text") { json in
            LocalizedText(key: name, arguments: json["loc-args"]?.array?.compactMap(\.string) ?? [])
        }
    }

    /// - Parameter nested: whether localised titles and bodies are written as dictionaries, as in Live Activities.
    func json(nested: Bool) -> [String: JSONValue] {
        var object = extra
        object["title"] = title.map(JSONValue.string) ?? object["title"]
        object["subtitle"] = subtitle.map(JSONValue.string) ?? object["subtitle"]
        object["body"] = body.map(JSONValue.string) ?? object["body"]
        object["launch-image"] = launchImage.map(JSONValue.string) ?? object["launch-image"]
        Self.write(localizedSubtitle, "subtitle-loc-key", "subtitle-loc-args", to: &object)
        if nested {
            if let localizedTitle { object["title"] = localizedTitle.json }
            if let localizedBody { object["body"] = localizedBody.json }
        } else {
            Self.write(localizedTitle, "title-loc-key", "title-loc-args", to: &object)
            Self.write(localizedBody, "loc-key", "loc-args", to: &object)
        }
        return object
    }

    private static func write(
        _ text: LocalizedText?, _ key: String, _ arguments: String, to object: inout [String: JSONValue]
    ) {
        guard let text else { return }
        object[key] = .string(text.key)
        if !text.arguments.isEmpty { object[arguments] = .array(text.arguments.map(JSONValue.string)) }
    }
}

extension PushAlert.LocalizedText {
    fileprivate var json: JSONValue {
        ["loc-key": .string(key), "loc-args": .array(arguments.map(JSONValue.string))]
    }
}

/// The sound of a notification (`aps.sound`): a name, or a dictionary for critical alerts.
public struct PushSound: Hashable, Sendable {
    /// `default`, or a file in the app's bundle or its `Library/Sounds`.
    public var name: String
    /// Plays despite the mute switch and Focus. Requires an entitlement from Apple.
    public var isCritical: Bool
    /// The volume of a critical alert, 0 to 1.
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
