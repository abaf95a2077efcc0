import BellhopAgents
import BellhopClient
import BellhopDelivery
import BellhopKit
import BellhopModel
import BellhopServer
import BellhopSimulators
import BellhopStore
import BellhopStoreSQLite
import Foundation
import Logging
import ServiceLifecycle
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI

/// A real server with a simulated APNs and an unlocked phone on the real BellhopKit, for programs that ask.
struct ProtocolJourney: Sendable {
    let client: BellhopClient
    let phone: SimulatedPhone

    func desk(wait: Duration = .seconds(120), trusted: [DeviceID: [UInt8]] = [:]) -> AskDesk {
        AskDesk(line: .open(client, trusted: trusted), wait: wait)
    }

    /// Waits until the phone shows an ask.
    func shownAsk() async throws -> AskID {
        let screen = try #require(
            await phone.screen(within: .seconds(30)) { $0.notifications.contains { $0.payload.askID != nil } })
        return try #require(screen.notifications.compactMap(\.payload.askID).first)
    }

    static func run(_ body: @escaping @Sendable (ProtocolJourney) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-rpc-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let assembly = ServerAssembly(store: try SQLiteStore.open(folder: folder.path), logger: logger)
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
            let phone = try SimulatedPhone(
                .init(name: "iPhone", server: server, folder: folder.appending(path: "phone")), pushes: simulated.apns)
            try await withThrowingTaskGroup(of: Void.self) { running in
                running.addTask { await phone.run() }
                try await BellhopClient.with(ServerAddress(server), key: keys.admin) { admin in
                    await phone.pair(code: try await admin.createPairing().code)
                }
                await phone.unlock()
                try await BellhopClient.with(ServerAddress(server), key: keys.agent) {
                    try await body(ProtocolJourney(client: $0, phone: phone))
                }
                running.cancelAll()
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}

/// The other end of a program's standard streams: what a client of it says and hears, over real pipes.
actor StreamClient {
    /// For the program under test.
    nonisolated let input: ByteSource
    nonisolated let output: ByteSink

    private let descriptors: [Int32]
    private let mouth: ByteSink
    private let ear: ByteSource
    private var lines = LineSplitter(limit: 1 << 20)
    private var heard: [LineSplitter.Piece] = []
    private var isClosed = false

    struct Silence: Error {}

    init() throws {
        var toProgram: [Int32] = [0, 0]
        var fromProgram: [Int32] = [0, 0]
        guard pipe(&toProgram) == 0, pipe(&fromProgram) == 0 else { throw Silence() }
        for end in toProgram + fromProgram { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptors = [toProgram[0], toProgram[1], fromProgram[0], fromProgram[1]]
        input = try .descriptor(toProgram[0])
        mouth = try .descriptor(toProgram[1])
        ear = try .descriptor(fromProgram[0])
        output = try .descriptor(fromProgram[1])
    }

    deinit {
        for (index, descriptor) in descriptors.enumerated() where index != 1 { Foundation.close(descriptor) }
        if !isClosed { Foundation.close(descriptors[1]) }
    }

    func say(_ json: JSONValue) async throws { await say(try CanonicalJSON.encode(json) + [UInt8(ascii: "\n")]) }

    func say(_ bytes: [UInt8]) async { _ = await mouth.write(bytes) }

    /// Ends what the program reads.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        Foundation.close(descriptors[1])
    }

    /// The next message that `condition` holds for; those before it are passed over.
    func hear(where condition: (JSONValue) -> Bool = { _ in true }) async throws -> JSONValue {
        while true {
            while !heard.isEmpty {
                guard case .line(let line) = heard.removeFirst() else { continue }
                let message = try CanonicalJSON.decode(JSONValue.self, from: line)
                if condition(message) { return message }
            }
            heard = lines.split(try await hearBytes())
        }
    }

    /// The next bytes, however they are cut.
    func hearBytes() async throws -> [UInt8] {
        guard let bytes = await ear.read() else { throw Silence() }
        return bytes
    }
}
