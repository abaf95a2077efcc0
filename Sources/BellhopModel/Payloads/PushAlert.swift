/// What a notification says (`aps.alert`).
///
/// Texts stand in plain, or as the key of a string in the app's `Localizable.strings` with its arguments; the
/// system prefers the key. See Apple, *Generating a remote notification*, table 2.
public struct PushAlert: Hashable, Sendable {
    public var title: String?
    public var subtitle: String?
    public var body: String?
    /// The name of an image or storyboard shown while the app starts.
    public var launchImage: String?
    public var localizedTitle: LocalizedText?
    public var localizedSubtitle: LocalizedText?
    public var localizedBody: LocalizedText?
    /// Keys that Bellhop does not know.
    public var extra: [String: JSONValue]

    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        extra = [:]
    }

    public struct LocalizedText: Hashable, Sendable {
        public var key: String
        /// Replace `%@` and `%1$@` in the string.
        public var arguments: [String]

        public init(key: String, arguments: [String] = []) {
            self.key = key
            self.arguments = arguments
        }
    }
}

extension PushAlert {
    /// Every way an alert is written: a text alone (the body), a dictionary, or a Live Activity's dictionary whose title
    /// and body may be dictionaries of `loc-key` and `loc-args`.
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

    private static func localized(_ key: String, _ arguments: String, _ reader: inout PayloadFieldReader) -> LocalizedText? {
        guard let name = reader.takeText(key) else { return nil }
        return LocalizedText(key: name, arguments: reader.takeTexts(arguments) ?? [])
    }

    private static func nested(_ key: String, _ reader: inout PayloadFieldReader) -> LocalizedText? {
        guard let name = reader.rest[key]?["loc-key"]?.string else { return nil }
        return reader.take(key, wanted: "a text") { json in
            LocalizedText(key: name, arguments: json["loc-args"]?.array?.compactMap(\.string) ?? [])
        }
    }

    /// - Parameter nested: writes localised titles and bodies as dictionaries, as Live Activities want them.
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
