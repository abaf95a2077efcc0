import NIOCore
import NIOHPACK
import NIOHTTP1

/// One request and its response over HTTP/1.1 (RFC 9112), for servers that do not speak HTTP/2.
///
/// The handler after NIO's HTTP/1.1 codec. Its connection is not used again.
final class HTTP1Exchange: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let respond: (_ tag: UInt64, HTTP2Response) -> Void
    private var context: ChannelHandlerContext?
    /// The request without a complete response.
    private var pending: (tag: UInt64, responseLimit: Int)?
    private var response: HTTP2Response?
    private(set) var acceptsRequest = true

    /// - Parameter respond: Called with the complete response; the connection must then be closed.
    init(respond: @escaping (_ tag: UInt64, HTTP2Response) -> Void) { self.respond = respond }

    /// The handlers of an exchange, in the order of the pipeline.
    func handlers(headerListLimit: Int) -> [any ChannelHandler] {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderListSize = headerListLimit
        // Drops informational responses (RFC 9110 §15.2).
        let decoder = HTTPResponseDecoder(limitConfiguration: limits)
        return [HTTPRequestEncoder(), ByteToMessageHandler(decoder), self]
    }

    /// - Throws: ``HTTP2StreamFailure/notProcessed`` for a second request, or ``HTTP2StreamFailure/invalidRequest``.
    func send(_ request: HTTP2Request, tag: UInt64) throws(HTTP2StreamFailure) {
        guard acceptsRequest, let context else { throw .notProcessed }
        // A space would end the target of the request line (RFC 9112 §3).
        guard request.isValid, !request.head.path.utf8.contains(UInt8(ascii: " ")) else { throw .invalidRequest }
        acceptsRequest = false
        pending = (tag, request.responseLimit)
        context.write(wrapOutboundOut(.head(Self.head(request))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: request.body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    private static func head(_ request: HTTP2Request) -> HTTPRequestHead {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: request.head.path)
        for field in request.shared.fields + request.head.fields {
            switch field.name {
            case ":method": head.method = HTTPMethod(rawValue: field.value)
            case ":authority": head.headers.add(name: "host", value: field.value)
            case ":scheme": break
            default: head.headers.add(name: field.name, value: field.value)
            }
        }
        head.headers.replaceOrAdd(name: "content-length", value: String(request.body.count))
        head.headers.replaceOrAdd(name: "connection", value: "close")
        return head
    }

    /// Ends the exchange without a response.
    ///
    /// - Returns: The tag of the request, if one was sent and has no complete response.
    func abandon() -> UInt64? {
        acceptsRequest = false
        return pending.take()?.tag
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let pending else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            // Only 101 arrives here, which the request did not ask for.
            guard head.status.code >= 200 else {
                return context.fireErrorCaught(NIOHTTPDecoderError.unsolicitedResponse)
            }
            response = HTTP2Response(
                status: Int(head.status.code), headers: HPACKHeaders(httpHeaders: head.headers), body: ByteBuffer(),
                isTruncated: false)
        case .body(var bytes):
            let room = pending.responseLimit - (response?.body.readableBytes ?? 0)
            guard bytes.readableBytes > room else {
                response?.body.writeBuffer(&bytes)
                return
            }
            if var part = bytes.readSlice(length: room) { response?.body.writeBuffer(&part) }
            response?.isTruncated = true
            // The rest is not needed, and the connection is not used again.
            complete(pending.tag)
        case .end: complete(pending.tag)
        }
    }

    private func complete(_ tag: UInt64) {
        guard let response else { return }
        pending = nil
        respond(tag, response)
    }
}
