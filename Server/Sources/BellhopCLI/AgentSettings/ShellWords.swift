/// Words of a POSIX shell (IEEE Std 1003.1, Shell Command Language, 2.2).
enum ShellWords {
    /// `word` as a shell reads it back; unchanged where nothing in it needs quotes.
    static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.utf8.allSatisfy(isPlain)
        return isPlain
            ? word
            : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// The words of `line`, each as it stands there: in its quotes, if it has some.
    static func split(_ line: Substring) -> [Substring] {
        var (words, start, quote, isEscaped) = ([Substring](), String.Index?.none, Character?.none, false)
        for index in line.indices {
            let character = line[index]
            if quote == nil, !isEscaped, character.isWhitespace {
                if let begin = start { words.append(line[begin..<index]) }
                start = nil
                continue
            }
            start = start ?? index
            if isEscaped {
                isEscaped = false
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\\" {
                isEscaped = true
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            }
        }
        return words + (start.map { [line[$0...]] } ?? [])
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: ","):
            true
        default: false
        }
    }
}
