import NIOCore
import NIOHTTP1

/// Decides about an upgrade before NIO's own handler sees the request.
///
/// NIO's typed upgrade handler drops the request when every upgrader declines, and `HTTPDecoder` stops reading after
/// any request with an `Upgrade` field, so a declined upgrade would hang (swift-nio 2.101, November 2026). This handler
/// asks the route first. A declined request loses its `Upgrade` field, is marked `Connection: close` (RFC 9110 §7.6.1)
/// and is answered as ordinary HTTP.
final class UpgradeGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private enum State {
        case idle
        /// The route decides; bytes that arrive until then are buffered here.
        case deciding([HTTPServerRequestPart])
        case decided
    }

    private let decide: @Sendable (HTTPRequestHead) async -> Bool
    private var state = State.idle

    init(decide: @escaping @Sendable (HTTPRequestHead) async -> Bool) { self.decide = decide }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch (state, part) {
        case (.deciding(let waiting), _):
            state = .deciding(waiting + [part])
        case (.idle, .head(let head)):
            guard head.headers.contains(name: "upgrade") else {
                state = .decided
                context.fireChannelRead(data)
                context.pipeline.syncOperations.removeHandler(self, promise: nil)
                return
            }
            state = .deciding([part])
            ask(about: head, context: context)
        default:
            context.fireChannelRead(data)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, case .idle = state { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func ask(about head: HTTPRequestHead, context: ChannelHandlerContext) {
        guard head.asksForWebSocket else { return finish(context: context, granted: false) }
        let decide = decide
        // Unstructured: a channel handler cannot await. The task ends with the decision.
        context.eventLoop.makeFutureWithTask { await decide(head) }.assumeIsolated().whenSuccess { granted in
            if context.channel.isActive { self.finish(context: context, granted: granted) }
        }
    }

    private func finish(context: ChannelHandlerContext, granted: Bool) {
        guard case .deciding(var parts) = state else { return }
        state = .decided
        if !granted, case .head(var head)? = parts.first {
            head.headers.remove(name: "upgrade")
            head.headers.replaceOrAdd(name: "connection", value: "close")
            parts[0] = .head(head)
        }
        for part in parts { context.fireChannelRead(wrapInboundOut(part)) }
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}

extension HTTPRequestHead {
    /// The client's half of the opening handshake is complete (RFC 6455 §4.2.1).
    fileprivate var asksForWebSocket: Bool {
        method == .GET
            && headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
            && headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
            && headers["sec-websocket-version"] == ["13"]
            && headers["sec-websocket-key"].count == 1
    }
}

/// Returns a function that makes the handler of the upgraded connection; `nil` declines the upgrade, and the ordinary
/// route replies with the error.
typealias WebSocketRoute = @Sendable (HTTPRequestHead, any Channel) async -> (@Sendable () -> EventSocket)?
