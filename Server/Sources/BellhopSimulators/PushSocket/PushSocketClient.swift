public import BellhopModel
import NIOCore
import NIOPosix

/// The client of a push socket, used by a phone.
public struct PushSocketClient: Sendable {
    private let host: String
    private let port: @Sendable () throws -> Int

    /// - Parameter port: Returns the port for each connection, because a restarted simulator may use another.
    public init(host: String = "127.0.0.1", port: @escaping @Sendable () throws -> Int) {
        self.host = host
        self.port = port
    }

    public init(host: String = "127.0.0.1", port: Int) { self.init(host: host) { port } }

    /// Calls `receive` with each push for `token`, until the simulator closes the connection or the task is cancelled.
    ///
    /// - Parameter attached: Called when the connection is open.
    /// - Throws: `IOError` or `NIOConnectionError` when the connection fails, and the errors of `port`.
    public func pushes(
        for token: DeviceToken, attached: @Sendable () -> Void = {},
        _ receive: @Sendable (DeliveredPush) async throws -> Void
    ) async throws {
        let port = try port()
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ByteToMessageHandler(LineDecoder(), maximumBufferSize: PushSocket.longestLine))
                    return try NIOAsyncChannel<String, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await connection.executeThenClose { lines, outbound in
            try await outbound.write(ByteBuffer(string: token.text + "\n"))
            attached()
            for try await line in lines {
                let message = try CanonicalJSON.decode(PushSocket.Message.self, from: line.utf8)
                if let push = message.push(for: token) { try await receive(push) }
            }
        }
    }
}

/// A source of pushes for a phone.
public protocol PushSource: Sendable {
    /// Calls `receive` with each push for `token`, until the task is cancelled or the service ends.
    ///
    /// - Parameter attached: Called when the connection is open.
    /// - Throws: An error when the connection to the service fails or is lost.
    func pushes(
        for token: DeviceToken, attached: @Sendable () -> Void,
        _ receive: @Sendable (DeliveredPush) async throws -> Void
    ) async throws
}

extension PushSocketClient: PushSource {}

/// Pushes of a simulated APNs in the same process.
extension APNsSimulator: PushSource {
    public func pushes(
        for token: DeviceToken, attached: @Sendable () -> Void,
        _ receive: @Sendable (DeliveredPush) async throws -> Void
    ) async throws {
        let pushes = attach(token: token)
        attached()
        for await push in pushes { try await receive(push) }
    }
}
