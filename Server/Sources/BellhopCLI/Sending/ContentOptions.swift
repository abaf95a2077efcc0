import ArgumentParser
import BellhopModel

/// What a notification says, and how it is shown and sent.
struct ContentOptions: ParsableArguments {
    @Argument(help: "What to tell; - reads it from standard input.")
    var text: String?

    @Option(help: "A title above it.")
    var title: String?

    @Option(help: "A line between title and text.")
    var subtitle: String?

    @Option(help: "A category, such as update. It decides buttons, sound and interruption.")
    var category: String?

    @Option(help: "Notifications of one thread are grouped.")
    var thread: String?

    @Option(help: "What a tap opens, such as myapp://article/7.")
    var link: String?

    @Option(help: "Seconds until nobody needs to see it any more, 1 to 2592000 (30 days). Unless given: a day.")
    var expiresIn: Int?

    @OptionGroup(title: "How it is shown and sent")
    var display: DisplayOptions

    func validate() throws {
        guard text != nil || display.silent else { throw ValidationError("Missing expected argument '<text>'") }
        try ArgumentRange.check(seconds: expiresIn, in: APILimits.notificationSeconds, "--expires-in")
        // A title of one's own, or a text of the app's, says something without it.
        if let text, !display.silent, title == nil, display.titleKey == nil, display.bodyKey == nil {
            try MessageText.check(text)
        }
    }

    /// - Parameter user: whom it is for; `nil` for the key's own user, or when an audience says so.
    func request(to user: UserID?) throws -> NotificationRequest {
        NotificationRequest(
            userID: user, title: title ?? (display.silent ? "" : "Bellhop"), subtitle: subtitle,
            body: try text.map { try MessageText.read($0) } ?? "",
            category: category.map { CategoryID($0) }, thread: thread, deepLink: link, expiresIn: expiresIn,
            options: try display.options())
    }
}
