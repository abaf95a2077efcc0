public import BellhopKit
import BellhopModel
import Foundation

/// Something that was found, and where it is.
public struct SearchResult: Hashable, Sendable, Identifiable {
    public let id: String
    public let symbol: String
    public let color: ColorRole
    public let title: String
    public let text: String
    public let route: Route

    init(_ row: PendingRow) {
        id = "ask \(row.id)"
        (symbol, color) = (row.card.appearance.symbol, row.card.appearance.color)
        title = row.title
        text = [row.excerpt, row.origin].filter { !$0.isEmpty }.joined(separator: " · ")
        route = .ask(row.id)
    }

    init(_ row: SessionRow) {
        id = "session \(row.id)"
        (symbol, color) = (row.symbol, row.color)
        title = row.title
        text = [row.status, row.origin].filter { !$0.isEmpty }.joined(separator: " · ")
        route = .session(row.id, .look)
    }

    init(_ item: Item) {
        id = "item \(item.id)"
        (symbol, color) = item.completedAt == nil ? ("circle", .news) : ("checkmark.circle.fill", .success)
        title = DisplayText.line(item.title)
        text = DisplayText.paragraph(item.body)
        route = .item(item.id.description)
    }

    init(_ row: HistoryRow) {
        id = "notification \(row.id)"
        (symbol, color) = (row.appearance.symbol, row.appearance.color)
        title = row.title
        text = row.text
        route = row.route ?? .notifications
    }

    /// Whether it has every one of `words`, whatever their case and accents.
    func has(_ words: [String]) -> Bool {
        let text = Self.folded("\(title) \(self.text)")
        return words.allSatisfy { text.contains($0) }
    }

    static func words(of query: String) -> [String] { folded(query).split(separator: " ").map(String.init) }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
