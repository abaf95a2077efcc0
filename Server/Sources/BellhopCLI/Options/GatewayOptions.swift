import ArgumentParser
import BellhopAPNs
import BellhopFCM
import BellhopFoundation
import BellhopModel
import BellhopPush
import BellhopTerminal
import Logging
import Metrics

/// The credentials for APNs, and the address of a simulator instead of Apple's.
struct APNsOptions: ParsableArguments {
    @Option(
        name: .customLong("apns-key"),
        help: ArgumentHelp("The .p8 file of the team's APNs key; repeat it for more keys.", valueName: "file"))
    var keyFiles: [String] = []

    @Option(
        name: .customLong("apns-key-id"),
        help: ArgumentHelp(
            "The key's id, ten characters; one for each --apns-key, in the same order.", valueName: "id"))
    var keyIDs: [String] = []

    @Option(
        name: .customLong("apns-team-id"),
        help: ArgumentHelp(
            "The team's id, ten characters; one for each --apns-key, in the same order.", valueName: "id"))
    var teamIDs: [String] = []

    @Option(
        name: .customLong("apns-app"),
        help: ArgumentHelp(
            """
            An app and the id of the key that serves it, such as ABCDE12345=com.example.app; repeat it for more. One key \
            may have no app here and then serves all others.
            """, valueName: "id=app"))
    var apps: [String] = []

    @Option(
        name: .customLong("apns-url"),
        help: ArgumentHelp("The address of APNs (default: Apple's), such as a simulator's.", valueName: "url"))
    var url: String?

    @Option(
        name: .customLong("apns-ca"),
        help: ArgumentHelp("A PEM file with the certificate authorities of --apns-url.", valueName: "file"))
    var authorityFile: String?

    /// The first given option; `nil` when there is none.
    var firstGiven: String? {
        [
            ("--apns-key", !keyFiles.isEmpty), ("--apns-key-id", !keyIDs.isEmpty),
            ("--apns-team-id", !teamIDs.isEmpty), ("--apns-app", !apps.isEmpty), ("--apns-url", url != nil),
            ("--apns-ca", authorityFile != nil),
        ].first { $0.1 }?.0
    }

    /// Reads the keys; none when no option names one.
    func credentials() throws -> [APNsCredential] {
        guard keyFiles.count == keyIDs.count, keyIDs.count == teamIDs.count else {
            throw CommandFailure.usage(
                "--apns-key, --apns-key-id and --apns-team-id must be given together and equally often "
                    + "(\(keyFiles.count), \(keyIDs.count) and \(teamIDs.count) times now).")
        }
        let apps = try AppAssignment.read(apps, to: keyIDs, option: "--apns-app", owner: "key of an --apns-key-id")
        return try keyFiles.indices.map { index -> APNsCredential in
            let path = keyFiles[index]
            do {
                return try APNsCredential(
                    teamID: teamIDs[index], keyID: keyIDs[index], privateKey: Secret(try InputFile.text(of: path)),
                    apps: apps[keyIDs[index]])
            } catch let error as APNsCredentialError {
                throw CommandFailure("\(path): \(error).")
            }
        }
    }

    /// - Returns: `nil` without a key.
    func gateway(
        clock: @escaping @Sendable () -> Timestamp, logger: Logger, metrics: any MetricsFactory
    ) throws -> APNsGateway? {
        let credentials = try credentials()
        guard !credentials.isEmpty else { return nil }
        do {
            return try APNsGateway(
                credentials: credentials, configuration: try configuration(), clock: clock, logger: logger,
                metrics: metrics)
        } catch let error as APNsConfigurationError {
            throw CommandFailure("\(error).")
        }
    }

    private func configuration() throws -> APNsConfiguration {
        var configuration = APNsConfiguration()
        if let authorityFile { configuration.trustRoots = .pem(try InputFile.text(of: authorityFile)) }
        if let url {
            guard let address = URL(string: url), address.scheme == "https", let host = address.host() else {
                throw CommandFailure.usage("--apns-url takes an https address, such as https://127.0.0.1:2197.")
            }
            configuration.setEverything(to: APNsEndpoint(host: host, port: address.port ?? 443))
        }
        return configuration
    }
}

/// The service accounts for FCM, and the address of a simulator instead of Google's.
struct FCMOptions: ParsableArguments {
    @Option(
        name: .customLong("fcm-service-account"),
        help: ArgumentHelp(
            "The JSON key file of the Firebase project's service account; repeat it for more projects.",
            valueName: "file"))
    var accountFiles: [String] = []

    @Option(
        name: .customLong("fcm-app"),
        help: ArgumentHelp(
            """
            An app and the id of the project that serves it, such as my-project=com.example.app; repeat it for more. One \
            project may have no app here and then serves all others.
            """, valueName: "project=app"))
    var apps: [String] = []

    @Option(
        name: .customLong("fcm-url"),
        help: ArgumentHelp("The address of FCM (default: Google's), such as a simulator's.", valueName: "url"))
    var url: String?

    @Option(
        name: .customLong("fcm-ca"),
        help: ArgumentHelp("A PEM file with the certificate authorities of --fcm-url.", valueName: "file"))
    var authorityFile: String?

    /// The first given option; `nil` when there is none.
    var firstGiven: String? {
        [
            ("--fcm-service-account", !accountFiles.isEmpty), ("--fcm-app", !apps.isEmpty), ("--fcm-url", url != nil),
            ("--fcm-ca", authorityFile != nil),
        ].first { $0.1 }?.0
    }

    /// Reads the service accounts; none when no option names one.
    func accounts() throws -> [ServiceAccount] {
        var accounts = try accountFiles.map { path -> ServiceAccount in
            do {
                return try ServiceAccount(json: Secret(try InputFile.text(of: path)))
            } catch let error as ServiceAccountError {
                throw CommandFailure("\(path): \(error).")
            }
        }
        let apps = try AppAssignment.read(
            apps, to: accounts.map(\.projectID), option: "--fcm-app", owner: "project of a --fcm-service-account")
        for index in accounts.indices { accounts[index].apps = apps[accounts[index].projectID] }
        return accounts
    }

    /// - Returns: `nil` without a service account. The gateway must be shut down.
    func gateway(
        clock: @escaping @Sendable () -> Timestamp, logger: Logger, metrics: any MetricsFactory
    ) throws -> FCMGateway? {
        let accounts = try accounts()
        guard !accounts.isEmpty else { return nil }
        do {
            return try FCMGateway(
                accounts: accounts, configuration: try configuration(), clock: clock, logger: logger, metrics: metrics)
        } catch let error as FCMConfigurationError {
            throw CommandFailure("\(error).")
        }
    }

    private func configuration() throws -> FCMConfiguration {
        var configuration = FCMConfiguration()
        if let authorityFile { configuration.trustRoots = .pem(try InputFile.text(of: authorityFile)) }
        if let url {
            guard let address = URL(string: url), address.scheme == "https", address.host() != nil else {
                throw CommandFailure.usage("--fcm-url takes an https address, such as https://127.0.0.1:2198.")
            }
            configuration.endpoint = url.hasSuffix("/") ? String(url.dropLast()) : url
        }
        return configuration
    }
}
