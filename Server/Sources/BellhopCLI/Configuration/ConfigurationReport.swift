import BellhopFoundation
import BellhopTerminal

/// The effective configuration of `bellhop serve` with the origin of each setting, and every problem.
struct ConfigurationReport: Encodable {
    struct Row: Encodable, Equatable {
        var key: String
        var values: [String]
        var origin: String
    }

    /// The server file in use.
    var file: String?
    var settings: [Row]
    var problems: [String]

    /// - Parameter folder: the data folder in use.
    init(_ settings: ServerSettings, keys: [SettingKey], folder: DataFolder, problems: [String]) {
        file = settings.file
        self.problems = problems
        self.settings = keys.compactMap { key in
            if let setting = settings.settings.first(where: { $0.key == key }) {
                return Row(key: key.name, values: setting.values, origin: "\(setting.origin)")
            }
            let value = key.name == "data" ? folder.url.path : key.defaultValue ?? (key.isFlag ? "false" : nil)
            return value.map { Row(key: key.name, values: [$0], origin: "default") }
        }
    }

    /// The report as text.
    var lines: [String] {
        let width = settings.map(\.key.count).max() ?? 0
        let rows = settings.flatMap { row in
            row.values.map { value in
                "\(row.key.padding(to: width)) = \(value)  (\(row.origin))"
            }
        }
        return ["server file: \(file ?? "none")"] + rows + problems.map { "problem: \($0)" }
    }
}
