import Logging
import NIOCore
import NIOHTTP1
import NIOWebSocket

typealias WebSocketChannel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

/// What takes over a connection once it is a WebSocket; returns when it is done with it.
typealias WebSocketHandler = @Sendable (WebSocketChannel, Logger) async throws -> Void

/// Decides whether a request to upgrade is granted, and who takes over; `nil` refuses, and the request goes through
/// the ordinary routes, which answer it with the error it deserves.
typealias WebSocketRoute = @Sendable (HTTPRequestHead, any Channel) async -> WebSocketHandler?
