import ArgumentParser
import BellhopClient
import BellhopFoundation
import BellhopTerminal

/// The settings of `bellhop serve` from its command line, the environment and the server file, in this order of precedence.
///
/// The settings become one argument list, which ArgumentParser parses. A list comes from one source as a whole.
struct ServerSettings: Sendable {
    /// The source of a setting.
    enum Origin: Hashable, Sendable {
        case variable(String)
        case file(String, lines: [Int])
    }

    struct Setting: Hashable, Sendable {
        let key: SettingKey
        let values: [String]
        let origin: Origin
    }

    /// The path of the server file in use.
    let file: String?
    /// The settings from the environment and the file that the command line does not override.
    private(set) var settings: [Setting] = []
    /// One sentence for each invalid setting.
    private(set) var problems: [String] = []
    private let commandLine: [String]

    /// Reads the sources.
    ///
    /// - Parameters:
    ///   - commandLine: the arguments after `bellhop serve`.
    ///   - systemFile: the server file to use when no other is named and the data folder has none.
    init(
        keys: [SettingKey], commandLine: [String], environment: [String: String],
        systemFile: String = ServerFile.system
    ) {
        self.commandLine = commandLine
        let path = Self.path(commandLine: commandLine, environment: environment, systemFile: systemFile)
        file = path
        var entries: [String: ServerFile.Entry] = [:]
        if let path {
            do {
                let file = try ServerFile(path: path, keys: keys)
                entries = file.entries
                problems = file.problems
            } catch {
                problems = ["\(error)"]
            }
        }
        for key in keys where !key.isSet(in: commandLine) {
            if let text = environment.value(key.variable) {
                read(text, of: key)
            } else if let path, let entry = entries[key.name] {
                settings.append(
                    Setting(key: key, values: entry.values, origin: .file(path, lines: entry.lines)))
            }
        }
    }

    /// The named server file, which must exist, or the first existing one of the data folder and the machine.
    private static func path(
        commandLine: [String], environment: [String: String], systemFile: String
    ) -> String? {
        let named = SettingKey.value(of: SettingKey.file, in: commandLine)
        if let named = named ?? environment.value(SettingKey.fileVariable) { return named }
        let data = DataFolder(option: SettingKey.value(of: "data", in: commandLine), environment: environment)
        return [data.url.appending(path: ServerFile.name).path, systemFile].first(
            where: FileManager.default.fileExists(atPath:))
    }

    /// Reads an environment variable; a list is separated by commas.
    private mutating func read(_ text: String, of key: SettingKey) {
        var values =
            key.isRepeating
            ? text.split(separator: ",").map { $0.trimmed } : [text]
        if key.isFlag {
            guard let value = ["true": "true", "1": "true", "false": "false", "0": "false"][text] else {
                problems.append("\(key.variable) takes true or false.")
                return
            }
            values = [value]
        }
        settings.append(Setting(key: key, values: values, origin: .variable(key.variable)))
    }

    /// The arguments of all sources.
    ///
    /// - Throws: ``CommandFailure`` with the first problem.
    func arguments() throws -> [String] {
        // Help is printed in spite of an invalid file.
        guard !commandLine.contains(where: { ["-h", "--help", "--version"].contains($0) }) else { return commandLine }
        guard let problem = problems.first else {
            return settings.flatMap { $0.key.arguments(for: $0.values) } + commandLine
        }
        let more = problems.count > 1 ? " `bellhop config check` lists \(problems.count - 1) more." : ""
        throw CommandFailure.usage(problem + more)
    }

    /// Adds to an error the origins of the options that it names, except for those on the command line.
    ///
    /// - Returns: the error itself when it names no such option, or is a request for help.
    func naming(_ error: any Error, of command: any ParsableCommand.Type) -> any Error {
        guard !command.exitCode(for: error).isSuccess else { return error }
        let text = (error as? CommandFailure)?.description ?? command.message(for: error)
        let origins = settings.filter { setting in
            text.ranges(of: "--\(setting.key.name)").contains { range in
                text[range.upperBound...].first.map { !$0.isLetter && $0 != "-" } ?? true
            }
        }
        guard !origins.isEmpty else { return error }
        let end = text.last.map { ".!?".contains($0) } ?? false ? "" : "."
        let sentences = origins.map { " --\($0.key.name) is set by \($0.origin)." }.joined()
        return CommandFailure(
            text + end + sentences, exitCode: (error as? CommandFailure)?.exitCode ?? command.exitCode(for: error))
    }
}

extension ServerSettings.Origin: CustomStringConvertible {
    var description: String {
        switch self {
        case .variable(let name): name
        case .file(let path, let lines): lines.map { "\(path):\($0)" }.joined(separator: ", ")
        }
    }
}
