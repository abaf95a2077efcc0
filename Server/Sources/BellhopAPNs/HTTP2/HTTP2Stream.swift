import NIOCore
import NIOHPACK
import NIOHTTP2

/// One request and its response, as the only handler of a stream's channel.
final class HTTP2Stream: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    enum Completion {
        case responded(APNsResponse)
        /// The server did not process the request.
        case notProcessed
        /// The stream ended early; `nil` when it had not begun.
        case interrupted(HTTP2StreamID?)
    }

    private let id: RequestID
    private let headers: HPACKHeaders
    private let body: ByteBuffer
    /// The maximum size of the response body, in bytes.
    private let bodyLimit: Int
    private var connection: HTTP2Connection?
    private var channel: (any Channel)?
    private var isCancelled = false
    /// True if a part of the request may have reached the server.
    private(set) var hasBegun = false
    private var response: APNsResponse?
    private var completion: Completion?

    /// - Parameter connection: Notified once of the completion.
    init(id: RequestID, headers: HPACKHeaders, body: ByteBuffer, bodyLimit: Int, on connection: HTTP2Connection) {
        self.id = id
        self.headers = headers
        self.body = body
        self.bodyLimit = bodyLimit
        self.connection = connection
    }

    /// Sends RST_STREAM with CANCEL, or nothing if the stream has not begun. The connection is not notified.
    func cancel() {
        connection = nil
        isCancelled = true
        channel?.close(promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) { channel = context.channel }

    func handlerRemoved(context: ChannelHandlerContext) { channel = nil }

    func channelActive(context: ChannelHandlerContext) {
        guard !isCancelled else { return context.close(promise: nil) }
        hasBegun = true
        guard body.readableBytes > 0 else {
            return context.writeAndFlush(
                wrapOutboundOut(.headers(.init(headers: headers, endStream: true))), promise: nil)
        }
        context.write(wrapOutboundOut(.headers(.init(headers: headers))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.data(.init(data: .byteBuffer(body), endStream: true))), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .headers(let frame):
            read(frame.headers)
            if frame.endStream { end() }
        case .data(let frame):
            if case .byteBuffer(let bytes) = frame.data { read(bytes) }
            if frame.endStream { end() }
        default:
            break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let error as NIOHTTP2Errors.StreamClosed where error.errorCode == .refusedStream:
            // RFC 9113 §8.7
            completion = .notProcessed
        case is NIOHTTP2Errors.CreatedStreamAfterGoaway:
            completion = .notProcessed
        default:
            break
        }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        complete(completion ?? .interrupted(number))
    }
}

extension HTTP2Stream {
    private var number: HTTP2StreamID? {
        try? channel?.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)
    }

    private func read(_ headers: HPACKHeaders) {
        // Informational responses (1xx) precede the final one (RFC 9110 §15.2); a block without a status is a trailer.
        guard response == nil, let status = headers.first(name: ":status").flatMap(Int.init), status >= 200 else {
            return
        }
        response = APNsResponse(
            status: status, uniqueID: headers.first(name: "apns-unique-id"),
            channelID: headers.first(name: "apns-channel-id"),
            retryAfter: headers.first(name: "retry-after"))
    }

    private func read(_ bytes: ByteBuffer) {
        guard var body = response?.body ?? (response == nil ? nil : ByteBuffer()) else { return }
        body.writeImmutableBuffer(
            bytes.getSlice(
                at: bytes.readerIndex, length: min(bytes.readableBytes, bodyLimit - body.readableBytes))
                ?? ByteBuffer())
        response?.body = body
    }

    private func end() {
        complete(response.map(Completion.responded) ?? .interrupted(number))
    }

    private func complete(_ completion: Completion) {
        let connection = self.connection
        self.connection = nil
        connection?.completed(id, with: completion)
    }
}
