import ArgumentParser
import BellhopModel
import BellhopTerminal

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

    @Option(help: "Seconds until nobody needs to see it any more; a day unless given.")
    var expiresIn: Int?

    @OptionGroup(title: "How it is shown and sent")
    var display: DisplayOptions

    func validate() throws {
        guard text != nil || display.silent else { throw ValidationError("Missing expected argument '<text>'") }
    }

    /// - Parameter user: whom it is for; `nil` for the key's own user, or when an audience says so.
    func request(to user: UserID?) throws -> NotificationRequest {
        NotificationRequest(
            userID: user, title: title ?? (display.silent ? "" : "Bellhop"), subtitle: subtitle, body: try body(),
            category: category.map { CategoryID($0) }, thread: thread, deepLink: link, expiresIn: expiresIn,
            options: try display.options())
    }

    private func body() throws -> String {
        guard text == "-" else { return text ?? "" }
        let bytes = StandardInput.read(limit: APILimits.body)
        guard bytes.count <= APILimits.body, let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure("Standard input is not UTF-8, or more than 1 MiB.")
        }
        return String(text.reversed().drop(while: \.isNewline).reversed())
    }
}
