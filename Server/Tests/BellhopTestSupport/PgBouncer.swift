#if Postgres
import Foundation

/// A PgBouncer before a ``PostgresServer``, with a Unix-domain socket in the server's folder.
///
/// It stops when the object is released or the test process ends.
public final class PgBouncer: Sendable {
    private static let binary: String? = {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (path + ["/usr/sbin", "/opt/homebrew/bin", "/usr/local/bin"]).map { "\($0)/pgbouncer" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    public static var isInstalled: Bool { binary != nil }

    private let server: PostgresServer
    private let folder: String
    /// Ends PgBouncer when its standard input is closed.
    private let watchdog = Process()
    private let watchdogInput = Pipe()

    /// - Parameters:
    ///   - mode: `session`, `transaction` or `statement`.
    ///   - settings: lines of `pgbouncer.ini`.
    /// - Throws: ``PostgresServer/Failure`` when it does not start.
    public init(_ server: PostgresServer, mode: String, settings: [String] = []) throws {
        guard let binary = Self.binary else { throw PostgresServer.Failure(description: "PgBouncer is not installed") }
        self.server = server
        folder = server.folder + "/pgbouncer-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let lines =
            [
                "[databases]", "* = host=\(server.folder) user=postgres", "[pgbouncer]", "listen_port = 6432",
                "unix_socket_dir = \(folder)", "auth_type = any", "pool_mode = \(mode)",
                "logfile = \(folder)/log",
            ] + settings
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: "\(folder)/pgbouncer.ini"))
        try server.giveAway(folder)
        watchdog.executableURL = URL(filePath: "/bin/sh")
        watchdog.arguments =
            [
                "-c",
                """
                trap '' HUP INT
                "$@" > /dev/null 2>&1 < /dev/null &
                cat > /dev/null
                kill -KILL $!
                """, "sh",
            ] + server.accountPrefix + [binary, "\(folder)/pgbouncer.ini"]
        watchdog.standardInput = watchdogInput
        watchdog.standardOutput = FileHandle.nullDevice
        watchdog.standardError = FileHandle.nullDevice
        _ = fcntl(watchdogInput.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try watchdog.run()
        while true {
            let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
            if log.contains("process up") { return }
            guard !log.contains("FATAL"), watchdog.isRunning else {
                throw PostgresServer.Failure(description: "PgBouncer does not start: \(log.suffix(1000))")
            }
        }
    }

    deinit {
        try? watchdogInput.fileHandleForWriting.close()
        watchdog.waitUntilExit()
    }

    /// A connection string of a database of the server, through PgBouncer.
    public func connectionString(_ string: String) -> String { "\(string) host=\(folder) port=6432" }
}
#endif
