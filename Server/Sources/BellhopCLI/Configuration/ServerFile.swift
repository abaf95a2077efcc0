import BellhopClient
import BellhopFoundation
import BellhopTerminal

/// A server file: one `key = value` per line, with the options of `bellhop serve` as keys.
///
/// Blank lines are ignored, and `#` begins a comment at the start of a line or after a space. A list is written as several
/// lines with the same key.
struct ServerFile: Sendable {
    /// The values of one key with the line of each.
    struct Entry: Hashable, Sendable {
        var values: [String]
        var lines: [Int]
    }

    /// The file's name in the data folder.
    static let name = "server.conf"
    /// The file of the machine, used when the data folder has none.
    static let system = "/etc/bellhop/server.conf"
    /// The maximum size, in bytes.
    static let limit = 1 << 16

    let path: String
    private(set) var entries: [String: Entry] = [:]
    /// One sentence for each invalid line.
    private(set) var problems: [String] = []

    /// Reads the file.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read, is not UTF-8, is too large, or other users can write it.
    init(path: String, keys: [SettingKey]) throws {
        let text = try InputFile.text(of: path, limit: Self.limit) { file in
            guard !PrivateFile.isWritableByOthers(file) else {
                throw CommandFailure.usage("\(path) can be written by other users: run `chmod go-w` for it.")
            }
        }
        self.init(path: path, text: text, keys: keys)
    }

    init(path: String, text: String, keys: [SettingKey]) {
        self.path = path
        let known = Dictionary(keys.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        // Windows editors begin a file with a byte order mark.
        let lines = (text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...])
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.trimmed
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            do throws(Problem) {
                try read(line, number: index + 1, known: known)
            } catch {
                problems.append("\(path):\(index + 1): \(error.sentence)")
            }
        }
    }

    private struct Problem: Error { let sentence: String }

    private mutating func read(_ line: String, number: Int, known: [String: SettingKey]) throws(Problem) {
        guard let sign = line.firstIndex(of: "=") else {
            throw Problem(sentence: "\(line.prefix(40).debugDescription) is not of the form `key = value`.")
        }
        let name = line[..<sign].trimmed
        guard let key = known[name] else {
            let hint = Spelling.nearest(to: name, in: known.keys.sorted()).map { " Did you mean \($0)?" } ?? ""
            throw Problem(
                sentence: "There is no setting \(name.prefix(40).debugDescription).\(hint) "
                    + "`bellhop config sample` prints all settings.")
        }
        let value = Self.value(line[line.index(after: sign)...])
        guard !value.isEmpty else { throw Problem(sentence: "\(name) has no value: give one, or remove the line.") }
        guard !value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw Problem(sentence: "\(name) contains a control character.")
        }
        guard !(value.count > 1 && value.first == value.last && (value.hasPrefix("\"") || value.hasPrefix("'"))) else {
            throw Problem(sentence: "\(name) is in quotes: remove them, also from a value with spaces.")
        }
        if key.isFlag, value != "true", value != "false" {
            throw Problem(sentence: "\(name) takes true or false.")
        }
        if let first = entries[name]?.lines.first, !key.isRepeating {
            throw Problem(sentence: "\(name) is already set in line \(first): remove one of the lines.")
        }
        entries[name, default: Entry(values: [], lines: [])].values.append(key.isPath ? absolute(value) : value)
        entries[name]?.lines.append(number)
    }

    /// The text after the equals sign without a comment.
    private static func value(_ text: Substring) -> String {
        var previous: Character = " "
        let value = text.prefix { character in
            defer { previous = character }
            return !(character == "#" && previous.isWhitespace)
        }
        return value.trimmed
    }

    /// Resolves a relative path against the file's folder.
    private func absolute(_ value: String) -> String {
        value.hasPrefix("/")
            ? value : URL(filePath: path).deletingLastPathComponent().appending(path: value).path
    }
}
