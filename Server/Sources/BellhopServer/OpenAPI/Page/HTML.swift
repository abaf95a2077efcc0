/// Text on its way into HTML.
enum HTML {
    /// With the characters that mean something in HTML written as references, so that it may stand in text and in
    /// quoted attributes.
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
