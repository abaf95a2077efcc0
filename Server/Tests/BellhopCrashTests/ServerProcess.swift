import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

/// `bellhop serve` in its own process, which tests can kill.
final class ServerProcess: Sendable {
    /// The output of `serve --json` when it accepts connections.
    struct Ready: Decodable, Sendable {
        var url: String
    }

    let url: String
    private let process: Process
    private let log: URL

    private init(url: String, process: Process, log: URL) {
        self.url = url
        self.process = process
        self.log = log
    }

    /// Kills the server when a test fails.
    deinit { if process.isRunning { kill() } }

    /// Starts the server over `site` and returns when it accepts connections.
    ///
    /// - Parameters:
    ///   - database: the PostgreSQL database; `nil` for SQLite.
    ///   - descriptors: the maximum number of open files and sockets; `nil` for the limit of the tests.
    static func start(over site: Site, database: String? = nil, descriptors: Int? = nil) throws -> ServerProcess {
        let process = Process()
        let tool = try tool()
        var arguments = [
            "serve", "--json", "--port", "0", "--burst-limit", "0", "--data", site.folder.path, "--apns-url",
            site.gateway,
            "--apns-ca", site.authority.path, "--apns-key", site.key.path, "--apns-key-id", site.credential.keyID,
            "--apns-team-id", site.credential.teamID, "--rate-limit", "100000",
        ]
        if let database { arguments += ["--database", database] }
        process.executableURL = tool
        if let descriptors {
            process.executableURL = URL(filePath: "/bin/sh")
            arguments = ["-c", "ulimit -n \(descriptors); exec \"$0\" \"$@\"", tool.path] + arguments
        }
        process.arguments = arguments
        process.environment = [
            "HOME": site.folder.path, "BELLHOP_CONFIG": site.folder.path, "PATH": "/usr/bin:/bin",
            "SWIFT_BACKTRACE": "enable=yes,color=no,threads=crashed,images=none,registers=none",
        ].merging(ProcessInfo.processInfo.environment.filter { $0.key == "LD_LIBRARY_PATH" }) { own, _ in own }
        let output = Pipe()
        process.standardOutput = output
        try Data().write(to: site.log)
        process.standardError = try FileHandle(forWritingTo: site.log)
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        let ready = try JSONDecoder().decode(Ready.self, from: Data(line))
        return ServerProcess(url: ready.url, process: process, log: site.log)
    }

    /// Sends SIGKILL and waits for the end of the process. Records an issue if the process had ended before.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let isKilled = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
        let lines = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        #expect(isKilled, "The server ended before, with status \(process.terminationStatus):\n\(lines)")
    }

    /// Stops the process with SIGSTOP: its connections stay open, and nothing replies.
    func freeze() { Foundation.kill(process.processIdentifier, SIGSTOP) }

    /// Continues after ``freeze()``.
    func thaw() { Foundation.kill(process.processIdentifier, SIGCONT) }

    /// The `bellhop` executable built beside these tests.
    static func tool() throws -> URL {
        let candidates = [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()].compactMap {
            $0
        }
        let found = candidates.map { $0.appending(path: "bellhop") }.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
        return try #require(found, "bellhop is built beside the tests")
    }
}

/// The parts that survive a killed server: its data folder, and the simulated APNs.
struct Site: Sendable {
    let folder: URL
    let apns: APNsSimulator
    let credential: SimulatedCredential

    var gateway: String { "https://127.0.0.1:\(apns.port ?? 0)" }
    var authority: URL { folder.appending(path: "ca.pem") }
    var key: URL { folder.appending(path: "key.p8") }
    /// The log of the last started server.
    var log: URL { folder.appending(path: "server.log") }

    static func run(_ body: (Site) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let credential = SimulatedCredential()
        let apns = try APNsSimulator(.init(keys: [credential.providerKey])) {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        }
        try await apns.start()
        let site = Site(folder: folder.url, apns: apns, credential: credential)
        try Data(apns.certificates.authorityPEM.utf8).write(to: site.authority)
        try Data(credential.p8.reveal().utf8).write(to: site.key)
        try await attempt {
            try await body(site)
        } finally: {
            await apns.stop()
        }
    }

    /// The same APNs and credentials with another data folder.
    func node(_ number: Int) throws -> Site {
        let folder = folder.appending(path: "node-\(number)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let site = Site(folder: folder, apns: apns, credential: credential)
        for (from, to) in [(authority, site.authority), (key, site.key)] {
            try FileManager.default.copyItem(at: from, to: to)
        }
        return site
    }

    /// A key that the first start wrote to the settings.
    var adminKey: Secret {
        get throws {
            Secret(
                try String(contentsOf: folder.appending(path: "admin.key"), encoding: .utf8).trimmingCharacters(
                    in: .whitespacesAndNewlines))
        }
    }
}
