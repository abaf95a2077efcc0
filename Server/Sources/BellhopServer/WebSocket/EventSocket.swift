import BellhopCore
import BellhopModel
import Logging
import NIOCore
import NIOWebSocket
import ServiceLifecycle

/// Sends a user's events over one WebSocket, one JSON text frame each, until either side closes it.
///
/// The stream begins with the badge, so that a client has the current number after connecting. Text from the client is
/// ignored, because every operation of a client has a route.
struct EventSocket: Sendable {
    let hub: EventHub
    let user: UserID
    let badge: @Sendable () async throws -> Int
    /// Checks that the key that opened the socket is still valid.
    let isAllowed: @Sendable () async -> Bool
    let time: any TimeSource

    /// The interval of pings, which detect dead connections and keep live ones open in middleboxes. Each ping checks
    /// that the key has not been revoked.
    private static let pingInterval: Duration = .seconds(30)

    func run(on channel: WebSocketChannel, logger: Logger) async throws {
        // Subscribed before the first frame, so that no later event is missed.
        let events = hub.subscribe(user)
        try await channel.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await replyToControlFrames(inbound, outbound) }
                group.addTask { try await send(events, outbound) }
                group.addTask { try await ping(outbound) }
                group.addTask { try await closeOnShutdown(outbound) }
                try await group.next()
                group.cancelAll()
            }
        }
    }

    private typealias Outbound = NIOAsyncChannelOutboundWriter<WebSocketFrame>

    private func send(_ events: AsyncStream<ServerEvent>, _ outbound: Outbound) async throws {
        try await outbound.write(.text(.badge(try await badge())))
        for await event in events { try await outbound.write(.text(event)) }
        guard !Task.isCancelled else { return }
        // The hub ended the stream: this client was too slow, or the server stops. The client reconnects and reads the
        // lists.
        try await outbound.write(.close(.unknown(1013)))
    }

    private func replyToControlFrames(_ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ outbound: Outbound)
        async throws
    {
        for try await frame in inbound {
            switch frame.opcode {
            case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
            case .connectionClose:
                var data = frame.unmaskedData
                let code = data.readSlice(length: min(2, data.readableBytes)) ?? ByteBuffer()
                try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: code))
                return
            default: continue
            }
        }
    }

    private func ping(_ outbound: Outbound) async throws {
        while true {
            try await time.sleep(until: time.now + Self.pingInterval)
            guard await isAllowed() else { return try await outbound.write(.close(.policyViolation)) }
            try await outbound.write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
        }
    }

    private func closeOnShutdown(_ outbound: Outbound) async throws {
        try await gracefulShutdown()
        try await outbound.write(.close(.goingAway))
    }
}

extension WebSocketFrame {
    fileprivate static func text(_ event: ServerEvent) throws -> WebSocketFrame {
        WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: try CanonicalJSON.encode(event)))
    }

    fileprivate static func close(_ code: WebSocketErrorCode) -> WebSocketFrame {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    }
}
