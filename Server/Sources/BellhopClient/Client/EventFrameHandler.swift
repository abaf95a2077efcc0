import BellhopModel
import NIOCore
import NIOWebSocket

/// Turns the frames of a WebSocket into events: the client's side of RFC 6455, for a client that only listens.
final class EventFrameHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let events: AsyncThrowingStream<ServerEvent, any Error>.Continuation
    private let address: ServerAddress
    private let longestSilence: Duration
    private var hasEnded = false

    init(
        _ events: AsyncThrowingStream<ServerEvent, any Error>.Continuation, address: ServerAddress,
        longestSilence: Duration
    ) {
        self.events = events
        self.address = address
        self.longestSilence = longestSilence
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // The connection may have closed during the change of the pipeline, which takes one tick of the event loop.
        if !context.channel.isActive { channelInactive(context: context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text:
            deliver(frame, context)
        case .ping:
            // RFC 6455 §5.5.3: with the ping's own data.
            write(.pong, frame.unmaskedData, context)
        case .connectionClose:
            close(frame, context)
        default:
            break
        }
    }

    private func deliver(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
        // Events are hints, so an unreadable one is ignored.
        guard let event = try? CanonicalJSON.decode(ServerEvent.self, from: frame.unmaskedData.readableBytesView) else {
            return
        }
        if case .dropped = events.yield(event) { end(.fellBehind, context) }
    }

    private func close(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
        var data = frame.unmaskedData
        let code = data.readWebSocketErrorCode()
        var echo = context.channel.allocator.buffer(capacity: 2)
        if let code { echo.write(webSocketErrorCode: code) }
        write(.connectionClose, echo, context)
        if code == .normalClosure {
            end(nil, context)
        } else {
            let reason = code == .goingAway ? "the server is stopping" : "closed by the server"
            end(.connectionLost(address: address.description, reason: reason), context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case IdleStateHandler.IdleStateEvent.read = event {
            end(.timedOut(address: address.description, after: longestSilence), context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(.connectionLost(address: address.description, reason: "closed by the server"), context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(ClientError(network: error, at: address, limit: longestSilence), context)
    }

    /// - Parameter error: `nil` when the server closed the WebSocket.
    private func end(_ error: ClientError?, _ context: ChannelHandlerContext) {
        guard !hasEnded else { return }
        hasEnded = true
        events.finish(throwing: error)
        context.close(promise: nil)
    }

    /// A client masks every frame (RFC 6455 §5.3).
    private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }
}
