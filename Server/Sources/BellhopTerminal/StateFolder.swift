import BellhopClient
package import BellhopFoundation

/// Where the tool keeps what it must remember from one run to the next and can do without: `bellhop` below
/// `XDG_STATE_HOME`, else below `~/.local/state`.
package struct StateFolder: Sendable {
    package let url: URL

    package init(url: URL) { self.url = url }

    package init(environment: [String: String]) {
        let home =
            environment.value("HOME").map { URL(filePath: $0, directoryHint: .isDirectory) } ?? URL.homeDirectory
        // A relative one is not to be used (XDG Base Directory Specification).
        let state = environment.value("XDG_STATE_HOME").flatMap {
            $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil
        }
        url = (state ?? home.appending(path: ".local/state")).appending(path: "bellhop", directoryHint: .isDirectory)
    }
}

/// What this machine is called.
package enum HostName {
    /// The system's own answer, without asking the network as Foundation does. `nil` when it has none.
    package static var current: String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.isEmpty ? nil : name
    }
}
