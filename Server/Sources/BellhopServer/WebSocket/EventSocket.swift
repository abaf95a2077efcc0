import BellhopCore
import BellhopModel
import NIOCore
import NIOWebSocket
import Synchronization

/// Sends a user's events over one WebSocket, one JSON text frame each, until either side closes it.
///
/// The stream begins with the badge, so that a client has the current number after connecting. Text from the client is
/// ignored, because every operation of a client has a route. A socket has no task, because most sockets are idle, and
/// the stack of a task would be the largest part of their memory.
final class EventSocket: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// A user event that controls the socket from another thread.
    enum Command: Sendable {
        /// The queue has changed.
        case send
        case ping
        case close(WebSocketErrorCode)
    }

    private let badge: Int
    private let queue: EventQueue
    private var isClosing = false

    /// - Parameters:
    ///   - badge: the count for the first event.
    ///   - queue: the later events, from before `badge` was read.
    init(badge: Int, queue: EventQueue) {
        self.badge = badge
        self.queue = queue
    }

    func handlerAdded(context: ChannelHandlerContext) {
        send(.text, Self.json(.badge(badge)), context)
        // Commands before this call have had no effect.
        sendEvents(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .ping:
            // Not for a client that does not read: its pongs would fill the memory.
            if context.channel.isWritable { send(.pong, frame.unmaskedData, context) }
        case .connectionClose:
            var data = frame.unmaskedData
            close(data.readSlice(length: min(2, data.readableBytes)) ?? ByteBuffer(), context)
        default: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case Command.send: sendEvents(context)
        case Command.ping where isClosing: context.close(promise: nil)
        case Command.ping: send(.ping, ByteBuffer(), context)
        case Command.close(let code): close(code, context)
        case is ChannelShouldQuiesceEvent: close(.goingAway, context)
        case ChannelEvent.inputClosed: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? NIOWebSocketError else { return context.close(promise: nil) }
        close(error == .invalidFrameLength ? .messageTooLarge : .protocolError, context)
    }

    private func sendEvents(_ context: ChannelHandlerContext) {
        let (events, hasEnded) = queue.take()
        guard !isClosing else { return }
        for event in events {
            let frame = WebSocketFrame(fin: true, opcode: .text, data: Self.json(event))
            context.write(wrapOutboundOut(frame)).whenComplete { [queue] _ in queue.wrote() }
        }
        context.flush()
        // The client is too slow, or the server stops. The client reconnects and reads the lists.
        if hasEnded { close(.unknown(1013), context) }
    }

    private func close(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        close(data, context)
    }

    /// Closes the connection when the close frame is written; without waiting when called again.
    private func close(_ data: ByteBuffer, _ context: ChannelHandlerContext) {
        guard !isClosing else { return context.close(promise: nil) }
        isClosing = true
        let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
        context.writeAndFlush(wrapOutboundOut(frame)).assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }

    private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
    }

    private static func json(_ event: ServerEvent) -> ByteBuffer {
        ByteBuffer(bytes: (try? CanonicalJSON.encode(event)) ?? [])
    }
}

/// The events of one socket that are not written.
final class EventQueue: Sendable {
    private struct State {
        var events: [ServerEvent] = []
        var unwritten = 0
        var hasEnded = false
    }

    private let channel: any Channel
    private let state = Mutex(State())

    init(of channel: any Channel) { self.channel = channel }

    /// Adds an event of the hub, or its end. The events of a burst are handed to the event loop at once.
    ///
    /// - Returns: `false` when too many events are not written.
    func add(_ event: ServerEvent?) -> Bool {
        let isFirst: Bool? = state.withLock { state in
            let isFirst = state.events.isEmpty
            if let event {
                guard state.unwritten < EventHub.buffer else { return nil }
                state.unwritten += 1
                state.events.append(event)
            } else {
                state.hasEnded = true
            }
            return isFirst
        }
        if isFirst == true {
            // Later, also when this is its event loop, because the hub holds a lock.
            channel.eventLoop.execute { [channel] in
                channel.pipeline.fireUserInboundEventTriggered(EventSocket.Command.send)
            }
        }
        return isFirst != nil
    }

    func take() -> (events: [ServerEvent], hasEnded: Bool) {
        state.withLock { state in
            defer { state.events = [] }
            return (state.events, state.hasEnded)
        }
    }

    /// Records that an event was written, or that the connection is lost.
    func wrote() { state.withLock { $0.unwritten -= 1 } }
}

/// The open sockets of the server. Pings them, and closes those whose key is no longer valid.
///
/// Pings detect dead connections, and keep live ones open in middleboxes.
final class OpenSockets: Sendable {
    private struct Socket {
        let channel: any Channel
        let credentials: Credentials
    }

    private static let pingInterval: Duration = .seconds(30)

    private let sockets = Mutex<[ObjectIdentifier: Socket]>([:])
    private let isAllowed: @Sendable (Credentials) async throws -> Bool

    /// - Parameter isAllowed: checks that a key may still open a socket; throws when the store fails.
    init(isAllowed: @escaping @Sendable (Credentials) async throws -> Bool) { self.isAllowed = isAllowed }

    private var all: [Socket] { sockets.withLock { Array($0.values) } }

    /// Adds a socket until it is closed.
    func add(_ channel: any Channel, _ credentials: Credentials) {
        let id = ObjectIdentifier(channel)
        sockets.withLock { $0[id] = Socket(channel: channel, credentials: credentials) }
        channel.closeFuture.whenComplete { _ in self.sockets.withLock { $0[id] = nil } }
    }

    /// Pings all sockets at an interval until the task is cancelled.
    func ping(time: any TimeSource) async throws {
        while true {
            try await time.sleep(until: time.now + Self.pingInterval)
            var storeResponds = true
            for socket in all {
                // A failing store says nothing about a key, and must not delay the other pings.
                let isValid = storeResponds ? try? await isAllowed(socket.credentials) : true
                if isValid == nil { storeResponds = false }
                let command: EventSocket.Command = isValid == false ? .close(.policyViolation) : .ping
                socket.channel.pipeline.fireUserInboundEventTriggered(command)
            }
        }
    }

    /// Returns when all sockets are closed. They close themselves on a shutdown.
    func waitUntilClosed() async {
        for socket in all { try? await socket.channel.closeFuture.get() }
    }

    /// Closes all connections without a close frame.
    func close() {
        for socket in all { socket.channel.close(promise: nil) }
    }
}
