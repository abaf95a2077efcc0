import BellhopTerminal

/// The annotated sample of a server file, with every setting as a comment.
enum ServerSample {
    static func text(of keys: [SettingKey]) -> String {
        var lines = [
            "# Settings of `bellhop serve`, as printed by `bellhop config sample`. Remove the # before a setting to use it.",
            "#",
            "# Options on the command line and environment variables, such as BELLHOP_PORT for port, take precedence.",
            "# A relative path starts at the folder of this file. A list is one line for each value.",
        ]
        var section: String?
        for key in keys {
            if let title = key.section, title != section {
                section = title
                lines += ["", "### \(title)"]
            }
            lines.append("")
            // Other options are named as keys, without dashes.
            lines += StyledText(key.help.replacing("--", with: "")).wrapped(to: width).map { "# " + $0.plain }
            lines.append("#\(key.name) = \(key.defaultValue ?? placeholder(of: key))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The maximum length of a line of help.
    private static let width = 100

    private static func placeholder(of key: SettingKey) -> String {
        key.isFlag ? "false" : key.valueName.uppercased()
    }
}

extension StyledText {
    /// The text without styles and without spaces at the end.
    fileprivate var plain: String {
        String(runs.map(\.text).joined().reversed().drop { $0 == " " }.reversed())
    }
}
