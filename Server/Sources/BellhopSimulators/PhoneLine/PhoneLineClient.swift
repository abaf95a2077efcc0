public import BellhopModel
import NIOCore
import NIOPosix

/// The phone's end of the line.
public struct PushSocketClient: Sendable {
    private let host: String
    private let port: @Sendable () throws -> Int

    /// - Parameter port: asked anew for every connection, for a simulator that is started again may have another.
    public init(host: String = "127.0.0.1", port: @escaping @Sendable () throws -> Int) {
        self.host = host
        self.port = port
    }

    public init(host: String = "127.0.0.1", port: Int) { self.init(host: host) { port } }

    /// Calls `receive` with each push for `token`, until the simulator hangs up or the task is cancelled.
    ///
    /// - Parameter attached: called once there is a connection.
    /// - Throws: `IOError` or `NIOConnectionError` when there is no connection, and what tells the port.
    public func pushes(
        for token: DeviceToken, attached: @Sendable () -> Void = {},
        _ receive: @Sendable (DeliveredPush) async throws -> Void
    ) async throws {
        let port = try port()
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ByteToMessageHandler(LineDecoder(), maximumBufferSize: PhoneLine.longestLine))
                    return try NIOAsyncChannel<String, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await connection.executeThenClose { lines, outbound in
            try await outbound.write(ByteBuffer(string: token.text + "\n"))
            attached()
            for try await line in lines {
                let message = try CanonicalJSON.decode(PhoneLine.Message.self, from: line.utf8)
                if let push = message.push(for: token) { try await receive(push) }
            }
        }
    }
}
