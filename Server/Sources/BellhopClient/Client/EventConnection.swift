import BellhopModel
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Opens the WebSocket of the event stream (RFC 6455).
struct EventConnection: Sendable {
    let connector: Connector
    let key: Secret?
    let configuration: BellhopClient.Configuration

    typealias Events = AsyncThrowingStream<ServerEvent, any Error>

    /// The maximum size of a frame, in bytes: an event contains an ask with its whole input, escaped.
    private static let longestFrame = 8 << 20
    /// The number of events that a consumer may leave unread.
    private static let mostUnread = 1024

    private enum Upgrade: Sendable {
        case events(Events)
        case refused(EventLoopFuture<HTTPExchange.Reply>)
    }

    /// Returns when the server has accepted the upgrade.
    func open() async throws -> Events {
        do {
            return try await withTimeLimit(configuration.timeout) {
                let head = try requestHead()
                let channel = try await connector.connect { _ in }
                return try await withTaskCancellationHandler {
                    try await upgrade(channel, head)
                } onCancel: {
                    channel.close(promise: nil)
                }
            }
        } catch {
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            throw ClientError(network: error, at: connector.address, limit: configuration.timeout)
        }
    }

    private func upgrade(_ channel: any Channel, _ head: HTTPRequestHead) async throws -> Events {
        let upgraded = try await channel.eventLoop.submit {
            var pipeline = NIOUpgradableHTTPClientPipelineConfiguration(
                upgradeConfiguration: upgradeConfiguration(head))
            // The server sends first: its first frame may arrive in the same packet as its handshake.
            pipeline.leftOverBytesStrategy = .forwardBytes
            return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: pipeline)
        }.get()
        switch try await upgraded.get() {
        case .events(let events):
            return events
        case .refused(let reply):
            let reply = try await reply.get().reply
            channel.close(promise: nil)
            throw ClientError(reply, from: connector.address)
                ?? .unexpectedReply(
                    address: connector.address.description, status: reply.status, reason: "it does not speak WebSocket")
        }
    }

    private func upgradeConfiguration(
        _ head: HTTPRequestHead
    ) -> NIOTypedHTTPClientUpgradeConfiguration<Upgrade> {
        let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(maxFrameSize: Self.longestFrame) { channel, _ in
            channel.eventLoop.makeCompletedFuture { .events(try listen(on: channel)) }
        }
        return NIOTypedHTTPClientUpgradeConfiguration(upgradeRequestHead: head, upgraders: [upgrader]) {
            channel in
            let promise = channel.eventLoop.makePromise(of: HTTPExchange.Reply.self)
            return channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(HTTPExchangeHandler(awaiting: promise))
                return .refused(promise.futureResult)
            }
        }
    }

    private func requestHead() throws -> HTTPRequestHead {
        var headers = HTTPHeaders([("Host", connector.address.authority), ("User-Agent", "bellhop")])
        if let key { headers.add(name: "Authorization", value: try BellhopClient.authorization(key)) }
        return HTTPRequestHead(
            version: .http1_1, method: .GET, uri: connector.address.prefix + API.events.path, headers: headers)
    }

    private func listen(on channel: any Channel) throws -> Events {
        let (events, continuation) = Events.makeStream(bufferingPolicy: .bufferingOldest(Self.mostUnread))
        continuation.onTermination = { termination in
            // A consumer that stops reading closes the WebSocket, unless the server has closed the connection.
            guard case .cancelled = termination else { return }
            var data = ByteBuffer()
            data.write(webSocketErrorCode: .normalClosure)
            let goodbye = WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: .random(), data: data)
            channel.writeAndFlush(goodbye, promise: nil)
            channel.close(promise: nil)
        }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandlers([
            IdleStateHandler(readTimeout: TimeAmount(configuration.longestSilence)),
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024, maxAccumulatedFrameSize: Self.longestFrame),
            EventFrameHandler(
                continuation, address: connector.address, longestSilence: configuration.longestSilence),
        ])
        return events
    }
}
