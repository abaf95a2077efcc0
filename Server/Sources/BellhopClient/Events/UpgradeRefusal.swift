import NIOCore
import NIOHTTP1

/// Collects the reply of a server that did not become a WebSocket: usually an error that says why.
final class UpgradeRefusal: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private static let longestBody = 64 << 10

    private let promise: EventLoopPromise<HTTPReply>
    private var reply = HTTPReply(status: 0)

    init(_ promise: EventLoopPromise<HTTPReply>) { self.promise = promise }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            reply.status = Int(head.status.code)
            reply.headers = [String: String](head.headers)
        case .body(let bytes):
            reply.body.append(contentsOf: bytes.readableBytesView.prefix(Self.longestBody - reply.body.count))
        case .end:
            promise.succeed(reply)
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.fail(ChannelError.eof)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(error)
        context.close(promise: nil)
    }
}
