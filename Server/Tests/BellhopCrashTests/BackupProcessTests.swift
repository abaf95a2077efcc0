import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@Suite("bellhop backup and restore", .serialized, .timeLimit(.minutes(10)))
struct BackupProcessTests {
    /// Starts `bellhop` for the data folder of `site`, with an empty standard input.
    private func start(_ arguments: [String], site: Site, output: Pipe = Pipe()) throws -> Process {
        let process = Process()
        process.executableURL = try ServerProcess.tool()
        process.arguments = arguments
        process.environment = [
            "HOME": site.folder.path, "BELLHOP_CONFIG": site.folder.path, "BELLHOP_DATA": site.folder.path,
        ].merging(ProcessInfo.processInfo.environment.filter { $0.key == "LD_LIBRARY_PATH" }) { own, _ in own }
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        return process
    }

    private func run(_ arguments: String..., site: Site) throws -> (status: Int32, text: String) {
        let output = Pipe()
        let process = try start(arguments, site: site, output: output)
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    private func notify(_ title: String, _ agent: API) async throws -> NotificationID {
        let sent = try #require(
            await agent.post("/v1/notifications", NotificationRequest(title: title, body: "b")))
        return try JSONDecoder().decode(UserNotification.self, from: sent.body).id
    }

    @Test("A backup of a running server is restored after its end, without a key that was revoked later")
    func roundTrip() async throws {
        try await Site.run { site in
            let file = site.folder.appending(path: "backup.sqlite").path
            let first = try ServerProcess.start(over: site)
            let admin = API(url: first.url, key: try site.adminKey)
            let created = try #require(await admin.post("/v1/keys", KeyRequest(role: .agent, label: "laptop")))
            let key = try JSONDecoder().decode(CreatedKey.self, from: created.body)
            let agent = API(url: first.url, key: key.key)
            let kept = try await notify("kept", agent)
            let backup = try run("backup", file, site: site)
            #expect(backup.status == 0, "\(backup.text)")
            #expect(backup.text.hasPrefix("\(file)  "), "\(backup.text)")
            // The other one is about the new key.
            #expect(backup.text.contains(" 2 notifications, 0 devices"), "\(backup.text)")
            #expect(try run("backup", file, site: site).text.contains("exists"))

            let lost = try await notify("lost", agent)
            let running = try run("restore", file, "--yes", site: site)
            #expect(running.status == 1 && running.text.contains("Another server is using the data folder"))
            #expect(await admin.delete("/v1/keys/\(key.record.id)") == 204)
            first.kill()

            let unconfirmed = try run("restore", file, site: site)
            #expect(unconfirmed.status == 64 && unconfirmed.text.contains("use --yes"))
            let restored = try run("restore", file, "--yes", site: site)
            #expect(restored.status == 0, "\(restored.text)")
            #expect(restored.text.contains("lost      1 notifications and 0 asks are not in the backup"))
            #expect(restored.text.contains("revoked   key \(key.record.id) (agent, laptop) stays revoked"))

            let second = try ServerProcess.start(over: site)
            let again = API(url: second.url, key: try site.adminKey)
            #expect(await again.get("/v1/notifications/\(kept)")?.status == 200)
            #expect(await again.get("/v1/notifications/\(lost)")?.status == 404)
            let revoked = await API(url: second.url, key: key.key).get("/v1/keys/current")
            #expect(revoked?.status == 401, "\(revoked?.status ?? 0)")
            second.kill()
        }
    }

    @Test("A backup that is killed leaves no file under its name, and the next one succeeds")
    func killed() async throws {
        try await Site.run { site in
            let server = try ServerProcess.start(over: site)
            server.kill()
            let file = site.folder.appending(path: "backup.sqlite").path
            // While another process holds this lock of SQLite, the backup waits with its file already created.
            let database = try FileHandle(
                forUpdating: site.folder.appending(path: "bellhop.sqlite"))
            var lock = flock(
                l_type: .init(F_WRLCK), l_whence: .init(SEEK_SET), l_start: 0x4000_0000, l_len: 512, l_pid: 0)
            #expect(fcntl(database.fileDescriptor, F_SETLK, &lock) == 0)
            let process = try start(["backup", file], site: site)
            while !FileManager.default.fileExists(atPath: file + ".partial") { await Task.yield() }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            try database.close()
            #expect(!FileManager.default.fileExists(atPath: file))
            #expect(FileManager.default.fileExists(atPath: file + ".partial"))
            let next = try run("backup", file, site: site)
            #expect(next.status == 0, "\(next.text)")
            #expect(!FileManager.default.fileExists(atPath: file + ".partial"))
        }
    }
}
