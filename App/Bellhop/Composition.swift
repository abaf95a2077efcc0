import BellhopApple
import BellhopKit
import BellhopLive
import BellhopModel
import BellhopUI
import Foundation
import UIKit

/// The one place where the app is put together. There is one for the process: the system makes the delegates itself, and
/// launches the app for a tap, a push or a button of a Live Activity as well as for a person.
@MainActor
final class Composition {
    static let shared = Result { try Composition() }

    let application: BellhopApplication
    let model: AppModel
    let pairing: PairingModel

    private let bellhop: Bellhop
    private let activities: LiveActivityKeeper
    private let server: ServerAddress
    private let kept: KeptServer
    private var identity: AppIdentity

    /// In Info.plist, under `BGTaskSchedulerPermittedIdentifiers`, as well.
    private static let refreshTask = "dev.bellhop.refresh"

    /// - Throws: ``AppGroupMissing`` and errors of the file system: nothing can be kept then.
    private init() throws {
        let server = ServerAddress()
        let uploads = BackgroundUploads(folder: .cachesDirectory.appending(path: "Uploads"))
        let ports = try BellhopPorts.system(
            server: server, appGroup: SharedGroups.appGroup ?? "", keychainGroup: SharedGroups.keychainGroup,
            uploads: uploads)
        kept = KeptServer(ports.journal)
        // Before the first unlock nothing can be read; it is read again when the app comes to the front.
        let address = (try? kept.readNow()) ?? ""
        server.url = URL(string: address)
        self.server = server
        identity = AppIdentity(present: address)
        bellhop = Bellhop(identity: identity, ports: ports)
        activities = LiveActivityKeeper(
            port: SystemActivities(), server: NoActivityTokens(), journal: ports.journal, digesting: ports.digesting)
        let refresh = BackgroundRefresh(identifier: Self.refreshTask) { [bellhop] in
            await bellhop.refreshInBackground(until: SystemClock().now + .seconds(25))
        }
        application = BellhopApplication(bellhop, uploads: uploads, refresh: refresh)
        model = AppModel(bellhop)
        var remember: @MainActor (AppIdentity) -> Void = { _ in }
        pairing = PairingModel(identity, in: model) { remember($0) }
        remember = { [unowned self] in self.remember($0) }
    }

    /// Everything that goes on by itself, for as long as the process lives.
    func start() {
        // Unstructured: its life is the process's, which ends without a word.
        Task { [bellhop, activities] in
            await ActivityAnswers.shared.register(bellhop)
            await withDiscardingTaskGroup { group in
                group.addTask { await bellhop.run() }
                group.addTask { await activities.run() }
                group.addTask { await activities.follow(bellhop.updates()) }
            }
        }
    }

    func becameActive() {
        application.becameActive()
        // Unstructured: the scene does not wait for it.
        Task { [activities] in
            await restoreServer()
            await activities.foreground()
        }
    }

    /// Links that are not to a place in the app.
    func open(_ links: [URL]) {
        for link in links where PairingLink.isMeant(by: link.absoluteString) {
            pairing.open(link.absoluteString)
            model.navigator.tab = .settings
            model.navigator[.settings] = [.pairing]
        }
    }

    /// The app, its version and the system's.
    var about: String {
        "\(identity.app) \(identity.appVersion ?? ""), \(UIDevice.current.systemName) \(UIDevice.current.systemVersion)"
    }

    // MARK: The server

    private func remember(_ identity: AppIdentity) {
        self.identity = identity
        server.url = URL(string: identity.server)
        // Unstructured: the screen goes on. What cannot be kept now is kept when the app next comes to the front.
        Task { [kept] in try? await kept.keep(identity.server) }
    }

    /// What could not be read at the launch, or kept when it was chosen.
    private func restoreServer() async {
        guard let address = try? await kept.read() else {
            if !identity.server.isEmpty { try? await kept.keep(identity.server) }
            return
        }
        guard identity.server.isEmpty else { return }
        identity.server = address
        server.url = URL(string: address)
        await bellhop.identityChanged(identity)
    }
}
