import BellhopClient
import BellhopDelivery
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopSimulators
import BellhopStore
import BellhopStoreSQLite
import Crypto
import Foundation
import Logging
import ServiceLifecycle
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI

/// Everything real in one process, with two phones on the real BellhopKit.
@Suite("Twenty approvals at once", .timeLimit(.minutes(2)))
struct BurstTests {
    /// A server that folds bursts, with two phones, while `body` runs.
    private func run(
        _ body: @escaping @Sendable (_ agent: BellhopClient, [SimulatedPhone]) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-burst-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let store = try SQLiteStore.open(folder: folder.path, options: SQLiteOptions(burst: BurstLimits()))
        let assembly = ServerAssembly(store: store, logger: logger)
        let keys = try #require(try await FirstKeys.make(with: assembly.keys))
        let time = assembly.time
        let simulated = try await SimulatedGateways.start(time: { time.now }, metrics: assembly.metrics, logger: logger)
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let services = assembly.services(
            configuration: ServerConfiguration(port: 0), gateways: simulated.gateways,
            onListening: { listening.yield($0) })
        let group = ServiceGroup(configuration: .init(services: services.map { .init(service: $0) }, logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let server = "http://127.0.0.1:\(try #require(await ports.first { _ in true }))"
            let phones = try ["iPhone", "iPad"].map { name in
                try SimulatedPhone(
                    .init(name: name, server: server, folder: folder.appending(path: name)), pushes: simulated.apns)
            }
            try await withThrowingTaskGroup(of: Void.self) { running in
                for phone in phones { running.addTask { await phone.run() } }
                try await BellhopClient.with(ServerAddress(server), key: keys.admin) { admin in
                    for phone in phones { await phone.pair(code: try await admin.createPairing().code) }
                }
                try await BellhopClient.with(ServerAddress(server), key: keys.agent) { try await body($0, phones) }
                running.cancelAll()
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private static func approval(_ number: Int) -> AskRequest {
        let input = "npm test \(number)"
        let digest = Hex.encode(SHA256.hash(data: Data(input.utf8)))
        return AskRequest(
            content: .init(
                title: "Run a command?", body: input, toolName: "Bash", input: input, inputDigest: digest,
                origin: Origin(agent: "claude", project: "shop")),
            sessionID: "run-1", expiresIn: 600)
    }

    @Test("Both lock screens show three and one for seventeen, which counts down as they are answered, and goes")
    func burst() async throws {
        try await run { agent, phones in
            var asks: [Ask] = []
            for number in 0..<20 { asks.append(try await agent.createAsk(Self.approval(number)).ask) }
            for phone in phones {
                let screen = try #require(await phone.screen(within: .seconds(20)) { $0.summaryCount == 17 })
                #expect(screen.notifications.count == 4)
                let summary = try #require(screen.notifications.first { $0.payload.summaryID != nil })
                #expect(summary.payload.aps.alert?.title == "17 approval requests for shop")
                #expect(summary.actions.isEmpty)
                let alone = screen.notifications.filter { $0.payload.summaryID == nil }
                #expect(Set(alone.compactMap(\.payload.askID)) == Set(asks.prefix(3).map(\.id)))
                #expect(alone.allSatisfy { !$0.actions.isEmpty })
            }
            for ask in asks[3..<10] { _ = try await agent.withdrawAsk(ask.id, reason: .agentEnded) }
            for phone in phones {
                #expect(await phone.screen(within: .seconds(20)) { $0.summaryCount == 10 } != nil)
            }
            for ask in asks[10...] { _ = try await agent.withdrawAsk(ask.id, reason: .agentEnded) }
            for phone in phones {
                let screen = await phone.screen(within: .seconds(20)) { $0.summaryCount == nil }
                #expect(screen?.notifications.count == 3)
            }
        }
    }
}

extension PhoneScreen {
    /// How many the summary on it stands for.
    fileprivate var summaryCount: Int? { notifications.lazy.compactMap(\.payload.summaryCount).first }
}
