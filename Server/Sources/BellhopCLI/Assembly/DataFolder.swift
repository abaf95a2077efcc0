import BellhopClient
import BellhopModel
import BellhopTerminal
import Foundation

/// Where a server keeps everything: one folder, made so that only its owner can enter. The mode of a folder that is there
/// already is kept; the server's files in it can be read by their owner only, whatever the folder's mode.
///
///     bellhop.sqlite   the database, with -wal and -shm beside it while the server runs
///     bellhop.lock     held by the server that works here
///     admin.key        the first admin key; delete it once you keep the key elsewhere
///     agent.key        the first agent key, where the configuration file could not take it
///     phones/          the state of `bellhop phone`, a folder for each name
struct DataFolder: Sendable {
    let url: URL

    var database: URL { url.appending(path: "bellhop.sqlite") }
    var adminKey: URL { url.appending(path: "admin.key") }
    var agentKey: URL { url.appending(path: "agent.key") }

    /// `--data`, else `$BELLHOP_DATA`, else the place where the system keeps such things.
    init(option: String?, environment: [String: String]) {
        if let path = option ?? environment.value("BELLHOP_DATA"), !path.isEmpty {
            url = URL(filePath: path, directoryHint: .isDirectory)
        } else {
            #if os(macOS)
            url = URL.applicationSupportDirectory.appending(path: "Bellhop", directoryHint: .isDirectory)
            #else
            let home = environment["HOME"].map { URL(filePath: $0, directoryHint: .isDirectory) } ?? URL.homeDirectory
            let share = environment["XDG_DATA_HOME"].flatMap {
                $0.isEmpty ? nil : URL(filePath: $0, directoryHint: .isDirectory)
            }
            url = (share ?? home.appending(path: ".local/share")).appending(
                path: "bellhop", directoryHint: .isDirectory)
            #endif
        }
    }

    /// Makes the folder (0700) if it is not there.
    ///
    /// - Parameters:
    ///   - name: what to call it.
    ///   - option: with which another can be chosen.
    /// - Throws: ``CommandFailure`` in one sentence.
    func prepare(as name: String = "data folder", option: String = "--data") throws {
        do throws(PrivateFolder.Failure) {
            try PrivateFolder(path: url.path).make()
        } catch {
            throw CommandFailure("The \(name) \(url.path) cannot be made: \(error). Choose another with \(option).")
        }
        guard FileManager.default.isWritableFile(atPath: url.path) else {
            throw CommandFailure(
                "The \(name) \(url.path) is not writable: change its owner or choose another with \(option).")
        }
    }

    /// Writes a file that only its owner can read, also where another one was there before.
    func write(_ text: String, to file: URL) throws { try PrivateFile(path: file.path).write(Array(text.utf8)) }

    /// The admin key of this folder's server, unless another server is called: a key goes to nobody but whose it is.
    ///
    /// - Parameter url: an address that was named, which wins over that of the settings.
    func adminKey(for settings: ClientSettings, elsewhere url: String?) -> Secret? {
        isServer(of: settings, elsewhere: url) ? readAdminKey() : nil
    }

    /// Whether the server that is called may be this folder's.
    func isServer(of settings: ClientSettings, elsewhere url: String?) -> Bool {
        let address = (url ?? settings.url).flatMap { try? ServerAddress($0) }
        let isOwn = url == nil && settings.dataFolder == self.url.path
        return isOwn || address?.isLoopback ?? true
    }

    /// The admin key that the first start wrote down; `nil` when it was deleted, or belongs to somebody else.
    func readAdminKey() -> Secret? {
        guard let text = try? String(contentsOf: adminKey, encoding: .utf8) else { return nil }
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return key.isEmpty ? nil : Secret(key)
    }
}
