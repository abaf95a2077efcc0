import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopSimulators
import BellhopStore
import BellhopTestSupport
import Foundation
import Logging
import ServiceLifecycle
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopTerminal

/// A server, a simulated APNs and paired phones on the real BellhopKit in this process.
struct RunningBellhop: Sendable {
    let url: String
    let keys: FirstKeys
    let agent: BellhopClient
    let phones: [SimulatedPhone]
    /// The source of pushes for a phone that the test creates.
    let pushes: any PushSource
    let store: Store
    /// A temporary folder of the test.
    let folder: URL

    var phone: SimulatedPhone { phones[0] }

    /// - Parameters:
    ///   - pushes: `false` for a server without gateways.
    ///   - acceptsFileKeys: `false` for a server that rejects simulated phones.
    static func run(
        phones names: [String] = ["iPhone"], pushes: Bool = true, acceptsFileKeys: Bool = true,
        options: SQLiteOptions = SQLiteOptions(),
        configure: (inout SimulatedPhone.Configuration) -> Void = { _ in },
        _ body: @escaping @Sendable (RunningBellhop) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let logger = Logger.silent
        let store = try Store(folder: folder.path, options: options)
        let assembly = ServerAssembly(store: store, logger: logger)
        let keys = try #require(try await FirstKeys.make(with: assembly.keys))
        let time = assembly.time
        let simulated = try await SimulatedGateways.start(time: { time.now }, metrics: assembly.metrics, logger: logger)
        let (ports, listening) = AsyncStream<Int>.makeStream()
        var gateways = simulated.gateways
        // The simulated services run without gateways too, and shut down gracefully.
        if !pushes { gateways.byPlatform = [:] }
        let services = assembly.services(
            configuration: ServerConfiguration(port: 0, acceptsFileKeys: acceptsFileKeys), gateways: gateways,
            onListening: { listening.yield($0) })
        let group = ServiceGroup(configuration: .init(services: services.map { .init(service: $0) }, logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let url = "http://127.0.0.1:\(try #require(await ports.first { _ in true }))"
            let phones = try names.map { name in
                var configuration = SimulatedPhone.Configuration(
                    name: name, server: url, folder: folder.url.appending(path: name))
                configure(&configuration)
                return try SimulatedPhone(configuration, pushes: simulated.apns)
            }
            try await withThrowingTaskGroup(of: Void.self) { running in
                for phone in phones { running.addTask { await phone.run() } }
                try await BellhopClient.with(ServerAddress(url), key: keys.admin) { admin in
                    for phone in phones {
                        await phone.pair(code: try await admin.call(API.createPairing, body: PairingRequest()).code)
                        let asks = try await store.asks(of: FirstKeys.owner, state: .pending, limit: 1)
                        if let ask = asks.first { await phones[0].confirm(phone, by: ask.id, isPushed: pushes) }
                        guard case .registered = await phone.screen.registration else {
                            throw CommandFailure("A phone could not be paired.")
                        }
                    }
                }
                try await BellhopClient.with(ServerAddress(url), key: keys.agent) { agent in
                    try await body(
                        RunningBellhop(
                            url: url, keys: keys, agent: agent, phones: phones, pushes: simulated.apns, store: store,
                            folder: folder.url))
                }
                running.cancelAll()
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}
