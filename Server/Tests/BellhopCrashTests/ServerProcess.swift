import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

/// `bellhop serve` as a process of its own, so that it can be killed.
final class ServerProcess: Sendable {
    /// What `serve --json` says when it accepts connections.
    struct Ready: Decodable, Sendable {
        var url: String
    }

    let url: String
    private let process: Process

    private init(url: String, process: Process) {
        self.url = url
        self.process = process
    }

    /// A test that failed half-way leaves no server behind.
    deinit { if process.isRunning { kill() } }

    /// Starts it over `site` and returns when it accepts connections.
    ///
    /// - Parameter descriptors: how many files and sockets it may have open; `nil` for as many as the tests.
    static func start(over site: Site, descriptors: Int? = nil) throws -> ServerProcess {
        let process = Process()
        let tool = try tool()
        var arguments = [
            "serve", "--json", "--port", "0", "--burst-limit", "0", "--data", site.folder.path, "--apns-url",
            site.gateway,
            "--apns-ca", site.authority.path, "--apns-key", site.key.path, "--apns-key-id", site.credential.keyID,
            "--apns-team-id", site.credential.teamID, "--rate-limit", "100000",
        ]
        process.executableURL = tool
        if let descriptors {
            process.executableURL = URL(filePath: "/bin/sh")
            arguments = ["-c", "ulimit -n \(descriptors); exec \"$0\" \"$@\"", tool.path] + arguments
        }
        process.arguments = arguments
        process.environment = [
            "HOME": site.folder.path, "BELLHOP_CONFIG": site.folder.path, "PATH": "/usr/bin:/bin",
            "SWIFT_BACKTRACE": "enable=no",
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
        return ServerProcess(url: ready.url, process: process)
    }

    /// `kill -9`, and gone when this returns.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The tool that was built beside these tests.
    private static func tool() throws -> URL {
        let candidates = [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()].compactMap {
            $0
        }
        let found = candidates.map { $0.appending(path: "bellhop") }.first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
        return try #require(found, "bellhop is built beside the tests")
    }
}

/// What outlives a killed server: its data folder, and the simulated APNs that it pushes to.
struct Site: Sendable {
    let folder: URL
    let apns: APNsSimulator
    let credential: SimulatedCredential

    var gateway: String { "https://127.0.0.1:\(apns.port ?? 0)" }
    var authority: URL { folder.appending(path: "ca.pem") }
    var key: URL { folder.appending(path: "key.p8") }
    /// What the server that was started last has logged.
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

    /// A key that the first start wrote down.
    var adminKey: Secret {
        get throws {
            Secret(
                try String(contentsOf: folder.appending(path: "admin.key"), encoding: .utf8).trimmingCharacters(
                    in: .whitespacesAndNewlines))
        }
    }
}
