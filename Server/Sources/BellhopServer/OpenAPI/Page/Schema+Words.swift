import BellhopModel

extension Schema {
    /// What it asks for, as HTML for people; a name is a link to its table.
    var words: String {
        switch form {
        case .anything: "anything"
        case .number(let range): "number" + (range.map { ", \($0.lowerBound) to \($0.upperBound)" } ?? "")
        case .boolean: "true or false"
        case .named(let name): "<a href=\"#\(HTML.escape(name))\">\(HTML.escape(name))</a>"
        case .list(let item, let limit): "list of \(item.words)" + (limit.map { ", at most \($0)" } ?? "")
        case .choice(let texts): texts.map { "<code>\(HTML.escape($0))</code>" }.joined(separator: " or ")
        case .integer(let range): "whole number" + (range.map { ", \(Self.words($0))" } ?? "")
        case .text(let rules): Self.words(rules)
        case .map(let value, _, let limit): "object of \(value.words), at most \(limit)"
        case .alternatives: "one of several objects"
        case .object(let properties, _):
            properties.isEmpty
                ? "object"
                : "object with " + properties.map { "<code>\(HTML.escape($0.name))</code>" }.joined(separator: ", ")
        }
    }

    private static func words(_ range: ClosedRange<Int>) -> String {
        range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
    }

    private static func words(_ rules: TextRules) -> String {
        if rules.format == "uuid" { return "id" }
        if rules.format == "date-time" { return "time" }
        return "text" + (rules.length.map { ", \(words($0)) characters" } ?? "")
    }

    /// The members of an object, or of each of several.
    var members: [Property] {
        switch form {
        case .object(let properties, _): properties
        case .alternatives(let schemas): schemas.flatMap(\.members)
        default: []
        }
    }
}
