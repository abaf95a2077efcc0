import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopCore
import BellhopHook
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopStore
import Foundation
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Trust in a second device, end to end", .timeLimit(.minutes(10)))
struct TrustJourneyTests {
    /// Runs a second phone of the same owner that pairs with a code.
    private static func withTablet(
        _ bellhop: RunningBellhop, _ body: @Sendable @escaping (SimulatedPhone, RegistrationState) async throws -> Void
    ) async throws {
        let tablet = try SimulatedPhone(
            .init(name: "iPad", server: bellhop.url, folder: bellhop.folder.appending(path: "iPad")),
            pushes: bellhop.pushes)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await tablet.run() }
            let code = try await BellhopClient.with(ServerAddress(bellhop.url), key: bellhop.keys.admin) {
                try await $0.call(API.createPairing, body: PairingRequest()).code
            }
            try await body(tablet, await tablet.pair(code: code))
            tasks.cancelAll()
        }
    }

    /// Runs a hook that has pinned only the user's first device.
    private static func hook(
        _ bellhop: RunningBellhop, onAccepted: @escaping @Sendable (Ask) async -> Void
    ) async throws -> HookReply {
        let root = try #require(try await bellhop.agent.call(API.listDevices).items.first)
        let key = try #require(root.publicKey.flatMap { Base64.decode($0) })
        let scene = HookFixture(bellhop: bellhop, agent: .claude)
        var run = TestHook(
            agent: .claude, client: bellhop.agent, trusted: .pinned([root.id: key], acceptsFileKeys: true),
            wait: .seconds(60), notifyOnly: false, host: nil, state: scene.state, time: HookFixture.unhurried)
        run.onAccepted = onAccepted
        return await run.run(try scene.event("PermissionRequest", HookFixture.bash))
    }

    private static func enrolment(_ bellhop: RunningBellhop) async throws -> Ask {
        let pending = try await bellhop.store.asks(of: FirstKeys.owner, state: .pending, limit: 9)
        return try #require(pending.first { $0.request.isEnrolment })
    }

    @Test("A second phone shows the same key as the first, and its answers are accepted after approval on the first")
    func consent() async throws {
        try await RunningBellhop.run { bellhop in
            try await Self.withTablet(bellhop) { tablet, state in
                guard case .waitingForTrust(let id, _, let fingerprint) = state else {
                    Issue.record("\(state)")
                    return
                }
                let ask = try await Self.enrolment(bellhop)
                let shown = await bellhop.phone.screen { screen in
                    screen.notifications.contains { $0.payload.askID == ask.id }
                }
                let body = shown?.notifications.first { $0.payload.askID == ask.id }?.payload.aps.alert?.body
                #expect(body?.contains(fingerprint) == true)
                let drawn = PhoneView(display: .plain)
                    .lines(of: await tablet.screen, now: await tablet.now, width: 80)
                #expect(drawn.contains { $0.plain.contains(fingerprint) })

                await bellhop.phone.confirm(tablet, by: ask.id)
                guard case .registered(id, _) = await tablet.screen.registration else {
                    Issue.record("the second phone still waits")
                    return
                }
                let reply = try await Self.hook(bellhop) { ask in _ = await tablet.answer(ask.id, .approve) }
                #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains("allow"))
            }
        }
    }

    @Test("A second phone shows nothing and its answers are ignored before approval")
    func waiting() async throws {
        try await RunningBellhop.run { bellhop in
            try await Self.withTablet(bellhop) { tablet, _ in
                let reply = try await Self.hook(bellhop) { ask in
                    _ = await tablet.answer(ask.id, .approve)
                    _ = await bellhop.phone.answer(ask.id, .deny(message: nil))
                }
                #expect(String(decoding: reply.standardOutput, as: UTF8.self).contains("deny"))
                let screen = await tablet.screen
                // The phone shows only its own notice that the answer was not sent.
                #expect(screen.pending.isEmpty)
                #expect(screen.notifications.allSatisfy { $0.payload.aps.alert?.body?.contains("npm test") != true })
            }
        }
    }

    @Test("The hook rejects a device whose approval was forged on the server")
    func forged() async throws {
        try await RunningBellhop.run { bellhop in
            try await Self.withTablet(bellhop) { tablet, _ in
                let ask = try await Self.enrolment(bellhop)
                let root = try #require(try await bellhop.agent.call(API.listDevices).items.first)
                let forged = SignedAnswer(
                    answer: .approve, deviceID: root.id, deviceName: root.name,
                    signature: Base64.encode([UInt8](repeating: 1, count: 64)))
                _ = try await bellhop.store.transition(
                    ask.id, .answered(forged, inputDigest: ask.request.inputDigest), at: ask.createdAt)
                await tablet.refresh(within: .seconds(5))
                guard case .registered = await tablet.screen.registration else {
                    Issue.record("the forged approval was not stored")
                    return
                }
                let reply = try await Self.hook(bellhop) { ask in _ = await tablet.answer(ask.id, .approve) }
                #expect(reply.standardOutput.isEmpty)
                #expect(reply.remark?.contains("not trusted here") == true)
            }
        }
    }

    @Test("An admin key cannot pair a simulated phone with a server that does not simulate")
    func selfApproval() async throws {
        try await RunningBellhop.run(phones: [], acceptsFileKeys: false) { bellhop in
            try await Self.withTablet(bellhop) { tablet, state in
                guard case .refused(let message) = state else {
                    Issue.record("\(state)")
                    return
                }
                #expect(message.contains("in a file"))
                let reply = await TestHook(
                    agent: .claude, client: bellhop.agent, trusted: .server, wait: .seconds(1), notifyOnly: false,
                    host: nil, state: HookFixture(bellhop: bellhop, agent: .claude).state
                ).run(
                    try HookFixture(bellhop: bellhop, agent: .claude).event("PermissionRequest", HookFixture.bash))
                #expect(reply.standardOutput.isEmpty)
            }
        }
    }

    @Test("A pinned device with its key in a file is trusted only while the server simulates")
    func pinnedFileKey() {
        let device = ClientSettings.KnownDevice(
            id: DeviceID(high: 1, low: 2), name: "Phone", publicKey: [4], keyStorage: .file)
        var settings = ClientSettings(url: "http://127.0.0.1:8787", devices: [device])
        #expect(settings.answerTrust.pins?.isEmpty == true && settings.answerTrust.refused == [device.id])
        settings.simulator = .init(phonePort: 1)
        #expect(settings.answerTrust.pins == [device.id: [4]])
    }

    @Test("Recovery works on the data folder without a key, and notifies every device")
    func recovery() async throws {
        try await RunningBellhop.run { bellhop in
            let command = try RecoverCommand.parse(["--data", bellhop.folder.path])
            try await command.run()
            let titles = try await bellhop.store.notifications(of: FirstKeys.owner, before: nil, limit: 9).map(\.title)
            #expect(titles.contains("Recovery was started on the server"))
            let elsewhere = try RecoverCommand.parse(["--data", bellhop.folder.path + "/none"])
            await #expect(throws: CommandFailure.self) { try await elsewhere.run() }
        }
    }
}
