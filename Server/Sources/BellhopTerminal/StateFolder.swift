import BellhopClient
package import BellhopFoundation

/// The folder for state that is kept between runs and may be lost: `bellhop` below `XDG_STATE_HOME`, or below `~/.local/state`.
package struct StateFolder: Sendable {
    package let url: URL

    package init(url: URL) { self.url = url }

    package init(environment: [String: String]) {
        let home =
            environment.value("HOME").map { URL(filePath: $0, directoryHint: .isDirectory) } ?? URL.homeDirectory
        // Relative paths are invalid (XDG Base Directory Specification).
        let state = environment.value("XDG_STATE_HOME").flatMap {
            $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil
        }
        url = (state ?? home.appending(path: ".local/state")).appending(path: "bellhop", directoryHint: .isDirectory)
    }
}

/// The name of this machine.
package enum HostName {
    /// The system's host name, without a network request as in Foundation; `nil` when it has none.
    package static var current: String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.isEmpty ? nil : name
    }
}
