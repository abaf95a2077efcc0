#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import BellhopModel
import BellhopSystem
import Foundation
import LocalAuthentication
import UIKit
import UserNotifications

/// A running ``Bellhop`` with the system's services. ``BellhopAppDelegate`` forwards the calls of the system to it.
@MainActor
final class BellhopRuntime {
    let bellhop: Bellhop
    /// The notification center's delegate, which the center does not keep alive.
    let notifications: NotificationDelegate

    private let configuration: BellhopConfiguration
    private let uploads: BackgroundUploads?
    private let refresh: BackgroundRefresh?
    private let activities: LiveActivitySync?
    /// The chosen server; `nil` when the configuration names one.
    private let chosenServer: PairedServer?
    private let time: BackgroundTime
    private let clock: any ClockPort
    private let prepare: @Sendable () async -> Void
    private var hasAskedForPermission = false

    /// The longest time that a silent push may take. The system ends an app that takes 30 seconds.
    private static let pushLimit: Duration = .seconds(25)

    /// - Parameters:
    ///   - uploads: those of the ports' transport, so that the system's reports about them are matched.
    ///   - chosenServer: where the user's choice of the server is stored.
    init(
        _ configuration: BellhopConfiguration, _ bellhop: Bellhop, ports: BellhopPorts,
        uploads: BackgroundUploads? = nil, chosenServer: PairedServer? = nil, refresh: BackgroundRefresh? = nil,
        time: BackgroundTime = BackgroundTime()
    ) {
        self.bellhop = bellhop
        self.configuration = configuration
        self.uploads = uploads
        self.refresh = refresh ?? configuration.refreshTask.map { BackgroundRefresh(identifier: $0, of: bellhop) }
        self.chosenServer = chosenServer
        self.time = time
        clock = ports.clock
        activities = configuration.liveActivities.map {
            LiveActivitySync(
                port: $0, server: bellhop.activityTokens, journal: ports.journal, digesting: ports.digesting,
                serverClock: bellhop.clock)
        }
        notifications = NotificationDelegate(bellhop, time: time, presentation: configuration.presentation)
        prepare = {
            // Before the first push: the service extension asks the same server which asks are open.
            if let server = configuration.server { try? await PairedServerStorage(ports.journal).keep(server) }
            if !configuration.categories.isEmpty { await ports.center.register(configuration.categories) }
            await configuration.liveActivities?.connect(to: bellhop)
        }
    }

    /// A ``Bellhop`` on the system's services.
    ///
    /// - Throws: ``AppGroupMissing`` when the entitlements do not list the app group; `CocoaError` when its folder
    ///   cannot be created, for example before the first unlock.
    convenience init(
        _ configuration: BellhopConfiguration, customizing customize: (inout BellhopPorts) -> Void
    ) throws {
        let address = ServerLocation()
        let uploads = BackgroundUploads(folder: .cachesDirectory.appending(path: "Uploads"))
        var ports = try BellhopPorts.system(
            server: address, appGroup: configuration.appGroup, keychainGroup: configuration.keychainGroup,
            uploads: uploads)
        ports.actions = configuration.actions
        if configuration.usesServerItems { ports = ports.withServerItems { address.server } }
        customize(&ports)
        var identity = configuration.identity
        var chosenServer: PairedServer?
        if configuration.server == nil {
            let server = PairedServer(identity, address, kept: PairedServerStorage(ports.journal))
            identity = server.identity
            chosenServer = server
        } else {
            address.server = identity.server
        }
        self.init(
            configuration, Bellhop(identity: identity, ports: ports), ports: ports, uploads: uploads,
            chosenServer: chosenServer)
    }

    // MARK: Launch

    /// Installs the delegate, registers for pushes and background refresh, and starts ``Bellhop/run()``.
    ///
    /// - Parameter isLate: whether the launch has ended already. Background tasks are then registered at the next
    ///   launch: registering one late ends the app.
    func start(_ application: UIApplication, isLate: Bool) {
        install(in: application, isLate: isLate)
        // Unstructured: runs until the process ends.
        Task { [bellhop, activities, prepare] in
            await prepare()
            await withDiscardingTaskGroup { group in
                group.addTask { await bellhop.run() }
                guard let activities else { return }
                group.addTask { await activities.run() }
                group.addTask { await activities.follow(bellhop.updates(includingCards: false)) }
            }
        }
    }

    @discardableResult
    func install(in application: UIApplication, isLate: Bool) -> DelegateOwner {
        let owner = notifications.install(in: .current())
        if !isLate { refresh?.register() }
        // At every launch: the token may have changed, and needs no permission.
        application.registerForRemoteNotifications()
        return owner
    }

    /// The object that receives the notification center's calls.
    var delegateOwner: DelegateOwner { notifications.owner(of: .current()) }

    /// The app's identity with the chosen server and name.
    var identity: AppIdentity { chosenServer?.identity ?? configuration.identity }

    /// Stores the server and the device name that the user chose.
    func remember(_ identity: AppIdentity) {
        guard let chosenServer else { return }
        // At once: pairing continues with it.
        chosenServer.choose(identity.server, deviceName: identity.deviceName)
        // Unstructured: the screen does not wait for the disk.
        Task { await chosenServer.keep() }
    }

    // MARK: Scenes and links

    /// Handles the tap and the links that a scene was connected with. The tap that launched the app may be reported
    /// here alone.
    ///
    /// - Returns: the links that lead to no ``Route``.
    func connected(_ options: UIScene.ConnectionOptions) -> [URL] {
        if let response = options.notificationResponse { notifications.connected(NotificationResponse(response)) }
        return options.urlContexts.map(\.url).filter { !opened($0) }
    }

    /// - Returns: whether the link leads to a ``Route``.
    func opened(_ link: URL) -> Bool {
        guard let route = Route(link: link.absoluteString) else { return false }
        start { [bellhop] in await bellhop.opened(route) }
        return true
    }

    func becameActive() {
        start { [bellhop, chosenServer, activities] in
            await bellhop.becameActive()
            await chosenServer?.restore(in: bellhop)
            await activities?.foreground()
        }
        guard configuration.permission == .atFirstLaunch, !hasAskedForPermission else { return }
        hasAskedForPermission = true
        start { [bellhop, configuration] in await bellhop.requestAuthorization(configuration.authorization) }
    }

    /// Sends queued requests before the system suspends the app.
    func enteredBackground() {
        // Fails on the Simulator, and when the user has turned off background refresh.
        try? refresh?.submit()
        let hold = time.begin("dev.bellhop.background") {}
        start { [bellhop] in
            await bellhop.enteredBackground()
            await bellhop.sendWaiting()
            await hold.end()
        }
    }

    // MARK: Pushes

    func tokenArrived(_ token: Data) {
        let bytes = Array(token)
        start { [bellhop, configuration] in
            let state = await bellhop.tokenArrived(bytes)
            if case .needsPairing = state, let code = configuration.pairingCode { await bellhop.pair(code: code) }
        }
    }

    func tokenFailed(_ error: any Error) {
        let message = error.localizedDescription
        start { [bellhop] in await bellhop.tokenFailed(message) }
    }

    /// Calls `completion` once, when the work is done or ``pushLimit`` is over.
    func pushArrived(_ userInfo: [AnyHashable: Any], completion: @escaping (UIBackgroundFetchResult) -> Void) {
        let completion = CompletionOnce<UIBackgroundFetchResult>(otherwise: .failed) { completion($0) }
        let payload = PushPayload(userInfo: userInfo)
        start { [bellhop, clock] in
            await withTaskGroup(of: UIBackgroundFetchResult.self) { group in
                group.addTask { UIBackgroundFetchResult(await bellhop.pushArrived(payload)) }
                group.addTask {
                    try? await clock.sleep(until: clock.now + Self.pushLimit)
                    return .failed
                }
                // Before the other task is awaited: it may be slow to notice its cancellation.
                completion.call(await group.next() ?? .failed)
                group.cancelAll()
            }
        }
    }

    /// - Returns: whether the session is Bellhop's; if not, `completion` is not called.
    func uploadsEnded(_ identifier: String, completion: @escaping () -> Void) -> Bool {
        guard let uploads, uploads.owns(identifier) else { return false }
        let completion = CompletionOnce(otherwise: ()) { completion() }
        start { [bellhop] in
            await uploads.ended(identifier)
            // Repeats the request: its response contains the result of the upload.
            await bellhop.sendWaiting()
            completion.call(())
        }
        return true
    }

    private func start(_ work: @escaping @Sendable () async -> Void) {
        // Unstructured: the system calls and does not wait.
        Task { await work() }
    }
}

extension UIBackgroundFetchResult {
    init(_ result: BackgroundResult) {
        self =
            switch result {
            case .newData: .newData
            case .noData: .noData
            case .failed: .failed
            }
    }
}

extension BellhopPorts {
    /// The system's services, for an app. Creating them asks the user for nothing and sends nothing.
    ///
    /// - Parameters:
    ///   - address: the server's address, changed when the device is paired with another server.
    ///   - appGroup: the group that the app shares with its extensions; `nil` keeps files in the app's own container.
    ///   - keychainGroup: with the team's prefix; `nil` when no extension needs the device's key.
    ///   - uploads: the background uploads that send an answer after the system has suspended the app.
    /// - Throws: ``AppGroupMissing`` when the entitlements do not list the group; `CocoaError` when its folder cannot
    ///   be made.
    static func system(
        server address: ServerLocation, appGroup: String?, keychainGroup: String? = nil,
        uploads: BackgroundUploads? = nil
    ) throws -> BellhopPorts {
        let vault = KeychainVault(group: keychainGroup)
        return BellhopPorts(
            center: SystemNotificationCenter(),
            transport: LastingTransport(URLSessionTransport(to: address), to: address, uploads: uploads),
            events: WebSocketEvents(from: address), deviceKey: SecureEnclaveKey(vault: vault),
            digesting: AppleDigesting(), journal: try AppGroupStorage.journal(in: appGroup), vault: vault,
            haptics: SystemHaptics(), reachability: PathReachability(), confirmOwner: Self.confirmOwner,
            receivePushes: { await Self.receivePushes($0) })
    }

    /// Asks for Face ID, Touch ID or the passcode (LocalAuthentication, `deviceOwnerAuthentication`).
    @Sendable
    private static func confirmOwner(_ reason: String) async -> Bool {
        (try? await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason)) ?? false
    }

    @MainActor private static func receivePushes(_ isOn: Bool) {
        if isOn {
            UIApplication.shared.registerForRemoteNotifications()
        } else {
            UIApplication.shared.unregisterForRemoteNotifications()
        }
    }

    /// The app's installation since it last ran here. After ``Installation/restored`` the device must be paired again.
    ///
    /// - Throws: when the Keychain or the journal cannot be read now, for example before the first unlock.
    public func installation() async throws -> Installation {
        try await InstallationMark(journal: journal, vault: vault, randomness: randomness).check()
    }
}
#endif
