import ArgumentParser
import BellhopModel
import BellhopTerminal

/// The content of a notification.
struct ContentOptions: ParsableArguments {
    @Argument(help: "The text; - reads it from standard input.")
    var text: String?

    @Option(help: "The title.")
    var title: String?

    @Option(help: "The subtitle, between title and text.")
    var subtitle: String?

    @Option(help: "The category, such as update, which decides buttons, sound and interruption level.")
    var category: String?

    @Option(help: "The thread; notifications of one thread are grouped.")
    var thread: String?

    @Option(help: "The link that a tap opens, such as myapp://article/7.")
    var link: String?

    @Option(help: "Seconds until it expires, 1 to 2592000 (default: 86400, a day).")
    var expiresIn: Int?

    @OptionGroup(title: "Display and delivery")
    var display: DisplayOptions

    func validate() throws {
        guard text != nil || display.silent else { throw ValidationError("Missing expected argument '<text>'") }
        try ArgumentRange.check(seconds: expiresIn, in: APILimits.notificationSeconds, "--expires-in")
        // An empty text is allowed with a title or a localized text of the app.
        if let text, !display.silent, title == nil, display.titleKey == nil, display.bodyKey == nil {
            try MessageText.check(text)
        }
    }

    /// - Parameter user: the recipient; `nil` for the key's own user, or with an audience.
    func request(to user: UserID?) throws -> NotificationRequest {
        NotificationRequest(
            userID: user, title: title ?? (display.silent ? "" : "Bellhop"), subtitle: subtitle,
            body: try text.map { try MessageText.read($0) } ?? "",
            category: category.map { CategoryID($0) }, thread: thread, deepLink: link, expiresIn: expiresIn,
            options: try display.options())
    }
}

/// The display and delivery options of a notification; the category decides those that are not given.
struct DisplayOptions: ParsableArguments {
    @Flag(help: "Show nothing; only wake the app to fetch changes.")
    var silent = false

    @Option(help: "The sound: default, none, or the name of a sound in the app.")
    var sound: String?

    @Option(help: "The number on the app's icon, 0 to 99999 (default: the number of unread notifications).")
    var badge: Int?

    @Option(help: "The https URL of an image.")
    var image: String?

    @Option(help: "The interruption level: passive, active or time-sensitive.", transform: Self.choice)
    var level: InterruptionLevel?

    @Option(help: "The relevance, 0 to 1, which orders the app's notifications in a summary.")
    var relevance: Double?

    @Option(help: "The text that the app's Focus filter is evaluated against, up to 128 bytes.")
    var filterCriteria: String?

    @Option(help: "The delivery priority: high, normal or low.", transform: Self.choice)
    var priority: DeliveryPriority?

    @Option(help: "The collapse key; a later notification with the same key replaces the shown one.")
    var collapse: String?

    @Option(help: "The app's localization key for the title.")
    var titleKey: String?

    @Option(help: "A placeholder's value in the localized title; repeat it for more.")
    var titleArgument: [String] = []

    @Option(help: "The app's localization key for the text.")
    var bodyKey: String?

    @Option(help: "A placeholder's value in the localized text; repeat it for more.")
    var bodyArgument: [String] = []

    @Option(help: "The id of the item that it is about.")
    var item: String?

    @Option(help: "The id of the message that it is about.")
    var message: String?

    @Option(help: "Data for the app: name=text, or name:=JSON for other values; repeat it for more.")
    var field: [String] = []

    func validate() throws {
        try ArgumentRange.check(badge, in: APILimits.badge, "--badge")
        if let relevance, !APILimits.relevance.contains(relevance) {
            throw ValidationError("--relevance takes 0 to 1.")
        }
        if titleKey == nil, !titleArgument.isEmpty { throw ValidationError("--title-argument needs --title-key.") }
        if bodyKey == nil, !bodyArgument.isEmpty { throw ValidationError("--body-argument needs --body-key.") }
    }

    /// - Returns: `nil` when no option was given.
    func options() throws -> NotificationOptions? {
        let options = NotificationOptions(
            isSilent: silent ? true : nil, sound: sound, badge: badge, imageURL: image, interruptionLevel: level,
            relevanceScore: relevance, filterCriteria: filterCriteria, priority: priority, collapseKey: collapse,
            titleLocalization: Self.localization(titleKey, titleArgument),
            bodyLocalization: Self.localization(bodyKey, bodyArgument), itemID: item, messageID: message,
            data: try DataFields.read(field))
        return options == NotificationOptions() ? nil : options
    }

    private static func choice<Value: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Value {
        guard let value = Value(rawValue: text) else {
            throw ValidationError("takes " + Value.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return value
    }

    private static func localization(_ key: String?, _ arguments: [String]) -> NotificationOptions.Localization? {
        key.map { .init(key: $0, arguments: arguments.isEmpty ? nil : arguments) }
    }
}

/// Data fields on a command line: `name=value` for a text, `name:=JSON` for any other value.
enum DataFields {
    /// - Returns: `nil` without fields.
    /// - Throws: ``CommandFailure`` that names the wrong field.
    static func read(_ fields: [String]) throws -> [String: JSONValue]? {
        guard !fields.isEmpty else { return nil }
        var data: [String: JSONValue] = [:]
        for field in fields {
            let (name, value) = try read(field)
            guard data.updateValue(value, forKey: name) == nil else {
                throw CommandFailure.usage("--field \(name) is given twice.")
            }
        }
        return data
    }

    private static func read(_ field: String) throws -> (String, JSONValue) {
        guard let equals = field.firstIndex(of: "="), equals != field.startIndex else {
            throw CommandFailure.usage("--field \(field): takes name=value, or name:=JSON.")
        }
        let name = field[..<equals]
        let value = String(field[field.index(after: equals)...])
        guard name.hasSuffix(":") else { return (String(name), .string(value)) }
        guard let json = try? CanonicalJSON.decode(JSONValue.self, from: value.utf8) else {
            throw CommandFailure.usage(
                "--field \(field): the value after := is not JSON; for a text leave out the colon.")
        }
        return (String(name.dropLast()), json)
    }
}

extension ContentOptions {
    /// The option for each field of a notification.
    static let arguments = [
        "body": "<text>", "title": "--title", "subtitle": "--subtitle", "category": "--category", "thread": "--thread",
        "deep_link": "--link", "expires_in": "--expires-in", "options.sound": "--sound", "options.badge": "--badge",
        "options.image_url": "--image", "options.interruption_level": "--level",
        "options.relevance_score": "--relevance", "options.filter_criteria": "--filter-criteria",
        "options.priority": "--priority",
        "options.collapse_key": "--collapse", "options.title_localization.key": "--title-key",
        "options.title_localization.arguments": "--title-argument",
        "options.title_localization.arguments[]": "--title-argument", "options.body_localization.key": "--body-key",
        "options.body_localization.arguments": "--body-argument",
        "options.body_localization.arguments[]": "--body-argument", "options.item_id": "--item",
        "options.message_id": "--message", "options.data": "--field",
    ]
}

extension AudienceOptions {
    static let arguments = [
        "user_id": "--user", "to.user": "--user", "to.users": "--users", "to.users[]": "--users", "to.topic": "--topic",
    ]
}
