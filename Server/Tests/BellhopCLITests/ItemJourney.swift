import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTestSupport
import BellhopTesting
import Foundation
import Logging
import ServiceLifecycle
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopSimulators
@testable import BellhopTerminal

/// A server with a simulated APNs and phones on the real BellhopKit in one process, with a manual clock: two phones of
/// ada and one of ben.
struct ItemJourney: Sendable {
    let admin: BellhopClient
    let phone: SimulatedPhone
    let tablet: SimulatedPhone
    let bens: SimulatedPhone
    private let time: ManualTime
    private let clock: ManualClock

    /// Advances the time on the server and on the phones.
    func advance(by duration: Duration) {
        time.advance(by: duration)
        clock.advance(by: duration)
    }

    /// Delivers a silent push and waits until the app has handled it.
    func sync(_ phone: SimulatedPhone) async -> BackgroundResult? {
        await phone.app?.pushArrived(PushPayload.sync("items"))
    }

    static func run(_ body: @Sendable (ItemJourney) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let (time, clock) = (ManualTime(ManualClock.start), ManualClock())
        let assembly = ServerAssembly(
            store: try Store(folder: folder.path), time: time, logger: logger)
        let keys = try #require(try await FirstKeys.make(with: assembly.keys))
        let simulated = try await SimulatedGateways.start(
            time: { time.now }, metrics: assembly.metrics, logger: logger)
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let services = assembly.services(
            configuration: ServerConfiguration(port: 0, acceptsFileKeys: true), gateways: simulated.gateways,
            onListening: { listening.yield($0) })
        let group = ServiceGroup(configuration: .init(services: services.map { .init(service: $0) }, logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let server = "http://127.0.0.1:\(try #require(await ports.first { _ in true }))"
            func phone(_ name: String) throws -> SimulatedPhone {
                try SimulatedPhone(
                    .init(name: name, server: server, folder: folder.url.appending(path: name)), pushes: simulated.apns,
                    network: ServerNetwork(server), clock: clock, randomness: SystemRandomness())
            }
            let phones = [try phone("iPhone"), try phone("iPad"), try phone("Bens")]
            try await attempt {
                try await BellhopClient.with(ServerAddress(server), key: keys.admin) { admin in
                    try await withPhones(phones, paired: ["ada", "ada", "ben"], by: admin, assembly.store) {
                        try await body(
                            ItemJourney(
                                admin: admin, phone: phones[0], tablet: phones[1], bens: phones[2], time: time,
                                clock: clock))
                    }
                }
            } finally: {
                await group.triggerGracefulShutdown()
            }
            try await tasks.waitForAll()
        }
    }

    private static func withPhones(
        _ phones: [SimulatedPhone], paired users: [UserID], by admin: BellhopClient, _ store: Store,
        _ work: @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for phone in phones { tasks.addTask { await phone.run() } }
            for (phone, user) in zip(phones, users) {
                await phone.pair(code: try await admin.call(API.createPairing, body: PairingRequest(userID: user)).code)
                let asks = try await store.asks(of: user, state: .pending, limit: 1)
                if let ask = asks.first {
                    // Confirmed in the store, because the first phone uses the real `Date`, by which the ask has expired.
                    let consent = SignedAnswer(
                        answer: .approve, deviceID: .make(at: ask.createdAt), deviceName: "a test", signature: "none")
                    _ = try await store.transition(
                        ask.id, .answered(consent, inputDigest: ask.request.inputDigest), at: ask.createdAt)
                    await phone.refresh(within: .seconds(5))
                    _ = await phone.screen { if case .registered = $0.registration { true } else { false } }
                }
                let state = await phone.screen.registration
                guard case .registered = state else { throw CommandFailure("A phone could not be paired: \(state)") }
            }
            try await work()
            tasks.cancelAll()
        }
    }
}

extension SimulatedPhone {
    /// Waits for a notification of this category.
    func shows(_ category: CategoryID, titled title: String? = nil) async -> DeliveredNotification? {
        let screen = await screen { screen in
            screen.notifications.contains { $0.payload.aps.category == category && $0.isTitled(title) }
        }
        return screen?.notifications.first { $0.payload.aps.category == category && $0.isTitled(title) }
    }

    /// Waits until no notification is shown.
    func isClear() async -> Bool { await screen { $0.notifications.isEmpty } != nil }

    /// Unlocks the phone and presses the button with this effect.
    func press(_ effect: ActionEffect, on notification: DeliveredNotification, text: String? = nil) async throws {
        let action = try #require(notification.actions.first { $0.effect == effect })
        await unlock()
        #expect(await perform(action, on: notification, text: text))
    }
}

extension DeliveredNotification {
    fileprivate func isTitled(_ title: String?) -> Bool { title.map { payload.aps.alert?.title == $0 } ?? true }
}
