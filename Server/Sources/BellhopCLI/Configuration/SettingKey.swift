import ArgumentParser
import BellhopModel

/// An option of `bellhop serve`, which is also a key of the server file and an environment variable.
struct SettingKey: Hashable, Sendable {
    /// The name without dashes, such as `apns-key`.
    let name: String
    /// True for an option without a value on the command line; elsewhere its value is `true` or `false`.
    let isFlag: Bool
    let isRepeating: Bool
    /// The placeholder of the value.
    let valueName: String
    let defaultValue: String?
    let help: String
    /// The title above the option in the help; `nil` for general options.
    let section: String?

    /// The environment variable, such as `BELLHOP_APNS_KEY`.
    var variable: String { "BELLHOP_" + name.uppercased().replacing("-", with: "_") }

    /// True if the value is a path. In the server file, a relative one starts at the file's folder.
    var isPath: Bool { valueName == "file" || valueName == "folder" }

    /// The arguments that set the option on a command line.
    func arguments(for values: [String]) -> [String] {
        isFlag ? (values.contains("true") ? ["--\(name)"] : []) : values.map { "--\(name)=\($0)" }
    }

    /// Returns whether the arguments of a command line set the option.
    func isSet(in arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") }
    }

    /// The last value of the option `name` in the arguments of a command line.
    static func value(of name: String, in arguments: [String]) -> String? {
        let arguments = Array(arguments.prefix { $0 != "--" })
        guard let index = arguments.lastIndex(where: { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") }) else {
            return nil
        }
        if arguments[index] != "--\(name)" { return String(arguments[index].dropFirst(name.count + 3)) }
        return index + 1 < arguments.count ? arguments[index + 1] : nil
    }
}

extension SettingKey {
    /// The option that names the server file.
    static let file = "config"
    /// The environment variable that names the server file. `BELLHOP_CONFIG` is the folder of the clients' settings.
    static let fileVariable = "BELLHOP_SERVER_CONFIG"

    /// The options of a command in the order of its help, from ArgumentParser's own description, without those that
    /// concern the call itself.
    static func all(of command: any ParsableCommand.Type) throws -> [SettingKey] {
        let description = try CanonicalJSON.decode(Description.self, from: Array(command._dumpHelp().utf8))
        return (description.command.arguments ?? []).compactMap { argument in
            guard argument.kind != "positional", let name = argument.preferredName?.name,
                ![file, "help", "version"].contains(name)
            else { return nil }
            return SettingKey(
                name: name, isFlag: argument.kind == "flag", isRepeating: argument.isRepeating,
                valueName: argument.valueName ?? name, defaultValue: argument.defaultValue,
                help: argument.abstract ?? "", section: argument.sectionTitle)
        }
    }

    /// The parts in use of the JSON that `--experimental-dump-help` prints.
    private struct Description: Decodable {
        var command: Command

        struct Command: Decodable { var arguments: [Argument]? }

        struct Argument: Decodable {
            var kind: String
            var isRepeating: Bool
            var preferredName: Name?
            var valueName: String?
            var defaultValue: String?
            var abstract: String?
            var sectionTitle: String?
        }

        struct Name: Decodable { var name: String }
    }
}
