import NIOCore
import NIOTLS

/// Stands behind TLS in a channel, and says when it is established.
final class TLSHandshake: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// Fails with what TLS says, ``ConnectFailure/Silence``, or ``ConnectFailure/Closed``.
    let established: EventLoopPromise<Void>
    private let limit: TimeAmount

    init(on eventLoop: any EventLoop, limit: Duration) {
        established = eventLoop.makePromise()
        self.limit = TimeAmount(limit)
    }

    func channelActive(context: ChannelHandlerContext) {
        let (established, channel) = (established, context.channel)
        let alarm = context.eventLoop.scheduleTask(in: limit) {
            established.fail(ConnectFailure.Silence())
            channel.close(promise: nil)
        }
        established.futureResult.whenComplete { _ in alarm.cancel() }
        context.fireChannelActive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent { established.succeed() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        established.fail(ConnectFailure.Closed())
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { established.fail(ConnectFailure.Closed()) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        established.fail(error)
        context.fireErrorCaught(error)
    }
}
