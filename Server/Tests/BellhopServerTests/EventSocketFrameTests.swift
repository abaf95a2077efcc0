import BellhopCore
import BellhopModel
import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import BellhopServer

/// Tests of the channel handler without a network. `loop.run()` stands for the next turn of its event loop.
@Suite("The event socket at the frame level")
struct EventSocketFrameTests {
    private let hub = EventHub()
    private let channel = EmbeddedChannel()
    private let queue: EventQueue
    private var loop: EmbeddedEventLoop { channel.embeddedEventLoop }

    init() throws {
        queue = EventQueue(of: channel)
        _ = hub.subscribe("ada", queue.add)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 443)).wait()
    }

    private func open(behind handlers: any ChannelHandler...) throws {
        let socket = EventSocket(badge: 3, queue: queue)
        try channel.pipeline.syncOperations.addHandlers(handlers + [socket])
        if handlers.isEmpty { #expect(try sent() == [#"text {"count":3,"type":"badge"}"#]) }
    }

    private func receive(_ opcode: WebSocketOpcode, _ data: ByteBuffer) throws {
        try channel.writeInbound(WebSocketFrame(fin: true, opcode: opcode, maskKey: nil, data: data))
    }

    private func publish(_ badges: ClosedRange<Int>) {
        for badge in badges { hub.publish(.badge(badge), to: "ada") }
    }

    /// The sent frames: `text {…}`, `pong a`, `close 1001`, …
    private func sent() throws -> [String] {
        var sent: [String] = []
        while var frame = try channel.readOutbound(as: WebSocketFrame.self) {
            switch frame.opcode {
            case .text: sent.append("text " + String(buffer: frame.data))
            case .ping: sent.append("ping " + String(buffer: frame.data))
            case .pong: sent.append("pong " + String(buffer: frame.data))
            case .connectionClose:
                sent.append("close " + (frame.data.readInteger(as: UInt16.self)?.description ?? ""))
                #expect(frame.data.readableBytes == 0)
            default: sent.append("\(frame.opcode)")
            }
        }
        return sent
    }

    private func texts(_ badges: ClosedRange<Int>) -> [String] {
        badges.map { #"text {"count":\#($0),"type":"badge"}"# }
    }

    @Test("The badge is first, and no event since the subscription is missed")
    func badgeFirst() throws {
        publish(4...5)
        loop.run()
        try channel.pipeline.syncOperations.addHandler(EventSocket(badge: 3, queue: queue))
        #expect(try sent() == texts(3...5))
        publish(6...6)
        loop.run()
        #expect(try sent() == texts(6...6))
    }

    @Test("A socket whose subscription ended before its upgrade is closed with 1013 after the badge")
    func endedBefore() throws {
        hub.finish()
        loop.run()
        try channel.pipeline.syncOperations.addHandler(EventSocket(badge: 3, queue: queue))
        #expect(try sent() == texts(3...3) + ["close 1013"])
    }

    @Test("The events of a burst are sent in order with one hop to the event loop")
    func burst() throws {
        let commands = CommandCounter()
        try open(behind: commands)
        #expect(try sent() == texts(3...3))
        publish(1...200)
        loop.run()
        #expect(commands.count == 1)
        publish(201...256)
        loop.run()
        #expect(commands.count == 2)
        #expect(try sent() == texts(1...256))
    }

    @Test("A client that leaves 256 events unread is closed with 1013, and at the next ping when it does not read that")
    func slow() throws {
        let network = StuckNetwork()
        try open(behind: network)
        publish(1...200)
        loop.run()
        publish(201...256)
        loop.run()
        #expect(hub.subscriberCount == 1)
        publish(257...257)
        #expect(hub.subscriberCount == 0)
        loop.run()
        publish(258...300)
        try receive(.ping, ByteBuffer(string: "a"))
        #expect(channel.isActive)
        network.isStuck = false
        channel.flush()
        #expect(try sent() == texts(3...3) + texts(1...256) + ["close 1013"])
        #expect(!channel.isActive)
    }

    @Test("A close frame that the client does not read closes the connection at the next ping")
    func stuck() throws {
        try open(behind: StuckNetwork())
        hub.finish()
        loop.run()
        #expect(channel.isActive)
        channel.pipeline.fireUserInboundEventTriggered(EventSocket.Command.ping)
        #expect(!channel.isActive)
    }

    @Test("Written events make room for others")
    func written() throws {
        try open()
        for _ in 0..<3 {
            publish(1...256)
            loop.run()
            #expect(try sent() == texts(1...256))
        }
        #expect(hub.subscriberCount == 1)
    }

    @Test("A ping is answered with its data, unless the client does not read")
    func ping() throws {
        try open()
        try receive(.ping, ByteBuffer(string: "abc"))
        #expect(try sent() == ["pong abc"])
        channel.isWritable = false
        try receive(.ping, ByteBuffer(string: "abc"))
        #expect(try sent() == [])
        channel.pipeline.fireUserInboundEventTriggered(EventSocket.Command.ping)
        #expect(try sent() == ["ping "])
    }

    @Test("Other frames of the client are ignored", arguments: [WebSocketOpcode.text, .binary, .continuation, .pong])
    func ignored(_ opcode: WebSocketOpcode) throws {
        try open()
        try receive(opcode, ByteBuffer(string: "abc"))
        #expect(try sent() == [])
        #expect(channel.isActive)
    }

    @Test(
        "The client's close frame is answered with its code, and the connection is closed",
        arguments: [([3, 232], "close 1000"), ([3, 233, 97], "close 1001"), ([], "close ")])
    func closeByClient(_ data: [UInt8], _ reply: String) throws {
        try open()
        try receive(.connectionClose, ByteBuffer(bytes: data))
        publish(1...1)
        loop.run()
        #expect(try sent() == [reply])
        #expect(!channel.isActive)
    }

    @Test("A connection that the client closes without a close frame is closed without one")
    func halfClosure() throws {
        try open()
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(try sent() == [])
        #expect(!channel.isActive)
    }

    @Test("The end of the hub, a revoked key and a shutdown close the socket with their codes")
    func codes() throws {
        let ends: [(String, (EventSocketFrameTests) -> Void)] = [
            ("close 1013", { $0.hub.finish() }),
            (
                "close 1008",
                {
                    $0.channel.pipeline.fireUserInboundEventTriggered(EventSocket.Command.close(.policyViolation))
                }
            ),
            ("close 1001", { $0.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }),
            ("close 1002", { $0.channel.pipeline.fireErrorCaught(NIOWebSocketError.fragmentedControlFrame) }),
            ("close 1009", { $0.channel.pipeline.fireErrorCaught(NIOWebSocketError.invalidFrameLength) }),
        ]
        for (frame, end) in ends {
            let socket = try EventSocketFrameTests()
            try socket.open()
            end(socket)
            socket.loop.run()
            #expect(try socket.sent() == [frame])
            #expect(!socket.channel.isActive)
        }
    }
}

/// Counts the commands to a socket behind it.
private final class CommandCounter: ChannelInboundHandler {
    typealias InboundIn = Never
    private(set) var count = 0

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is EventSocket.Command { count += 1 }
        context.fireUserInboundEventTriggered(event)
    }
}

/// Keeps the frames of a socket behind it while the client does not read.
private final class StuckNetwork: ChannelOutboundHandler {
    typealias OutboundIn = Never
    var isStuck = true

    func flush(context: ChannelHandlerContext) {
        if !isStuck { context.flush() }
    }
}
