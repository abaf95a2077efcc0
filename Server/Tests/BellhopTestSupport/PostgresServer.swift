#if Postgres
import BellhopPostgres
import Foundation
import Synchronization

/// A PostgreSQL server in a temporary folder, with a Unix-domain socket.
///
/// It stops and its folder is deleted when the object is released or the test process ends, however it ends. When the
/// tests run as root, the server runs as the account `postgres`, because PostgreSQL refuses root.
public final class PostgresServer: Sendable {
    public struct Options: Sendable {
        /// Without it, a crash of the machine loses data, but not one of the server.
        public var fsync = true
        /// Listens on a port of 127.0.0.1 that is free.
        public var tcp = false
        /// Settings of `postgresql.conf`.
        public var settings: [String: String] = [:]

        public init() {}
    }

    public enum StopMode: String, Sendable {
        /// Ends connections and writes a checkpoint.
        case fast
        /// Ends all processes; the next start recovers.
        case immediate
        /// Sends SIGKILL; the next start recovers.
        case kill
    }

    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    /// The server of this test process, started at its first use. Without `fsync`.
    public static var shared: PostgresServer { get throws { try sharedResult.get() } }

    private static let sharedResult = Result {
        var options = Options()
        options.fsync = false
        options.settings["max_connections"] = "300"
        return try PostgresServer(options)
    }

    /// The folder of the socket.
    public let folder: String
    /// The port on 127.0.0.1, with ``Options/tcp``.
    public let port: Int?
    private let options: Options
    private let binaries: String
    private let account: Account?
    private let databases = Atomic(0)
    /// Its standard input is a pipe from this process, which closes when this process ends.
    private let watchdog = Process()
    private let watchdogInput = Pipe()

    /// - Throws: ``Failure`` without an installation of PostgreSQL, or when the server does not start.
    public init(_ options: Options = Options()) throws {
        self.options = options
        binaries = try Self.findBinaries()
        account = getuid() == 0 ? try Account.unprivileged() : nil
        // The path of a socket has at most 103 bytes, and macOS's temporary folder already has 50.
        folder = try Self.makeFolder()
        port = options.tcp ? try Self.freePort() : nil
        try giveAway(folder)
        try startWatchdog()
        do {
            try run(
                "initdb",
                [
                    "-D", "\(folder)/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync",
                ])
            try start()
        } catch {
            remove()
            throw error
        }
    }

    deinit { remove() }

    // MARK: Databases

    /// A connection string of a new, empty database. It has no password and may be extended.
    ///
    /// - Parameter encoding: `SQL_ASCII` or another one for tests of the refusal.
    public func makeDatabase(encoding: String = "UTF8") throws -> String {
        let name = "test\(databases.add(1, ordering: .relaxed).newValue)"
        let connection = try PostgresConnection(PostgresConfiguration(connectionString(database: "postgres")))
        try connection.execute(script: "CREATE DATABASE \(name) ENCODING '\(encoding)' TEMPLATE template0")
        return connectionString(database: name)
    }

    /// Deletes a database and ends its connections. Only needed by tests with large databases.
    public func drop(_ connectionString: String) throws {
        guard let name = connectionString.split(separator: "dbname=").last else { return }
        let connection = try PostgresConnection(PostgresConfiguration(self.connectionString(database: "postgres")))
        try connection.execute(script: "DROP DATABASE \(name) WITH (FORCE)")
    }

    public func connectionString(database: String) -> String {
        "host=\(port == nil ? folder : "127.0.0.1") port=\(port ?? 5432) user=postgres dbname=\(database)"
    }

    // MARK: Processes

    /// Returns when the server accepts connections.
    public func start() throws {
        var settings = options.settings
        settings["listen_addresses"] = port == nil ? "" : "127.0.0.1"
        settings["unix_socket_directories"] = folder
        settings["fsync"] = options.fsync ? "on" : "off"
        // In the folder, so that a killed server leaves nothing in /dev/shm.
        settings["dynamic_shared_memory_type"] = "mmap"
        let arguments =
            settings.sorted { $0.key < $1.key }.map { "-c \($0.key)='\($0.value)'" } + ["-p \(port ?? 5432)"]
        var attempts = 0
        while true {
            do {
                let log = "\(folder)/log"
                return try run(
                    "pg_ctl",
                    ["-w", "-D", "\(folder)/data", "-l", log, "-o", arguments.joined(separator: " "), "start"]
                )
            } catch {
                // The processes of a killed server end a moment later.
                attempts += 1
                guard attempts < 100, isOccupied() else {
                    let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
                    throw Failure(description: "\(error): \(log.suffix(1000))")
                }
            }
        }
    }

    /// Returns when the server has stopped.
    public func stop(_ mode: StopMode = .fast) throws {
        guard mode == .kill else {
            return try run("pg_ctl", ["-w", "-D", "\(folder)/data", "-m", mode.rawValue, "stop"])
        }
        kill(try process(), SIGKILL)
    }

    /// The server's main process.
    private func process() throws -> pid_t {
        let text = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
        guard let line = text.split(separator: "\n").first, let process = pid_t(line), process > 1 else {
            throw Failure(description: "the server does not run")
        }
        return process
    }

    /// Stops all processes of the server with SIGSTOP: connections stay open, and nothing replies.
    public func freeze() throws { try signal("STOP") }

    /// Continues after ``freeze()``.
    public func thaw() throws { try signal("CONT") }

    private func signal(_ name: String) throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "kill -\(name) $0 $(pgrep -P $0)", "\(try process())"]
        try shell.run()
        shell.waitUntilExit()
        guard shell.terminationStatus == 0 else { throw Failure(description: "the server cannot be signalled") }
    }

    public func restart(_ mode: StopMode = .fast) throws {
        try stop(mode)
        try start()
    }

    private func isOccupied() -> Bool {
        let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
        return log.suffix(500).contains("still in use")
            || log.suffix(500).contains("already exists") || log.suffix(500).contains("is another")
    }

    /// Starts a process that stops the server and deletes the folder when this process ends or ``remove()`` is called.
    private func startWatchdog() throws {
        watchdog.executableURL = URL(filePath: "/bin/sh")
        watchdog.arguments = [
            "-c",
            """
            trap '' HUP INT TERM
            cat > /dev/null
            file="$0/data/postmaster.pid"
            if [ -f "$file" ]; then
                pid=$(sed -n 1p "$file")
                memory=$(sed -n '7s/.* //p' "$file")
                # The id of a killed server may belong to another process.
                runs() { ps -o args= -p "$pid" | grep -q "$0"; }
                runs && kill -QUIT "$pid"
                while runs; do sleep 0.05; done
                [ -n "$memory" ] && ipcrm -m "$memory"
            fi
            rm -rf "$0"
            """, folder,
        ]
        watchdog.standardInput = watchdogInput
        watchdog.standardOutput = FileHandle.nullDevice
        watchdog.standardError = FileHandle.nullDevice
        _ = fcntl(watchdogInput.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try watchdog.run()
    }

    private func remove() {
        try? watchdogInput.fileHandleForWriting.close()
        watchdog.waitUntilExit()
    }

    /// Runs a program to its end. `Process` would also wait for the server, which inherits its descriptors.
    private func run(_ program: String, _ arguments: [String]) throws {
        var command = ["/usr/bin/env", "-u", "PGHOST", "-u", "PGPORT", "-u", "PGDATABASE"]
        if let account { command += account.prefix }
        command += ["\(binaries)/\(program)"] + arguments
        let strings = command.map { strdup($0) }
        defer { strings.forEach { free($0) } }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
        posix_spawn_file_actions_init(&actions)
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        // glibc ignores descriptors that are not open.
        for descriptor in 3..<min(4096, getdtablesize()) { posix_spawn_file_actions_addclose(&actions, descriptor) }
        #endif
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        for descriptor in 0..<Int32(3) {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        #if canImport(Darwin)
        let environment = _NSGetEnviron().pointee
        #else
        let environment = environ
        #endif
        var process = pid_t()
        guard posix_spawn(&process, strings[0]!, &actions, &attributes, strings + [nil], environment) == 0 else {
            throw Failure(description: "\(program) cannot be started")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw Failure(description: "\(program) failed with status \(status)") }
    }

    // MARK: Surroundings

    /// The beginning of a command that runs as the account of the server.
    var accountPrefix: [String] { account?.prefix ?? [] }

    /// Makes the account of the server the owner of a folder.
    func giveAway(_ folder: String) throws {
        if let account, chown(folder, account.user, account.group) != 0 {
            throw Failure(description: "cannot change the owner of \(folder)")
        }
    }

    private struct Account {
        let user: uid_t
        let group: gid_t
        var prefix: [String] { ["setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups"] }

        static func unprivileged() throws -> Account {
            guard let entry = getpwnam("postgres") else {
                throw Failure(description: "root cannot run PostgreSQL, and there is no account postgres")
            }
            return Account(user: entry.pointee.pw_uid, group: entry.pointee.pw_gid)
        }
    }

    private static func findBinaries() throws -> String {
        let files = FileManager.default
        func versions(_ folder: String, _ path: (String) -> String) -> [String] {
            let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            return names.sorted { $0.compare($1, options: .numeric) == .orderedDescending }.map(path)
        }
        let searched = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let homebrew = ["/opt/homebrew/opt", "/usr/local/opt"].flatMap { folder in
            versions(folder) { "\(folder)/\($0)/bin" }.filter { $0.contains("postgresql") }
        }
        let candidates = versions("/usr/lib/postgresql") { "/usr/lib/postgresql/\($0)/bin" } + searched + homebrew
        let found = candidates.first { folder in
            ["initdb", "pg_ctl", "postgres"].allSatisfy { files.isExecutableFile(atPath: "\(folder)/\($0)") }
        }
        guard let found else {
            throw Failure(
                description:
                    "PostgreSQL is not installed (Debian: apt-get install postgresql; macOS: brew install postgresql)")
        }
        return found
    }

    /// In memory where that is possible: databases are created and deleted several times as fast.
    private static func makeFolder() throws -> String {
        var statistics = statvfs()
        let hasMemory =
            statvfs("/dev/shm", &statistics) == 0
            && UInt64(statistics.f_bavail) * UInt64(statistics.f_frsize) > 2_000_000_000
        var template = Array("\(hasMemory ? "/dev/shm" : "/tmp")/bellhop-pg-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else { throw Failure(description: "cannot create a temporary folder") }
        return String(cString: path)
    }

    /// A port that was free a moment ago.
    private static func freePort() throws -> Int { try ClosedPort().port }
}
#endif
