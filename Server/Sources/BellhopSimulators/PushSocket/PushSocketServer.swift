public import BellhopModel
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
public import ServiceLifecycle

/// The server of a push socket, to which phones in other processes connect.
public final class PushSocketServer: Service {
    private typealias Connection = NIOAsyncChannel<String, ByteBuffer>

    private let host: String
    private let wantedPort: Int
    private let attach: @Sendable (DeviceToken) -> AsyncStream<DeliveredPush>
    private let listener = NIOLockedValueBox<NIOAsyncChannel<Connection, Never>?>(nil)

    /// - Parameter attach: Returns a device's pushes, as `APNsSimulator.attach(token:)` does.
    public init(
        host: String = "127.0.0.1", port: Int = 0,
        attach: @escaping @Sendable (DeviceToken) -> AsyncStream<DeliveredPush>
    ) {
        self.host = host
        wantedPort = port
        self.attach = attach
    }

    /// Opens the port. Does nothing when it is open.
    ///
    /// - Returns: The port.
    /// - Throws: `IOError` when the address cannot be bound.
    @discardableResult
    public func start() async throws -> Int {
        if let port = listener.withLockedValue({ $0?.channel.localAddress?.port }) { return port }
        let opened = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: host, port: wantedPort) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ByteToMessageHandler(LineDecoder(), maximumBufferSize: PushSocket.longestLine))
                    // Half closure lets the last pushes be sent before the connection closes.
                    return try Connection(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        listener.withLockedValue { $0 = opened }
        return opened.channel.localAddress?.port ?? wantedPort
    }

    /// Serves phones until graceful shutdown or cancellation.
    public func run() async throws {
        try await start()
        guard let listener = listener.withLockedValue({ $0 }) else { return }
        do {
            try await cancelWhenGracefulShutdown { try await self.serveAll(of: listener) }
        } catch is CancellationError {
            // Cancellation is the normal end.
        }
    }

    private func serveAll(of listener: NIOAsyncChannel<Connection, Never>) async throws {
        try await listener.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    // An error of one phone must not disconnect the others.
                    group.addTask { try? await self.serve(connection) }
                }
            }
        }
    }

    private func serve(_ connection: Connection) async throws {
        try await connection.executeThenClose { lines, outbound in
            var lines = lines.makeAsyncIterator()
            guard let name = try await lines.next(), let token = DeviceToken(name) else { return }
            let pushes = attach(token)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // The pushes end when another phone connects with this token, or the simulator stops.
                    defer { outbound.finish() }
                    for await push in pushes {
                        let line = try CanonicalJSON.encode(PushSocket.Message(push)) + [UInt8(ascii: "\n")]
                        try await outbound.write(ByteBuffer(bytes: line))
                    }
                }
                // The phone sends nothing more; the end of its input ends the connection.
                while try await lines.next() != nil {}
                group.cancelAll()
            }
        }
    }
}
