import ArgumentParser
import BellhopAPNs
import BellhopModel
import BellhopTerminal
import Foundation

/// The team's key for APNs, and another address than Apple's where a simulator stands in.
struct APNsOptions: ParsableArguments {
    @Option(
        name: .customLong("apns-key"), help: ArgumentHelp("The .p8 file of the team's APNs key.", valueName: "file"))
    var keyFile: String?

    @Option(name: .customLong("apns-key-id"), help: ArgumentHelp("Its id, ten characters.", valueName: "id"))
    var keyID: String?

    @Option(name: .customLong("apns-team-id"), help: ArgumentHelp("The team's id, ten characters.", valueName: "id"))
    var teamID: String?

    @Option(
        name: .customLong("apns-url"),
        help: ArgumentHelp("Another APNs than Apple's, such as a simulator.", valueName: "url"))
    var url: String?

    @Option(
        name: .customLong("apns-ca"),
        help: ArgumentHelp("A PEM file with the authorities that vouch for it.", valueName: "file"))
    var authorityFile: String?

    /// None was given.
    var isEmpty: Bool { [keyFile, keyID, teamID, url, authorityFile].allSatisfy { $0 == nil } }

    /// `nil` when no key was given.
    func credential() throws -> APNsCredential? {
        guard keyFile != nil || keyID != nil || teamID != nil else { return nil }
        guard let keyFile, let keyID, let teamID else {
            throw CommandFailure.usage("APNs needs all three of --apns-key, --apns-key-id and --apns-team-id.")
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
                throw CommandFailure.usage("--apns-url takes an address such as https://127.0.0.1:2197.")
            }
            configuration.setEverything(to: APNsEndpoint(host: host, port: address.port ?? 443))
        }
        return configuration
    }
}
