import NIOCore
import NIOHPACK
import NIOHTTP2

/// What a provider sees of its connection, in the order in which it happens.
enum ProviderEvent: Sendable {
    case settings(maxStreams: Int?)
    case response(HTTP2StreamID, ProviderResponse)
    case reset(HTTP2StreamID, HTTP2ErrorCode)
    case goAway(last: HTTP2StreamID, code: HTTP2ErrorCode, data: String)
    case closed
}

struct ProviderResponse: Sendable {
    var headers: HPACKHeaders
    var body = ""

    var status: Int? { headers.first(name: ":status").flatMap(Int.init) }
    var apnsID: String? { headers.first(name: "apns-id") }
}

/// Turns the frames of a client's connection into events.
final class ProviderRecorder: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let events: AsyncStream<ProviderEvent>.Continuation
    private var answers: [HTTP2StreamID: ProviderResponse] = [:]

    init(_ events: AsyncStream<ProviderEvent>.Continuation) { self.events = events }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let id = frame.streamID
        switch frame.payload {
        case .headers(let block):
            answers[id] = ProviderResponse(headers: block.headers)
            if block.endStream { finish(id) }
        case .data(let data):
            if case .byteBuffer(let bytes) = data.data { answers[id]?.body += String(buffer: bytes) }
            if data.endStream { finish(id) }
        case .rstStream(let code):
            events.yield(.reset(id, code))
        case .settings(.settings(let settings)):
            events.yield(.settings(maxStreams: settings.last { $0.parameter == .maxConcurrentStreams }?.value))
        case .goAway(let last, let code, let bytes):
            events.yield(.goAway(last: last, code: code, data: bytes.map { String(buffer: $0) } ?? ""))
        default: break
        }
    }

    private func finish(_ id: HTTP2StreamID) {
        guard let answer = answers.removeValue(forKey: id) else { return }
        events.yield(.response(id, answer))
    }

    func channelInactive(context: ChannelHandlerContext) {
        events.yield(.closed)
        events.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
