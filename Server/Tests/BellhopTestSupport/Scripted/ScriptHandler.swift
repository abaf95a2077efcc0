import BellhopModel
import Crypto
import Foundation
import NIOCore

/// Parses just enough of HTTP/1.1 to find the end of a request, and responds by the script.
final class ScriptHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let script: Script
    private let received: AsyncStream<UInt8>.Continuation
    private let greeting: String?
    private var buffer: [UInt8] = []
    private var isWebSocket = false
    private var dropsWhenAnswered = false

    /// - Parameter greeting: bytes sent as soon as a client connects.
    init(_ script: Script, greeting: String?, received: AsyncStream<UInt8>.Continuation) {
        self.script = script
        self.greeting = greeting
        self.received = received
    }

    func channelActive(context: ChannelHandlerContext) { if let greeting { write(Array(greeting.utf8), context) } }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = Array(unwrapInboundIn(data).readableBytesView)
        if isWebSocket {
            for byte in bytes { received.yield(byte) }
            if dropsWhenAnswered { context.close(promise: nil) }
            return
        }
        buffer += bytes
        if buffer.firstRange(of: Array("\r\n\r\n".utf8)) != nil, let haste = script.haste {
            write(Array(haste.utf8), context)
            return stopReading(context)
        }
        guard let request = takeRequest() else { return }
        switch script.next(for: request) {
        case .reply(let status, let body, let headers):
            var head = "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.utf8.count)\r\n"
            for (name, value) in headers { head += "\(name): \(value)\r\n" }
            write(Array((head + "\r\n" + body).utf8), context)
        case .bytes(let text, let drops):
            write(Array(text.utf8), context)
            if drops { context.close(promise: nil) }
        case .drop:
            context.close(promise: nil)
        case .cut(let text):
            write(Array(text.utf8), context)
            closer(context)?.close()
        case .reset:
            _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
            closer(context)?.close()
        case .silence, .hasty:
            break
        case .deafness:
            stopReading(context)
        case .webSocket(let frames, let drop):
            isWebSocket = true
            let key = (request.headers["sec-websocket-key"] ?? "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
            let accept = Base64.encode(Insecure.SHA1.hash(data: Array(key.utf8)))
            let head =
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(accept)\r\n\r\n"
            write(Array(head.utf8) + frames, context)
            dropsWhenAnswered = drop == .whenAnswered
            if drop == .atOnce { context.close(promise: nil) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func stopReading(_ context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(.autoRead, value: false)
    }

    private func closer(_ context: ChannelHandlerContext) -> ConnectionCloser? {
        try? context.pipeline.syncOperations.handler(type: ConnectionCloser.self)
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }

    /// Removes a complete request from the beginning of the buffer.
    private func takeRequest() -> Script.Request? {
        let blank = Array("\r\n\r\n".utf8)
        guard let end = buffer.firstRange(of: blank) else { return nil }
        let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ").map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        let length = headers["content-length"].flatMap(Int.init) ?? 0
        guard buffer.count >= end.upperBound + length, words.count == 3 else { return nil }
        let body = String(decoding: buffer[end.upperBound..<(end.upperBound + length)], as: UTF8.self)
        buffer.removeFirst(end.upperBound + length)
        return Script.Request(method: words[0], target: words[1], headers: headers, body: body)
    }
}
