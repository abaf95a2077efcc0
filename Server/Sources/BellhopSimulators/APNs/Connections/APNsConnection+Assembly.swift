import NIOCore
import NIOHTTP2

extension APNsConnection {
    /// Puts a provider's connection on top of `channel`, whose TLS is there already.
    static func assemble(on channel: any Channel, exchange: APNsExchange) throws {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: exchange.configuration.streams.initial),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
        ]
        // A client answers each change of the stream limit with a control frame, and a fault may reset many streams:
        // neither is an attack here.
        connection.controlFrameRateLimit.maximumCount = 100_000
        connection.maximumRecentlyResetStreams = 1000
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.streamResetFrameRateLimit.maximumCount = 100_000
        stream.streamErrorRateLimit.maximumCount = 100_000
        try channel.pipeline.syncOperations.addHandlers([
            NIOHTTP2Handler(mode: .server, connectionConfiguration: connection, streamConfiguration: stream),
            APNsConnection(exchange: exchange),
        ])
    }
}
