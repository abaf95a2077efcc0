import ArgumentParser
import BellhopModel
import BellhopTerminal

/// `--json`, and the output that it selects.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    /// Prints a value as JSON, or as lines of text.
    func show(_ value: some Encodable, _ lines: String...) throws { try show(value, lines: lines) }

    func show(_ value: some Encodable, lines: [String]) throws {
        if json { return try Output.json(value) }
        for line in lines { Output.line(line) }
    }

    /// Prints a list as JSON, or one line for each element.
    ///
    /// - Parameter none: the remark on standard error for an empty list.
    func show<Element: Encodable>(_ list: [Element], none: String, line: (Element) -> String) throws {
        if json { return try Output.json(list) }
        Output.list(list.map(line), none: none)
    }
}

/// `--limit` of commands that list a page.
struct LimitOptions: ParsableArguments {
    @Option(help: "The maximum number of entries, 1 to 200.")
    var limit = 50

    func validate() throws { try ArgumentRange.check(limit, in: APILimits.page, "--limit") }
}
