#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import BellhopSystem
import Foundation

extension ServicePorts {
    /// The system's own, for a service extension. What cannot be had, such as an app group that the entitlements do
    /// not list, is left out: the text is delivered all the same.
    public static func system(appGroup: String?, keychainGroup: String? = nil) -> ServicePorts {
        let journal = appGroup.flatMap { try? AppGroupStorage.journal(in: $0) }
        return ServicePorts(
            journal: journal, center: SystemNotificationCenter(),
            openAsks: journal.map { SharedOpenAsks(journal: $0, vault: KeychainVault(group: keychainGroup)) },
            downloads: URLSessionDownload(), pictures: CodePicture())
    }
}

/// The open asks by the word of the server that the app is paired with.
struct SharedOpenAsks: OpenAsksPort {
    let journal: any Journal
    let vault: any SecretVault

    func openAsks() async -> OpenAsks? {
        guard let server = try? await PairedServerStorage(journal).read(), let url = URL(string: server) else { return nil }
        return await ServerOpenAsks(
            server: server, transport: URLSessionTransport(to: ServerLocation(url), largestResponse: 4 << 20),
            digesting: AppleDigesting(), journal: journal, vault: vault
        ).openAsks()
    }
}
#endif
