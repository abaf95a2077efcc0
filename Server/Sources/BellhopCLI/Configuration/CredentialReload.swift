import BellhopAPNs
import BellhopCore
import BellhopFCM
import BellhopFoundation
import BellhopServer
import Logging
import ServiceLifecycle
import UnixSignals

/// Reads the credentials again after each SIGHUP and replaces those of the running gateways.
///
/// A gateway keeps its credentials when the new ones are invalid; TLS keeps its certificate likewise. The service ends
/// when the terminal of the process is closed, which also sends SIGHUP.
struct CredentialReload: Service {
    /// The running gateways; `nil` for those that the server started without.
    let apns: APNsGateway?
    let fcm: FCMGateway?
    let tls: ServerTLS?
    let time: any TimeSource
    let log: ServerLog
    /// Reads the options from command line, environment and server file.
    let read: @Sendable () throws -> (APNsOptions, FCMOptions, TLSOptions)

    func run() async throws {
        let terminals = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) == 1 }
        let signals = await UnixSignalsSequence(trapping: .sighup)
        for await _ in signals.cancelOnGracefulShutdown() {
            if terminals.contains(where: { isatty($0) == 0 }) { return }
            await reload()
        }
    }

    func reload() async {
        do {
            let (apnsOptions, fcmOptions, tlsOptions) = try read()
            await attempt("APNs") {
                let credentials = try apnsOptions.credentials()
                try check(credentials.count, isRunning: apns != nil)
                try await apns?.replaceCredentials(with: credentials)
                return credentials.count
            }
            await attempt("FCM") {
                let accounts = try fcmOptions.accounts()
                try check(accounts.count, isRunning: fcm != nil)
                try fcm?.replaceAccounts(with: accounts)
                return accounts.count
            }
            await attempt("TLS") {
                let certificate = try tlsOptions.certificate()
                try check(certificate == nil ? 0 : 1, isRunning: tls != nil)
                guard let tls, let certificate else { return 0 }
                tls.replaceCertificate(with: certificate)
                log.warnAboutExpiry(of: certificate, at: time.now)
                return 1
            }
        } catch {
            log.logger.error("The configuration is invalid: all credentials are kept", metadata: ["error": "\(error)"])
        }
    }

    /// - Parameter replace: Replaces the credentials and returns their number.
    private func attempt(_ service: String, _ replace: () async throws -> Int) async {
        do {
            let count = try await replace()
            guard count > 0 else { return }
            log.logger.notice("The credentials for \(service) are reloaded", metadata: ["count": "\(count)"])
        } catch {
            log.logger.error("The credentials for \(service) are kept", metadata: ["error": "\(error)"])
        }
    }

    private func check(_ count: Int, isRunning: Bool) throws {
        guard (count > 0) == isRunning else { throw RestartNeeded() }
    }
}

/// The first credential of a service was added, or its last one removed.
private struct RestartNeeded: Error, CustomStringConvertible {
    var description: String { "adding the first credential or removing the last one requires a restart of the server" }
}
