extension NotificationCategory {
    /// So many of them in a few words: ``summaryFormat`` with its `%u`, and its `%@` where `source` is known, filled in.
    /// A single one is what ``hiddenPreviewPlaceholder`` calls it.
    public func summary(of count: Int, from source: String? = nil) -> String {
        count == 1 ? hiddenPreviewPlaceholder : Self.filled(summaryFormat, count, source)
    }

    /// As ``summary(of:from:)``, for a category that an app defined itself.
    public static func summary(of count: Int) -> String { count == 1 ? "New notification" : "\(count) notifications" }

    private static func filled(_ format: String, _ count: Int, _ source: String?) -> String {
        var words = format.split(separator: " ").map(String.init)
        if let place = words.firstIndex(of: "%@") {
            if let source {
                words[place] = source
            } else {
                // "for %@" says nothing without a name: the word before it goes too.
                words.removeSubrange(max(0, place - 1)...place)
            }
        }
        return words.map { $0 == "%u" ? String(count) : $0 }.joined(separator: " ")
    }
}
