import BellhopClient
import BellhopCore
import BellhopFoundation
import BellhopModel
import BellhopServer

/// The files that a server writes for the other commands on its machine: its first keys and its address.
struct ServerRecord: Sendable {
    let folder: DataFolder
    let settings: SettingsFile

    /// Writes the admin key to the data folder, and the agent key to the configuration file, or to the data folder when
    /// that file is for another server or cannot be written.
    func store(_ keys: FirstKeys) throws {
        try folder.write(keys.admin.reveal() + "\n", to: folder.adminKey)
        do {
            var known = try settings.load()
            // A key in the file from this data folder belongs to an earlier database and is no longer valid.
            if known.key == nil || known.dataFolder == folder.url.path {
                known.key = keys.agent
                known.dataFolder = folder.url.path
                return try settings.save(known)
            }
        } catch {
            // `recordAddress` reports the same problem.
        }
        try folder.write(keys.agent.reveal() + "\n", to: folder.agentKey)
    }

    /// The path of the admin key with advice. Printed at every start while the file exists, because the first start may end
    /// before it prints anything.
    var adminKeyHint: String? {
        folder.readAdminKey().map { _ in "\(folder.adminKey.path)  (store it elsewhere and delete the file)" }
    }

    /// Writes the server's address to the configuration file, unless the file is for another server.
    ///
    /// - Returns: the text about that file for the start message.
    func recordAddress(url: String, phonePort: Int?) -> String {
        let elsewhere =
            FileManager.default.fileExists(atPath: folder.agentKey.path)
            ? "; the first agent key is in \(folder.agentKey.path)" : ""
        do {
            var known = try settings.load()
            guard known.dataFolder == folder.url.path || known.dataFolder == nil && known.url == nil else {
                let other = known.url ?? known.dataFolder ?? "elsewhere"
                return
                    "\(settings.path) is for another server (\(other)) and was not changed: use --url \(url) for this one"
                    + elsewhere
            }
            known.dataFolder = folder.url.path
            known.url = url
            known.simulator = phonePort.map { .init(phonePort: $0) }
            try settings.save(known)
            return settings.path
        } catch {
            let reason = "\(error)"
            return "not written: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)\(elsewhere)"
        }
    }
}
