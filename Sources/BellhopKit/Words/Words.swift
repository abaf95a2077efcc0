import Foundation

/// Everything that is shown to people, in their language: one accessor for each text of `Strings/Bellhop.xcstrings`.
///
/// The texts are compiled in, so that they are there in every process, an extension before the first unlock included,
/// and on every system.
public struct Words: Hashable, Sendable {
    public let language: Language

    public init(_ language: Language) { self.language = language }

    /// The words of the task that asks; unless it was given others, those of the device's language. The system starts
    /// an app anew when the person chooses another.
    @TaskLocal public static var current = Words(Language(preferred: Locale.preferredLanguages))
}

/// A language that the texts are translated into.
public enum Language: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case german = "de"

    /// The first of `preferred` (BCP 47, such as `de-CH`, the most wanted first) that there are texts in; otherwise
    /// English.
    public init(preferred: [String]) {
        let codes = preferred.lazy.map { $0.prefix { $0 != "-" && $0 != "_" }.lowercased() }
        self = codes.compactMap { Language(rawValue: $0) }.first ?? .english
    }
}
