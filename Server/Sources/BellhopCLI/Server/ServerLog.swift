import BellhopClient
import BellhopFoundation
import BellhopModel
import BellhopServer
import BellhopStore
import Logging
import ServiceLifecycle

/// The log lines about the start and the stop of a server; a service that must run to log a signal.
struct ServerLog: Service {
    let logger: Logger

    /// Warns when clients may send keys unencrypted over a network.
    ///
    /// - Parameter host: the address that the server listens on.
    func warnAboutUnencryptedTraffic(on host: String) {
        guard !Self.isLoopback(host) else { return }
        logger.warning(
            """
            Traffic to this address is not encrypted, and contains keys: give a certificate with --tls-cert, or put a TLS \
            proxy in front of the server, and let only the proxy reach it (docs/operating.md)
            """, metadata: ["host": "\(host)"])
    }

    /// Warns when clients reject the certificate, or will in less than two weeks.
    func warnAboutExpiry(of certificate: ServerCertificate, at time: Timestamp) {
        guard certificate.expiresAt < time + .seconds(14 * 86_400) else { return }
        let isOver = certificate.expiresAt <= time
        logger.warning(
            "The certificate of --tls-cert \(isOver ? "has expired" : "expires soon"): renew it, and send SIGHUP",
            metadata: ["expires": "\(certificate.expiresAt)"])
    }

    /// Warns when the system has no time zones, because quiet hours and schedules would then be by UTC only.
    func warnAboutTimeZones(in folder: String = TimeZoneRules.folder) {
        guard !FileManager.default.fileExists(atPath: folder) else { return }
        logger.warning(
            "There are no time zones in this folder, so that only UTC is known: install the package tzdata",
            metadata: ["folder": "\(folder)"])
    }

    static func isLoopback(_ host: String) -> Bool {
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return (try? ServerAddress("http://\(name)"))?.isLoopback ?? false
    }

    func started(address: String, data: String, platforms: some Collection<Platform>, isSimulated: Bool) {
        let names = platforms.map(\.rawValue).sorted().joined(separator: " ")
        logger.notice(
            "Started",
            metadata: [
                "version": "\(BellhopVersion.current)", "address": "\(address)", "data": "\(data)",
                "gateways": "\(names.isEmpty ? "none" : names)", "simulated": "\(isSimulated)",
            ])
    }

    /// Logs the beginning of a graceful shutdown, which only a signal causes.
    func run() async throws {
        try await gracefulShutdown()
        logger.notice("Stopping", metadata: ["reason": "signal"])
    }

    /// Runs the server, and logs its end.
    func reportEnd(of server: () async throws -> Void) async throws {
        do {
            try await server()
            logger.notice("Stopped", metadata: ["reason": "signal"])
        } catch {
            logger.notice("Stopped", metadata: ["reason": "\(error)"])
            throw error
        }
    }
}
