import BellhopModel

/// OpenCode's plugin: a file that setup writes as a whole.
struct OpenCodePluginFile: SettingsEditor, Hashable {
    /// The path of the tool.
    let program: String
    /// The configuration folder for the plugin's hooks; `nil` leaves it to their environment.
    var config: String?

    /// The line of the plugin that names the tool.
    private static let placeholder = #"const bellhop = "bellhop""#
    private static let configPlaceholder = #"const config = """#
    /// The beginning of the first line in every version of the plugin.
    private static let mark = "// Bellhop for OpenCode"

    /// The plugin's source with program and configuration folder filled in.
    var text: String {
        let name = (try? CanonicalJSON.text(program)) ?? "\"bellhop\""
        let folder = (try? CanonicalJSON.text(config ?? "")) ?? "\"\""
        return OpenCodePlugin.source
            .replacing(Self.placeholder, with: "const bellhop = \(name)", maxReplacements: 1)
            .replacing(Self.configPlaceholder, with: "const config = \(folder)", maxReplacements: 1)
    }

    func installed(in original: [UInt8]?) throws(SettingsRefusal) -> [UInt8] {
        guard original.map({ JSONText.isBlank($0) || isPresent(in: $0) }) ?? true else {
            throw SettingsRefusal(
                problem: "is a plugin that Bellhop did not write",
                remedy: "Move it away and run this again, or copy Integrations/opencode/bellhop.js beside it yourself.")
        }
        return Array(text.utf8)
    }

    func updated(in current: [UInt8]) throws(SettingsRefusal) -> [UInt8] { try installed(in: current) }

    func removed(from current: [UInt8], original: OriginalFile) throws(SettingsRefusal) -> [UInt8]? {
        isPresent(in: current) ? nil : current
    }

    func isPresent(in current: [UInt8]) -> Bool { current.starts(with: Self.mark.utf8) }

    func manualInstallation(in current: [UInt8]) throws(SettingsRefusal) -> String? { nil }

    /// The program that an installed plugin runs; `nil` when it names none.
    static func program(in current: [UInt8]) -> String? { constant("bellhop", in: current) }

    /// The configuration folder that an installed plugin names; `nil` when it names none.
    static func config(in current: [UInt8]) -> String? {
        constant("config", in: current).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func constant(_ name: String, in current: [UInt8]) -> String? {
        let opening = "const \(name) = "
        let line = String(decoding: current, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(opening) }
        return line.flatMap { try? CanonicalJSON.decode(String.self, from: $0.dropFirst(opening.count).utf8) }
    }
}
