import BellhopAgents
import BellhopClient
import BellhopFoundation
import BellhopModel
import BellhopSimulators
import BellhopTerminal

/// Checks of the files on this machine.
struct LocalChecks {
    let settings: SettingsFile
    let folder: DataFolder
    var trustFile = TrustFile.system
    /// The root of the repository in the working directory; a configuration below it came with a project.
    var project: String?
    /// The free space, in bytes, below which the disk is reported as nearly full.
    static let lowSpaceLimit: Int64 = 512 << 20

    func findings() -> [Finding] { [configuration()] + trust() + data() }

    private func configuration() -> Finding {
        let subject = "configuration"
        if let problem = settings.problem {
            return .failure(
                subject, "\(settings.path) is not used: \(problem) Hooks do nothing, and gates deny",
                do: "Remove the variable from the environment, or from the project's settings.")
        }
        if let project, settings.path.hasPrefix(project + "/"), !settings.path.hasPrefix(project + "/.config/bellhop/")
        {
            return .warning(
                subject,
                "\(settings.path) is in the working directory: an environment variable has redirected it there",
                do: "Remove BELLHOP_CONFIG, XDG_CONFIG_HOME and HOME from the project's settings.")
        }
        guard FileManager.default.fileExists(atPath: settings.path) else {
            return .skipped(
                subject,
                "there is no \(settings.path): address and key come from options, or from BELLHOP_URL and BELLHOP_KEY")
        }
        do {
            _ = try settings.load()
        } catch {
            return .failure(subject, "\(error)", do: "Correct the file, or delete it and pair again.")
        }
        if Self.othersMayRead(settings.path) {
            return .warning(
                subject, "other users of this machine can read \(settings.path), which holds keys",
                do: "chmod 600 \(settings.path)")
        }
        return .ok(subject, "\(settings.path) is readable by its owner only")
    }

    /// Checks the administrator's file that pins the server and the devices.
    private func trust() -> [Finding] {
        let subject = "trust file"
        do {
            guard let trust = try trustFile.load() else { return [] }
            return [
                .ok(
                    subject,
                    "\(trustFile.path) is in effect: \(trust.url ?? ""), \(trust.devices.count) pinned devices; it overrides "
                        + "the configuration, variables and options")
            ]
        } catch {
            return [
                .failure(subject, "\(error) Hooks do nothing, and gates deny", do: "Correct it as root, or remove it.")
            ]
        }
    }

    private func data() -> [Finding] {
        let subject = "data folder"
        let path = folder.url.path
        guard FileManager.default.fileExists(atPath: folder.database.path) else {
            return [.skipped(subject, "no server has used \(path) on this machine")]
        }
        var findings: [Finding] = []
        if !FileManager.default.isWritableFile(atPath: path) {
            findings.append(
                .failure(
                    subject, "\(path) is not writable", do: "Change its owner to the user that runs the server (chown)."
                ))
        } else if Self.othersMayRead(folder.database.path) {
            findings.append(
                .failure(
                    subject, "other users of this machine can read the database",
                    do: "chmod 600 \(folder.database.path)*"))
        } else {
            findings.append(.ok(subject, "\(path) is writable, and its database is readable by its owner only"))
        }
        var volume = statvfs()
        if statvfs(path, &volume) == 0 {
            findings.append(Self.space(Int64(volume.f_bavail) * Int64(volume.f_frsize), in: path))
        }
        return findings
    }

    static func space(_ bytes: Int64, in path: String) -> Finding {
        let text = "\(bytes >> 20) MiB are free on the disk of \(path)"
        return bytes >= lowSpaceLimit
            ? .ok("disk", text)
            : .warning("disk", text, do: "Free space: with a full disk the server refuses new asks.")
    }

    private static func othersMayRead(_ path: String) -> Bool {
        Descriptor.status(of: path).map { $0.st_mode & 0o077 != 0 } ?? false
    }
}

/// Runs one ask in this process: an agent's hook, a server, a simulated APNs, and a phone that approves.
struct RoundTripCheck {
    /// The configured server does not answer; then the check is skipped, because a simulated success would mislead.
    var isServerUnreachable = false

    func finding() async -> Finding {
        let subject = "round trip"
        if isServerUnreachable { return .skipped(subject, "the server does not answer") }
        let remedy = "Report this with the output of `bellhop demo`."
        do {
            let input = Array(DemoPayload.permissionRequest(of: .claude).utf8)
            let report = try await Demo(agent: .claude, input: input, wait: .seconds(20)) { phone, _, _, timeline in
                let shown = await phone.screen(within: .seconds(10)) { !$0.notifications.isEmpty }
                guard shown != nil, await phone.press(.approve) == .needsUnlock else { return }
                timeline.record(.answered(.approve, on: phone.name))
                await phone.unlock()
            }.run()
            guard report.state == .approved, let end = report.timeline.last else {
                let state = report.state?.rawValue ?? "never stored"
                return .failure(subject, "the simulated phone approved, but the ask is \(state)", do: remedy)
            }
            return .ok(
                subject,
                "simulated in this process, without your server: an ask reached a phone and was answered in "
                    + ShortDuration.text(milliseconds: end.ms))
        } catch {
            return .failure(subject, "ended early: \(error)", do: remedy)
        }
    }
}

extension [Finding] {
    /// A server is configured and does not answer.
    var isServerUnreachable: Bool { contains { $0.subject == "server" && $0.status == .failure } }
}
