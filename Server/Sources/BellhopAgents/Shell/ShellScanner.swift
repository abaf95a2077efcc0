/// Scans a shell line in one pass.
///
/// Not a parser: quoted text is scanned like the rest, because it may be a program itself (`bash -c "…"`). It may find a command
/// where there is none, but misses none that is written in plain words.
struct ShellScanner {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var commands: [ShellCommand] = []
    private var command = ShellCommand(connector: .sequence)
    private var word = String.UnicodeScalarView()
    private var isTarget = false
    private var isInBackticks = false
    private var braces = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func run() -> [ShellCommand] {
        while index < scalars.count { scan() }
        endCommand(.sequence)
        return commands
    }

    private mutating func scan() {
        let scalar = scalars[index]
        index += 1
        switch scalar {
        case "\\": scanEscape()
        case "'", "\"": break
        case "$": scanExpansion()
        case ">": scanRedirection()
        case "<": endWord()
        case ";", "\n": endCommand(.sequence)
        // `&>` is a redirection.
        case "&": if next != ">" { endCommand(.sequence) }
        case "|":
            let isOr = skip { $0 == "|" } > 0
            // `|&` pipes errors too.
            if !isOr, next == "&" { index += 1 }
            endCommand(isOr ? .sequence : .pipe)
        case "(": endCommand(.substitution)
        case ")": endCommand(.close)
        case "`":
            endCommand(isInBackticks ? .close : .substitution)
            isInBackticks.toggle()
        case "{":
            braces += 1
            endWord()
        case "}":
            braces = max(0, braces - 1)
            endWord()
        case "," where braces > 0: endWord()
        default: if scalar.properties.isWhitespace { endWord() } else { word.append(scalar) }
        }
    }

    /// An escaped line break is ignored; any other escaped character is literal.
    private mutating func scanEscape() {
        guard let next else { return }
        index += 1
        if next == "\r", self.next == "\n" { index += 1 } else if next != "\n" { word.append(next) }
    }

    /// `$HOME` and `${HOME}` become `$HOME`; `$IFS` is white space; usually empty parameters, such as `$9`, are omitted.
    private mutating func scanExpansion() {
        guard let next else { return }
        if "0"..."9" ~= next || "@*#?!-".unicodeScalars.contains(next) {
            index += 1
            return
        }
        guard next == "{" || Self.isOfName(next) else { return }
        let isBraced = next == "{"
        if isBraced { index += 1 }
        let start = index
        skip(Self.isOfName)
        let name = scalars[start..<index]
        let isWhole = !isBraced || self.next == "}"
        if String(String.UnicodeScalarView(name)) == "IFS" {
            endWord()
        } else if !name.isEmpty {
            word.append("$")
            word.append(contentsOf: name)
        }
        guard isBraced else { return }
        if isWhole {
            index += 1
        } else {
            // `${x:-rm}` may run its default.
            braces += 1
            endWord()
            skip { ":-=+?#%/^!@*".unicodeScalars.contains($0) }
        }
    }

    /// A redirection into a file, but not `2>&1` or `>(…)`.
    private mutating func scanRedirection() {
        if word.allSatisfy({ "0"..."9" ~= $0 }) { word = String.UnicodeScalarView() }
        endWord()
        skip { $0 == ">" || $0 == "|" }
        if next == "&" {
            index += 1
            if skip({ "0"..."9" ~= $0 || $0 == "-" }) > 0 { return }
        }
        skip { $0 == " " || $0 == "\t" }
        isTarget = next != "("
    }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    @discardableResult
    private mutating func skip(_ isPart: (Unicode.Scalar) -> Bool) -> Int {
        let start = index
        while index < scalars.count, isPart(scalars[index]) { index += 1 }
        return index - start
    }

    private mutating func endWord() {
        guard !word.isEmpty else { return }
        if isTarget { command.targets.append(String(word)) } else { command.append(String(word)) }
        isTarget = false
        word = String.UnicodeScalarView()
    }

    private mutating func endCommand(_ connector: ShellCommand.Connector) {
        endWord()
        isTarget = false
        if command.isEmpty {
            command.connector = max(command.connector, connector)
        } else {
            commands.append(command)
            command = ShellCommand(connector: connector)
        }
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || "0"..."9" ~= scalar || "a"..."z" ~= scalar || "A"..."Z" ~= scalar
    }
}
