import ArgumentParser
import BellhopFCM
import BellhopModel
import BellhopTerminal
import Foundation

/// The service account for FCM, and another address than Google's where a simulator stands in.
struct FCMOptions: ParsableArguments {
    /// Names the file where no option does.
    static let variable = "BELLHOP_FCM_SERVICE_ACCOUNT"

    @Option(
        name: .customLong("fcm-service-account"),
        help: ArgumentHelp(
            "The JSON key file of the Firebase project's service account. Else the file that $\(variable) names.",
            valueName: "file"))
    var accountFile: String?

    @Option(name: .customLong("fcm-url"), help: "Another FCM than Google's, such as a simulator.")
    var url: String?

    @Option(name: .customLong("fcm-ca"), help: "A PEM file with the authorities that vouch for it.")
    var authorityFile: String?

    /// None was given; the environment is another matter.
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
                throw CommandFailure.usage("--fcm-url takes an address such as https://127.0.0.1:2198.")
            }
            configuration.endpoint = url.hasSuffix("/") ? String(url.dropLast()) : url
        }
        return configuration
    }
}
