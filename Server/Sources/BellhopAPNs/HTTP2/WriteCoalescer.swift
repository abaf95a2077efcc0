import NIOCore

/// Coalesces the writes of one event loop tick into few large writes, and flushes once.
///
/// Without it each stream flushes its own request: one TLS record and one system call each, which is more than half of
/// the cost of sending a notification.
final class WriteCoalescer: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The maximum size of a TLS record (RFC 8446 §5.1).
    private static let recordSize = 16_384

    private var batch = ByteBuffer()
    private var promise: EventLoopPromise<Void>?
    private var isFlushDue = false
    private var isRemoved = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = unwrapOutboundIn(data)
        batch.writeBuffer(&bytes)
        if let promise {
            if let first = self.promise { first.futureResult.cascade(to: promise) } else { self.promise = promise }
        }
        if batch.readableBytes >= Self.recordSize { writeBatch(context) }
    }

    func flush(context: ChannelHandlerContext) {
        guard !isFlushDue else { return }
        isFlushDue = true
        context.eventLoop.assumeIsolated().execute { [self] in
            guard isFlushDue, !isRemoved else { return }
            flushNow(context)
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        flushNow(context)
        context.close(mode: mode, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        isRemoved = true
        promise?.fail(ChannelError.ioOnClosedChannel)
        promise = nil
    }

    private func flushNow(_ context: ChannelHandlerContext) {
        isFlushDue = false
        writeBatch(context)
        context.flush()
    }

    private func writeBatch(_ context: ChannelHandlerContext) {
        guard batch.readableBytes > 0 else { return }
        let promise = self.promise
        self.promise = nil
        context.write(wrapOutboundOut(batch), promise: promise)
        batch.clear()
    }
}
