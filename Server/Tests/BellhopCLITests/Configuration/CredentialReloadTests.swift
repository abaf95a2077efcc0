import BellhopClient
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("SIGHUP to bellhop serve", .timeLimit(.minutes(10)))
struct CredentialReloadTests {
    @Test("A new APNs key is used without a restart, and an invalid one is not")
    func apns() async throws {
        try await TemporaryFolder.with { folder in
            let keys = [SimulatedCredential(), SimulatedCredential(keyID: "SIMKEY0002")]
            // APNs knows only the second key.
            let apns = try APNsSimulator(.init(keys: [keys[1].providerKey])) { .init(clock: Date()) }
            try await apns.start()
            func write(_ text: String, to name: String) throws {
                let file = folder.appending(path: name)
                try Data(text.utf8).write(to: file)
                try FileManager.default.setMode(0o600, ofItemAtPath: file.path)
            }
            func use(_ key: SimulatedCredential) throws {
                try write(key.p8.reveal(), to: "key.p8")
                try write(
                    """
                    port = 0
                    json = true
                    apns-url = https://127.0.0.1:\(apns.port ?? 0)
                    apns-ca = ca.pem
                    apns-key = key.p8
                    apns-key-id = \(key.keyID)
                    apns-team-id = \(key.teamID)
                    """, to: ServerFile.name)
            }
            try write(apns.certificates.authorityPEM, to: "ca.pem")
            try use(keys[0])
            let server = try ServeProcess.start(in: folder)
            defer { server.end() }
            let admin = try String(contentsOf: folder.appending(path: "admin.key"), encoding: .utf8)
            try await BellhopClient.with(
                ServerAddress(server.url), key: Secret(admin.trimmingCharacters(in: .whitespacesAndNewlines))
            ) { client in
                func states() async throws -> Set<GatewayDiagnosis.State> {
                    Set(
                        try await client.call(API.diagnose, body: DiagnosisRequest(app: "com.example.app")).gateways
                            .map(\.state))
                }
                #expect(try await states() == [.refused])

                try use(keys[1])
                server.send(SIGHUP)
                #expect(try server.waitForError("The credentials for APNs are reloaded"))
                #expect(try await states() == [.working])

                try write("no key", to: "key.p8")
                server.send(SIGHUP)
                #expect(try server.waitForError("the APNs key is not PEM"))
                try write("prot = 1", to: ServerFile.name)
                server.send(SIGHUP)
                #expect(try server.waitForError("There is no setting \"prot\""))
                #expect(try await states() == [.working])
            }
            server.send(SIGTERM)
            #expect(server.exitCode() == 0)
            await apns.stop()
        }
    }

    @Test("A server without gateways reports that the first key needs a restart")
    func none() throws {
        try TemporaryFolder.with { folder in
            let server = try ServeProcess.start(["--port", "0", "--json"], in: folder)
            defer { server.end() }
            let account = try SimulatedServiceAccount()
            for (name, text) in [
                ("account.json", try account.keyFile(tokenURI: "https://a.b/token").reveal()),
                (ServerFile.name, "fcm-service-account = account.json"),
            ] {
                let file = folder.appending(path: name)
                try Data(text.utf8).write(to: file)
                try FileManager.default.setMode(0o600, ofItemAtPath: file.path)
            }
            server.send(SIGHUP)
            #expect(try server.waitForError("requires a restart of the server"))
            server.send(SIGTERM)
            #expect(server.exitCode() == 0)
        }
    }
}

extension Timestamp {
    fileprivate init(clock date: Date) { self.init(milliseconds: Int64(date.timeIntervalSince1970 * 1000)) }
}

/// `bellhop serve` in its own process, with a data folder of the test.
final class ServeProcess: Sendable {
    private struct Ready: Decodable { var url: String }

    let url: String
    private let process: Process
    private let errors: FileHandle

    private init(url: String, process: Process, errors: FileHandle) {
        (self.url, self.process, self.errors) = (url, process, errors)
    }

    /// Starts the server and returns when it accepts connections.
    ///
    /// - Parameter folder: the data folder, with the server file if there is one.
    static func start(_ arguments: [String] = [], in folder: URL) throws -> ServeProcess {
        let process = Process()
        process.executableURL = try HookProcess.tool()
        process.arguments = ["serve"] + arguments
        process.environment = [
            "HOME": folder.path, "BELLHOP_CONFIG": folder.path, "BELLHOP_DATA": folder.path, "PATH": "/usr/bin:/bin",
            "SWIFT_BACKTRACE": "enable=no",
        ].merging(ProcessInfo.processInfo.environment.filter { $0.key == "LD_LIBRARY_PATH" }) { own, _ in own }
        let (output, errors) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
        process.standardError = errors
        try process.run()
        let line = try line(of: output.fileHandleForReading)
        let ready = try JSONDecoder().decode(Ready.self, from: Data(line.utf8))
        return ServeProcess(url: ready.url, process: process, errors: errors.fileHandleForReading)
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Reads standard error up to a line that contains `text`.
    ///
    /// - Returns: `false` when the process ended before.
    func waitForError(_ text: String) throws -> Bool {
        while true {
            let line = try Self.line(of: errors)
            if line.contains(text) { return true }
            if line.isEmpty { return false }
        }
    }

    /// Waits for the end of the process.
    func exitCode() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Kills the process of a failed test.
    func end() {
        if process.isRunning { send(SIGKILL) }
    }

    private static func line(of file: FileHandle) throws -> String {
        var line: [UInt8] = []
        while let byte = try file.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}
