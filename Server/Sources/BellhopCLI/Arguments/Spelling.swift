/// Words that were mistyped.
enum Spelling {
    /// The word of `words` that `text` is a slip away from: one letter, or a pair that changed places, and two of them in a
    /// word of five letters or more.
    static func nearest(to text: String, in words: [String]) -> String? {
        let limit = text.count < 5 ? 1 : 2
        let candidates = words.map { (word: $0, distance: distance(text, $0)) }.filter { $0.distance <= limit }
        return candidates.min { $0.distance < $1.distance }?.word
    }

    /// How many letters are put in, left out, exchanged or swapped with their neighbour (optimal string alignment).
    static func distance(_ first: String, _ second: String) -> Int {
        let (a, b) = (Array(first), Array(second))
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
