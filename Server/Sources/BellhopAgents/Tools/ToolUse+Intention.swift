import BellhopModel

extension ToolUse {
    /// What the agent wants to do, to follow "Claude wants to …". One short line, fit to be shown.
    var intention: String {
        switch kind {
        case .shell: (name == "Bash" ? "run Bash" : "run a command") + inBackground
        case .patch: "apply a patch"
        case .write: "write \(shownFile)"
        case .edit, .notebook: "edit \(shownFile)"
        case .read: "read \(shownFile)"
        case .fetch: "fetch \(host.map { DisplayText.line($0, characters: 80) } ?? "a page")"
        case .search: "search the web"
        case .subagent: "start a subagent" + inBackground
        case .find, .list, .other:
            if let mcp {
                "use \(DisplayText.line(mcp.tool, characters: 60)) of \(DisplayText.line(mcp.server, characters: 60))"
            } else {
                "use \(DisplayText.line(name, characters: 80))"
            }
        }
    }

    /// Empty where it is waited for.
    var inBackground: String {
        Self.backgroundFields.contains { input[$0]?.lenientFlag == true } ? " in the background" : ""
    }

    private var shownFile: String { fileName.map { DisplayText.line($0, characters: 80) } ?? "a file" }

    /// The host of the page to fetch, as it stands between the scheme and the path.
    private var host: String? {
        guard let url = text("url"), let scheme = url.firstRange(of: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return host.isEmpty ? nil : String(host)
    }
}
