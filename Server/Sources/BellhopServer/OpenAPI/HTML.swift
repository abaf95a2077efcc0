/// Helpers for HTML text.
enum HTML {
    /// Escapes text for HTML content and quoted attributes.
    static func escape(_ text: some StringProtocol) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// The description's Markdown, of which it uses code spans alone.
    static func markdown(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
            index.isMultiple(of: 2) ? escape(part) : "<code>\(escape(part))</code>"
        }.joined()
    }

    /// A code sample, which the page's script gives a copy button.
    ///
    /// - Parameters:
    ///   - name: the accessible name.
    ///   - code: HTML.
    static func sample(_ name: String, _ code: String) -> String {
        "<div class=\"sample\"><pre tabindex=\"0\" role=\"group\" aria-label=\"\(name)\"><code>\(code)</code></pre></div>"
    }

    static func table(_ caption: String, _ columns: [String], _ rows: [[String]]) -> String {
        guard !rows.isEmpty else { return "" }
        let head = columns.map { "<th scope=\"col\">\($0)</th>" }.joined()
        let body = rows.map { row in
            "<tr><th scope=\"row\">\(row[0])</th>" + row.dropFirst().map { "<td>\($0)</td>" }.joined() + "</tr>"
        }.joined(separator: "\n")
        return """
            <div class="table"><table><caption>\(caption)</caption>
            <thead><tr>\(head)</tr></thead>
            <tbody>\(body)</tbody></table></div>
            """
    }
}

extension Schema {
    /// The schema in words, as HTML; a component's name links to its table.
    var words: String {
        switch form {
        case .anything: "any value"
        case .number(let range): "number" + (range.map { ", \($0.lowerBound) to \($0.upperBound)" } ?? "")
        case .boolean: "boolean"
        case .named(let name): "<a href=\"#\(HTML.escape(name))\">\(HTML.escape(name))</a>"
        case .list(let item, _, let limit): "array of \(item.words)" + (limit.map { ", at most \($0)" } ?? "")
        case .choice(let texts): texts.map { "<code>\(HTML.escape($0))</code>" }.joined(separator: " or ")
        case .integer(let range): "integer" + (range.map { ", \(Self.words($0))" } ?? "")
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
        switch rules.content {
        case .uuid: "UUID"
        case .dateTime: "RFC 3339 time"
        default:
            "string" + (rules.length.map { ", \(words($0)) \(rules.unit == .bytes ? "bytes" : "characters")" } ?? "")
        }
    }
}
