import ArgumentParser
import BellhopModel

/// How a notification is shown and sent. What is left out follows its category.
struct DisplayOptions: ParsableArguments {
    @Flag(help: "Show nothing: wake the app, so that it fetches what has changed.")
    var silent = false

    @Option(help: "default, none, or the name of a sound in the app.")
    var sound: String?

    @Option(help: "The number on the app's icon, 0 to 99999, instead of what is unread.")
    var badge: Int?

    @Option(help: "The https address of a picture.")
    var image: String?

    @Option(help: "passive, active or time-sensitive.", transform: Self.word)
    var level: InterruptionLevel?

    @Option(help: "0 to 1: which of the app's notifications stands first in a summary.")
    var relevance: Double?

    @Option(help: "high, normal or low.", transform: Self.word)
    var priority: DeliveryPriority?

    @Option(help: "A later notification with the same key replaces the one that is shown.")
    var collapse: String?

    @Option(help: "The app's key for the title in the person's language.")
    var titleKey: String?

    @Option(help: "What a placeholder of the title stands for. May be given again.")
    var titleArgument: [String] = []

    @Option(help: "The app's key for the text in the person's language.")
    var bodyKey: String?

    @Option(help: "What a placeholder of the text stands for. May be given again.")
    var bodyArgument: [String] = []

    @Option(help: "The item it is about, in your own ids.")
    var item: String?

    @Option(help: "The message it is about, in your own ids.")
    var message: String?

    @Option(help: "name=value for the app, or name:=JSON for what is no text. May be given again.")
    var field: [String] = []

    func validate() throws {
        try ArgumentRange.check(badge, in: APILimits.badge, "--badge")
        if let relevance, !APILimits.relevance.contains(relevance) {
            throw ValidationError("--relevance takes 0 to 1.")
        }
        if titleKey == nil, !titleArgument.isEmpty { throw ValidationError("--title-argument needs --title-key.") }
        if bodyKey == nil, !bodyArgument.isEmpty { throw ValidationError("--body-argument needs --body-key.") }
    }

    /// - Returns: `nil` when nothing was given.
    func options() throws -> NotificationOptions? {
        let options = NotificationOptions(
            isSilent: silent ? true : nil, sound: sound, badge: badge, imageURL: image, interruptionLevel: level,
            relevanceScore: relevance, priority: priority, collapseKey: collapse,
            titleLocalization: Self.localization(titleKey, titleArgument),
            bodyLocalization: Self.localization(bodyKey, bodyArgument), itemID: item, messageID: message,
            data: try DataFields.read(field))
        return options == NotificationOptions() ? nil : options
    }

    /// One of the words of a closed set.
    private static func word<Word: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Word {
        guard let word = Word(rawValue: text) else {
            throw ValidationError("takes " + Word.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return word
    }

    private static func localization(_ key: String?, _ arguments: [String]) -> NotificationOptions.Localization? {
        key.map { .init(key: $0, arguments: arguments.isEmpty ? nil : arguments) }
    }
}
