import BellhopKit
import BellhopModel
import BellhopTesting
@_spi(Testing) import UserNotifications

@testable import BellhopApple
@testable import BellhopSystem

/// The kit on the system's notification center; everything else is a fake.
struct AppleDevice {
    let clock: ManualClock
    let journal = MemoryJournal()
    let vault = MemoryVault()
    let server: FakeServer
    let ports: BellhopPorts
    let bellhop: Bellhop

    init(sync: (@Sendable (PushPayload) async -> BackgroundResult)? = nil) {
        clock = ManualClock()
        server = FakeServer(clock: clock)
        ports = BellhopPorts(
            center: SystemNotificationCenter(), transport: server, events: FakeEvents(), deviceKey: FakeDeviceKey(),
            digesting: FakeDigest(), journal: journal, vault: vault, haptics: FakeHaptics(),
            reachability: FakeReachability(), clock: clock, randomness: FixedRandomness(), sync: sync)
        bellhop = Bellhop(identity: Fixture.identity, ports: ports)
    }

    /// The runtime of the app on this device.
    @MainActor
    func runtime(
        uploads: BackgroundUploads? = nil, refresh: BackgroundRefresh? = nil,
        configuration: BellhopConfiguration = .simulator()
    ) -> BellhopRuntime {
        BellhopRuntime(configuration, bellhop, ports: ports, uploads: uploads, refresh: refresh)
    }

    static func paired() async throws -> AppleDevice {
        let device = AppleDevice()
        await device.server.addCode("code", for: Fixture.user)
        await device.bellhop.tokenArrived([0xAB, 0xCD, 0x01, 0x23])
        guard case .registered = await device.bellhop.pair(code: "code") else { throw NotPaired() }
        return device
    }

    struct NotPaired: Error {}

    /// An ask on the server, and the content of its push.
    func ask() async -> (ask: Ask, content: UNNotificationContent) {
        let ask = Fixture.ask()
        await server.add(ask)
        return (ask, UNMutableNotificationContent(Fixture.push(ask)))
    }
}

/// An app's own delegate.
final class HostDelegate: NSObject, UNUserNotificationCenterDelegate {
    private let callsBack: Bool
    nonisolated(unsafe) var received: [String] = []  // by one thread at a time

    init(callsBack: Bool = true) { self.callsBack = callsBack }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        received.append("present \(notification.request.identifier)")
        if callsBack { completionHandler([.list]) }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        received.append("respond \(response.notification.request.identifier)")
        if callsBack { completionHandler() }
        if callsBack { completionHandler() }
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?) {
        received.append("settings")
    }
}
