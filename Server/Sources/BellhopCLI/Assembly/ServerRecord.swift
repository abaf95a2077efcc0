import BellhopClient
import BellhopCore
import BellhopModel
import BellhopServer
import Foundation

/// What a server writes down on its own machine: its first keys, and where the other commands find it.
struct ServerRecord: Sendable {
    let folder: DataFolder
    let settings: SettingsFile

    /// Writes the admin key into the data folder, and the agent key into the configuration file, or beside the admin key
    /// where that file names another server or cannot be written.
    func keep(_ keys: FirstKeys) throws {
        try folder.write(keys.admin.reveal() + "\n", to: folder.adminKey)
        do {
            var known = try settings.load()
            // A key that this folder's server made before is good no longer: it has none yet.
            if known.key == nil || known.dataFolder == folder.url.path {
                known.key = keys.agent
                known.dataFolder = folder.url.path
                return try settings.save(known)
            }
        } catch {
            // Said by `note`, which meets the same problem.
        }
        try folder.write(keys.agent.reveal() + "\n", to: folder.agentKey)
    }

    /// Where the admin key lies, and what to do with it; said at every start until it is gone, for the first start may end
    /// before it has said anything.
    var adminKeyNote: String? {
        folder.readAdminKey().map { _ in "\(folder.adminKey.path)  (keep it elsewhere and delete the file)" }
    }

    /// Notes where the server listens, unless the configuration file names another one.
    ///
    /// - Returns: what to say about that file.
    func note(url: String, phonePort: Int?) -> String {
        let elsewhere =
            FileManager.default.fileExists(atPath: folder.agentKey.path)
            ? "; the first agent key is in \(folder.agentKey.path)" : ""
        do {
            var known = try settings.load()
            guard known.dataFolder == folder.url.path || known.dataFolder == nil && known.url == nil else {
                let other = known.url ?? known.dataFolder ?? "elsewhere"
                return "\(settings.path) names another server (\(other)) and stays as it is: reach this one with "
                    + "--url \(url)\(elsewhere)"
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
