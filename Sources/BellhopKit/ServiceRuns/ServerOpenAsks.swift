import BellhopModel

/// Reads the open asks with the key that the app was given when it was paired. Reads only: an extension neither
/// registers nor answers.
public struct ServerOpenAsks: OpenAsksPort {
    private let server: String
    private let shelf: RegistrationShelf
    private let api: DeviceAPI

    /// - Parameters:
    ///   - server: as in ``AppIdentity/server``.
    ///   - journal: that of the app, in the app group.
    ///   - vault: that of the app, in the shared keychain group.
    public init(
        server: String, transport: any APITransport, digesting: any Digesting, journal: any Journal,
        vault: any SecretVault
    ) {
        self.server = server
        shelf = RegistrationShelf(journal: journal, vault: vault, digesting: digesting)
        api = DeviceAPI(transport: transport, digesting: digesting)
    }

    public func openAsks() async -> OpenAsks? {
        guard let kept = try? await shelf.read(at: server), let key = kept.key, kept.record?.isLeaving == false,
            case .value(let page)? = try? await api.pendingAsks(key: key)
        else { return nil }
        return OpenAsks(page.items, isComplete: page.items.count < DeviceAPI.pageSize)
    }
}
