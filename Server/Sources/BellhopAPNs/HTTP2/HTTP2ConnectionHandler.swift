import NIOCore
import NIOHTTP2
import NIOTLS

/// Tells an ``HTTP2Connection`` what happens on its channel. Stands last in the pipeline.
final class HTTP2ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let connection: HTTP2Connection

    init(_ connection: HTTP2Connection) { self.connection = connection }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let negotiated) = event as? TLSUserEvent {
            connection.handshakeCompleted(negotiated: negotiated)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.received(unwrapInboundIn(data))
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.end(because: "the server closed the connection")
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case is NIOHTTP2Errors.StreamClosed, is NIOHTTP2Errors.NoSuchStream, is NIOHTTP2Errors.StreamError,
            is NIOHTTP2Errors.CreatedStreamAfterGoaway:
            // These concern one stream, whose own handler sees them too.
            break
        default:
            connection.end(because: "\(error)")
        }
    }
}

extension NIOHTTP2Handler.ConnectionConfiguration {
    /// The peer is APNs, not an attacker: it sends SETTINGS after each error and again after the next success, and
    /// nothing is gained by hanging up on it.
    static let apns: Self = {
        var configuration = Self()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .enablePush, value: 0), HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
        ]
        configuration.controlFrameRateLimit.maximumCount = 10_000
        configuration.maximumConnectionGlitches = 10_000
        return configuration
    }()
}

extension NIOHTTP2Handler.StreamConfiguration {
    static let apns: Self = {
        var configuration = Self()
        configuration.streamResetFrameRateLimit.maximumCount = 10_000
        configuration.streamErrorRateLimit.maximumCount = 10_000
        return configuration
    }()
}
