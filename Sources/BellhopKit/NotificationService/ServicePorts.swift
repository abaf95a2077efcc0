public import BellhopFoundation
import BellhopModel

/// The dependencies of a service run. Work whose dependency is `nil` is skipped; the text is always delivered.
public struct ServicePorts: Sendable {
    public var clock: any ClockPort
    /// The journal in the app group, shared with the app.
    public var journal: (any Journal)?
    public var center: (any NotificationCenterPort)?
    /// The server's open asks.
    public var openAsks: (any OpenAsksPort)?
    public var downloads: (any DownloadPort)?
    public var pictures: (any CodePicturePort)?
    /// The folder for files until the system moves them.
    public var folder: URL

    public init(
        clock: any ClockPort = SystemClock(), journal: (any Journal)? = nil,
        center: (any NotificationCenterPort)? = nil, openAsks: (any OpenAsksPort)? = nil,
        downloads: (any DownloadPort)? = nil, pictures: (any CodePicturePort)? = nil,
        folder: URL = FileManager.default.temporaryDirectory
    ) {
        self.clock = clock
        self.journal = journal
        self.center = center
        self.openAsks = openAsks
        self.downloads = downloads
        self.pictures = pictures
        self.folder = folder
    }
}

/// Reads the open asks with the app's device key. Read-only: an extension neither registers nor answers.
public struct ServerOpenAsks: OpenAsksPort {
    private let server: String
    private let storage: RegistrationStorage
    private let api: DeviceAPI

    /// - Parameters:
    ///   - server: the address, as in ``AppIdentity/server``.
    ///   - journal: the app's journal, in the app group.
    ///   - vault: the app's vault, in the shared keychain group.
    public init(
        server: String, transport: any APITransport, digesting: any Digesting, journal: any Journal,
        vault: any SecretVault
    ) {
        self.server = server
        storage = RegistrationStorage(journal: journal, vault: vault, digesting: digesting)
        api = DeviceAPI(transport: transport, digesting: digesting)
    }

    public func openAsks() async -> OpenAsks? {
        guard let kept = try? await storage.read(at: server), let key = kept.key, kept.record?.isLeaving == false,
            case .value(let page)? = try? await api.pendingAsks(key: key)
        else { return nil }
        return OpenAsks(page.items, isComplete: page.items.count < DeviceAPI.pageSize)
    }
}
