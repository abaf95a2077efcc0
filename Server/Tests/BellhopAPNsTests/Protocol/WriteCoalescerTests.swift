import NIOCore
import NIOEmbedded
import Testing

@testable import BellhopAPNs

@Suite("The write coalescer")
struct WriteCoalescerTests {
    /// Records the writes and flushes that reach the next handler.
    private final class Counter: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        var flushes = 0

        func flush(context: ChannelHandlerContext) {
            flushes += 1
            context.flush()
        }
    }

    private let channel = EmbeddedChannel()
    private let counter = Counter()

    init() throws {
        try channel.pipeline.syncOperations.addHandlers(counter, WriteCoalescer())
    }

    private func outbound() throws -> [String] {
        var writes: [String] = []
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { writes.append(String(buffer: bytes)) }
        return writes
    }

    @Test("writes once at the end of the event loop's tick, with one flush")
    func batch() throws {
        for text in ["a", "b", "c"] { channel.writeAndFlush(ByteBuffer(string: text), promise: nil) }
        #expect(try outbound() == [])
        channel.embeddedEventLoop.run()
        #expect(try outbound() == ["abc"])
        #expect(counter.flushes == 1)

        channel.writeAndFlush(ByteBuffer(string: "d"), promise: nil)
        channel.embeddedEventLoop.run()
        #expect(try outbound() == ["d"])
        #expect(counter.flushes == 2)
    }

    @Test("waits for a flush")
    func unflushed() throws {
        channel.write(ByteBuffer(string: "a"), promise: nil)
        channel.embeddedEventLoop.run()
        #expect(try outbound() == [])
        #expect(counter.flushes == 0)
    }

    @Test("writes in batches of a TLS record")
    func records() throws {
        let half = ByteBuffer(repeating: UInt8(ascii: "x"), count: 8192)
        for _ in 0..<5 { channel.writeAndFlush(half, promise: nil) }
        channel.embeddedEventLoop.run()
        #expect(try outbound().map(\.utf8.count) == [16_384, 16_384, 8192])
        #expect(counter.flushes == 1)
    }

    @Test("writes before the channel closes")
    func close() throws {
        channel.writeAndFlush(ByteBuffer(string: "goodbye"), promise: nil)
        channel.close(promise: nil)
        #expect(try outbound() == ["goodbye"])
        channel.embeddedEventLoop.run()
    }

    @Test("completes the promises of all writes")
    func promises() throws {
        let promises = (0..<3).map { _ in channel.eventLoop.makePromise(of: Void.self) }
        for promise in promises { channel.write(ByteBuffer(string: "x"), promise: promise) }
        channel.flush()
        channel.embeddedEventLoop.run()
        for promise in promises { try promise.futureResult.wait() }
    }
}
