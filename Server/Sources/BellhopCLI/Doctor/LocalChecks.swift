import BellhopClient
import BellhopModel
import Foundation

/// What can be seen on this machine alone.
struct LocalChecks {
    let settings: SettingsFile
    let folder: DataFolder
    var trustFile = TrustFile.system
    /// A configuration below it came with a project.
    var project: String?
    /// Below so many bytes the database may not be able to grow for long.
    static let scarceSpace: Int64 = 512 << 20

    func findings() -> [Finding] { [configuration()] + trust() + data() }

    private func configuration() -> Finding {
        let subject = "configuration"
        if let problem = settings.problem {
            return .failure(
                subject, "\(settings.path) is not used: \(problem) Hooks do nothing, and gates deny",
                do: "Take the variable out of the environment, or out of the project's settings.")
        }
        if let project, settings.path.hasPrefix(project + "/"), !settings.path.hasPrefix(project + "/.config/bellhop/")
        {
            return .warning(
                subject, "\(settings.path) lies in the folder that this runs in: a variable has redirected it there",
                do: "Take BELLHOP_CONFIG, XDG_CONFIG_HOME and HOME out of the project's settings.")
        }
        guard FileManager.default.fileExists(atPath: settings.path) else {
            return .skipped(
                subject,
                "there is no \(settings.path): addresses and keys come from flags or BELLHOP_URL and BELLHOP_KEY")
        }
        do {
            _ = try settings.load()
        } catch {
            return .failure(subject, "\(error)", do: "Mend the file, or delete it and pair again.")
        }
        if Self.othersMayRead(settings.path) {
            return .warning(
                subject, "other users of this machine can read \(settings.path), which holds keys",
                do: "chmod 600 \(settings.path)")
        }
        return .ok(subject, "\(settings.path) is readable, and by its owner only")
    }

    /// Whether the administrator has fixed the server and the devices.
    private func trust() -> [Finding] {
        let subject = "trust file"
        do {
            guard let fixed = try trustFile.load() else { return [] }
            return [
                .ok(
                    subject,
                    "\(trustFile.path) is in force: \(fixed.url ?? ""), \(fixed.devices.count) pinned devices; no "
                        + "configuration, variable or option names others")
            ]
        } catch {
            return [
                .failure(subject, "\(error) Hooks do nothing, and gates deny", do: "Mend it as root, or remove it.")
            ]
        }
    }

    private func data() -> [Finding] {
        let subject = "data folder"
        let path = folder.url.path
        guard FileManager.default.fileExists(atPath: folder.database.path) else {
            return [.skipped(subject, "no server has worked in \(path) on this machine")]
        }
        var findings: [Finding] = []
        if !FileManager.default.isWritableFile(atPath: path) {
            findings.append(
                .failure(subject, "\(path) is not writable", do: "Give it to the user that runs the server (chown)."))
        } else if Self.othersMayRead(folder.database.path) {
            findings.append(
                .failure(
                    subject, "other users of this machine can read the database",
                    do: "chmod 600 \(folder.database.path)*"))
        } else {
            findings.append(.ok(subject, "\(path) is writable, and its database is readable by its owner only"))
        }
        if let space = try? URL(filePath: path).resourceValues(forKeys: [.volumeAvailableCapacityKey])
            .volumeAvailableCapacity
        {
            findings.append(Self.space(Int64(space), in: path))
        }
        return findings
    }

    static func space(_ bytes: Int64, in path: String) -> Finding {
        let words = "\(bytes >> 20) MiB are free where \(path) is"
        return bytes >= scarceSpace
            ? .ok("disk", words) : .warning("disk", words, do: "Free some: a full disk refuses new asks.")
    }

    private static func othersMayRead(_ path: String) -> Bool {
        let mode = (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
        return mode.map { $0 & 0o077 != 0 } ?? false
    }
}
