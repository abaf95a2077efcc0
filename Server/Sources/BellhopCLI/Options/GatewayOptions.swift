import ArgumentParser
import BellhopAPNs
import BellhopCore
import BellhopFCM
import BellhopModel
import BellhopPush
import BellhopTerminal
import Foundation
import Logging

/// The credential for APNs, and the address of a simulator instead of Apple's.
struct APNsOptions: ParsableArguments {
    @Option(
        name: .customLong("apns-key"), help: ArgumentHelp("The .p8 file of the team's APNs key.", valueName: "file"))
    var keyFile: String?

    @Option(name: .customLong("apns-key-id"), help: ArgumentHelp("The key's id, ten characters.", valueName: "id"))
    var keyID: String?

    @Option(name: .customLong("apns-team-id"), help: ArgumentHelp("The team's id, ten characters.", valueName: "id"))
    var teamID: String?

    @Option(
        name: .customLong("apns-url"),
        help: ArgumentHelp("The address of APNs (default: Apple's), such as a simulator's.", valueName: "url"))
    var url: String?

    @Option(
        name: .customLong("apns-ca"),
        help: ArgumentHelp("A PEM file with the certificate authorities of --apns-url.", valueName: "file"))
    var authorityFile: String?

    /// No option was given.
    var isEmpty: Bool { [keyFile, keyID, teamID, url, authorityFile].allSatisfy { $0 == nil } }

    /// `nil` when no key was given.
    func credential() throws -> APNsCredential? {
        guard keyFile != nil || keyID != nil || teamID != nil else { return nil }
        guard let keyFile, let keyID, let teamID else {
            throw CommandFailure.usage("--apns-key, --apns-key-id and --apns-team-id must be given together.")
        }
        do {
            return try APNsCredential(teamID: teamID, keyID: keyID, privateKey: Secret(try InputFile.text(of: keyFile)))
        } catch let error as APNsCredentialError {
            throw CommandFailure("\(error).")
        }
    }

    func gatewayConfiguration() throws -> APNsConfiguration {
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

/// The service account for FCM, and the address of a simulator instead of Google's.
struct FCMOptions: ParsableArguments {
    /// The environment variable that names the file when no option does.
    static let variable = "BELLHOP_FCM_SERVICE_ACCOUNT"

    @Option(
        name: .customLong("fcm-service-account"),
        help: ArgumentHelp(
            "The JSON key file of the Firebase project's service account (default: $\(variable)).",
            valueName: "file"))
    var accountFile: String?

    @Option(name: .customLong("fcm-url"), help: "The address of FCM (default: Google's), such as a simulator's.")
    var url: String?

    @Option(name: .customLong("fcm-ca"), help: "A PEM file with the certificate authorities of --fcm-url.")
    var authorityFile: String?

    /// No option was given; the environment may still name a file.
    var isEmpty: Bool { [accountFile, url, authorityFile].allSatisfy { $0 == nil } }

    /// `nil` when no file was named.
    func account(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> ServiceAccount? {
        guard let path = accountFile ?? environment[Self.variable], !path.isEmpty else { return nil }
        do {
            return try ServiceAccount(json: Secret(try InputFile.text(of: path)))
        } catch let error as ServiceAccountError {
            throw CommandFailure("\(path): \(error).")
        }
    }

    func gatewayConfiguration() throws -> FCMConfiguration {
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

extension Gateways {
    /// The gateways for which the options have credentials.
    ///
    /// - Throws: `CommandFailure`, or a gateway's configuration error.
    init(apns: APNsOptions, fcm: FCMOptions, assembly: ServerAssembly, logger: Logger) throws {
        // All files are read before a gateway is created, which would have to be shut down.
        let (key, account) = (try apns.credential(), try fcm.account())
        let time = assembly.time
        if let key {
            add(
                try APNsGateway(
                    credentials: [key], configuration: try apns.gatewayConfiguration(), clock: { time.now },
                    logger: logger, metrics: assembly.metrics),
                for: .ios, .macos)
        }
        if let account {
            do {
                add(
                    try FCMGateway(
                        accounts: [account], configuration: try fcm.gatewayConfiguration(), clock: { time.now },
                        logger: logger, metrics: assembly.metrics),
                    for: .android)
            } catch let error as FCMConfigurationError {
                throw CommandFailure("\(error).")
            }
        }
    }
}
