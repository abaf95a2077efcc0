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
    static let launch = Launch {
        try Composition()
    } begin: { composition, isLate in
        composition.application.launched(.shared, isLate: isLate)
        composition.start()
    }

    let application: BellhopApplication
    let model: AppModel
    let pairing: PairingModel

    private let bellhop: Bellhop
    private let activities: LiveActivitySync
    private let server: PairedServer
    #if DEBUG
    let samples: SampleSender
    #endif

    /// In Info.plist, under `BGTaskSchedulerPermittedIdentifiers`, as well.
    private static let refreshTask = "dev.bellhop.refresh"

    /// - Throws: ``AppGroupMissing`` and errors of the file system: nothing can be kept then.
    private init() throws {
        let address = ServerLocation()
        let uploads = BackgroundUploads(folder: .cachesDirectory.appending(path: "Uploads"))
        let ports = try BellhopPorts.system(
            server: address, appGroup: SharedGroups.appGroup ?? "", keychainGroup: SharedGroups.keychainGroup,
            uploads: uploads)
        let server = PairedServer(.present, address, kept: PairedServerStorage(ports.journal))
        self.server = server
        bellhop = Bellhop(
            identity: server.identity, ports: ports.withServerItems { address.server })
        #if DEBUG
        samples = SampleSender(center: ports.center, bellhop: bellhop, activities: SystemActivities())
        #endif
        activities = LiveActivitySync(
            port: SystemActivities(), server: bellhop.activityTokens, journal: ports.journal,
            digesting: ports.digesting,
            serverClock: bellhop.clock)
        let refresh = BackgroundRefresh(identifier: Self.refreshTask) { [bellhop] in
            await bellhop.refreshInBackground(until: SystemClock().now + .seconds(25))
        }
        application = BellhopApplication(bellhop, uploads: uploads, refresh: refresh)
        model = AppModel(bellhop)
        pairing = PairingModel(server.identity, in: model) { identity in
            // At once, because pairing goes on with it.
            server.choose(identity.server, deviceName: identity.deviceName)
            // Unstructured: the screen does not wait for the disk.
            Task { await server.keep() }
        }
    }

    /// Everything that goes on by itself, for as long as the process lives.
    func start() {
        // Unstructured: its life is the process's, which ends without a word.
        Task { [bellhop, activities] in
            await ActivityAnswers.shared.register(bellhop)
            await withDiscardingTaskGroup { group in
                group.addTask { await bellhop.run() }
                group.addTask { await activities.run() }
                group.addTask { await activities.follow(bellhop.updates(includingCards: false)) }
            }
        }
    }

    func becameActive() {
        application.becameActive()
        // Unstructured: the scene does not wait for it.
        Task { [bellhop, server, activities] in
            await server.restore(in: bellhop)
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
        let (identity, device) = (server.identity, UIDevice.current)
        return "\(identity.app) \(identity.appVersion ?? ""), \(device.systemName) \(device.systemVersion)"
    }
}
