#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
public import BellhopModel
import Foundation

/// Secrets in the Keychain. An actor, because its calls take their time and wait for another process.
public actor KeychainVault: SecretVault {
    private let items: KeychainItems

    /// - Parameters:
    ///   - service: under which name the secrets are kept.
    ///   - group: shared with the app's extensions, with the team's prefix; `nil` for the app's own.
    public init(service: String = "dev.bellhop", group: String? = nil) {
        items = KeychainItems(service: service, group: group)
    }

    public func read(_ name: SecretName) throws(KeychainFailure) -> Secret? {
        try items.read(name.rawValue).map { Secret(String(decoding: $0, as: UTF8.self)) }
    }

    public func keep(_ secret: Secret, as name: SecretName) throws(KeychainFailure) {
        try items.keep(Data(secret.reveal().utf8), as: name.rawValue)
    }

    public func forget(_ name: SecretName) throws(KeychainFailure) { try items.forget(name.rawValue) }
}
#endif
