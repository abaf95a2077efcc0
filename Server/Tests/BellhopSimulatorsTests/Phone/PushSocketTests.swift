import BellhopModel
import BellhopSimulators
import Logging
import NIOConcurrencyHelpers
import ServiceLifecycle
import Testing

@Suite("The push socket between a simulator and a phone in another process", .timeLimit(.minutes(10)))
struct PushSocketTests {
    private static let token = DeviceToken("00aa")!

    private static func push(_ text: String) -> DeliveredPush {
        DeliveredPush(
            token: token, headers: PushHeaders(id: "1", pushType: "alert", collapseID: "ask-1"),
            payload: Array(text.utf8),
            receivedAt: Timestamp(seconds: 1))
    }

    @Test("A phone receives its pushes in order, byte for byte, and is disconnected when the simulator stops")
    func pushes() async throws {
        let (stream, pushes) = AsyncStream<DeliveredPush>.makeStream()
        let server = PushSocketServer { $0 == Self.token ? stream : AsyncStream { $0.finish() } }
        let port = try await server.start()
        for text in ["{}", "{\"a\":\"line\\nfeed\"}"] { pushes.yield(Self.push(text)) }
        let group = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: .init(label: "test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let received = NIOLockedValueBox<[DeliveredPush]>([])
            try await PushSocketClient(port: port).pushes(for: Self.token) { push in
                let count = received.withLockedValue { received in
                    received.append(push)
                    return received.count
                }
                if count == 2 { await group.triggerGracefulShutdown() }
            }
            #expect(received.withLockedValue { $0 } == [Self.push("{}"), Self.push("{\"a\":\"line\\nfeed\"}")])
            try await tasks.waitForAll()
        }
    }

    @Test("A phone whose pushes end receives the last of them, and is disconnected")
    func replaced() async throws {
        let pushes = (0..<100).map { Self.push(String(repeating: "\($0 % 10)", count: 4096)) }
        let server = PushSocketServer { _ in
            AsyncStream { continuation in
                for push in pushes { continuation.yield(push) }
                continuation.finish()
            }
        }
        let port = try await server.start()
        let group = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: .init(label: "test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let received = NIOLockedValueBox<[DeliveredPush]>([])
            try await PushSocketClient(port: port).pushes(for: Self.token) { push in
                received.withLockedValue { $0.append(push) }
            }
            #expect(received.withLockedValue { $0 } == pushes)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test("A phone requests the port for every connection, and reports when it is connected")
    func ports() async throws {
        struct Enough: Error {}
        let texts = ["{\"of\":1}", "{\"of\":2}"]
        let servers = texts.map { text in
            PushSocketServer { _ in AsyncStream { $0.yield(Self.push(text)) } }
        }
        var open: [Int] = []
        for server in servers { open.append(try await server.start()) }
        let ports = NIOLockedValueBox(open)
        let group = ServiceGroup(
            configuration: .init(services: servers.map { .init(service: $0) }, logger: .init(label: "test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let received = NIOLockedValueBox<[DeliveredPush]>([])
            let attached = NIOLockedValueBox(0)
            let phone = PushSocketClient {
                guard let port = ports.withLockedValue({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw Enough() }
                return port
            }
            for _ in 0..<3 {
                await #expect(throws: Enough.self) {
                    try await phone.pushes(for: Self.token, attached: { attached.withLockedValue { $0 += 1 } }) {
                        push in
                        received.withLockedValue { $0.append(push) }
                        throw Enough()
                    }
                }
            }
            #expect(received.withLockedValue { $0 } == texts.map(Self.push))
            #expect(attached.withLockedValue { $0 } == 2)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test("A phone that disconnects is detached, and the next one is served")
    func disconnect() async throws {
        let server = PushSocketServer { _ in
            AsyncStream { continuation in
                continuation.yield(Self.push("{}"))
            }
        }
        let port = try await server.start()
        let group = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: .init(label: "test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            for _ in 0..<3 {
                struct Enough: Error {}
                await #expect(throws: Enough.self) {
                    try await PushSocketClient(port: port).pushes(for: Self.token) { _ in throw Enough() }
                }
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}
