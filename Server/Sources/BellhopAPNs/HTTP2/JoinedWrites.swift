import NIOCore

/// Joins what is written during one tick of the event loop into few large writes, and flushes once.
///
/// Without it every request is flushed by its own stream: one TLS record and one system call each, which is more than
/// half of what sending a notification costs.
final class JoinedWrites: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// As much as fits into one TLS record (RFC 8446 §5.1).
    private static let recordSize = 16_384

    private var joined = ByteBuffer()
    private var promise: EventLoopPromise<Void>?
    private var isFlushDue = false
    private var isRemoved = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = unwrapOutboundIn(data)
        joined.writeBuffer(&bytes)
        if let promise {
            if let first = self.promise { first.futureResult.cascade(to: promise) } else { self.promise = promise }
        }
        if joined.readableBytes >= Self.recordSize { passOn(context) }
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
        passOn(context)
        context.flush()
    }

    private func passOn(_ context: ChannelHandlerContext) {
        guard joined.readableBytes > 0 else { return }
        let promise = self.promise
        self.promise = nil
        context.write(wrapOutboundOut(joined), promise: promise)
        joined.clear()
    }
}
