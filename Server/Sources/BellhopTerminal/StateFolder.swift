package import Foundation

/// Where the tool keeps what it must remember from one run to the next and can do without: `bellhop` below
/// `XDG_STATE_HOME`, else below `~/.local/state`.
package struct StateFolder: Sendable {
    package let url: URL

    package init(url: URL) { self.url = url }

    package init(environment: [String: String]) {
        let home = environment["HOME"].map { URL(filePath: $0, directoryHint: .isDirectory) } ?? URL.homeDirectory
        let state = environment["XDG_STATE_HOME"].flatMap {
            $0.isEmpty ? nil : URL(filePath: $0, directoryHint: .isDirectory)
        }
        url = (state ?? home.appending(path: ".local/state")).appending(path: "bellhop", directoryHint: .isDirectory)
    }
}
