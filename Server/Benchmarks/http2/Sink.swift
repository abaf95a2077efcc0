import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// An HTTP/2 server that answers each request with 200 and an `apns-id`, without looking at it: the fastest possible
/// peer, so that the client is the bottleneck. It decodes no header fields.
enum Sink {
    static func run(streams: Int) async throws {
        let listener = try await listen(streams: streams)
        // Not by `print`, which buffers when the output is a pipe.
        FileHandle.standardOutput.write(Data("\(listener.localAddress?.port ?? 0)\n".utf8))
        try await listener.closeFuture.get()
    }

    /// - Parameter record: The record of a sink with faults; `nil` for one that answers each request with 200.
    static func listen(streams: Int, _ record: FaultRecord? = nil) async throws -> any Channel {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try Identity.certificate())], privateKey: .privateKey(try Identity.key()))
        tls.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: tls)
        return try await ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1 << 16))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLServerHandler(context: context), SinkHandler(streams: streams, record),
                    ])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }
}

private final class SinkHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Status 200 of the static table, and `apns-id` as a literal without indexing (RFC 7541 §6.2.2).
    private static let block =
        [0x88, 0x00, 0x07] + Array("apns-id".utf8) + [36] + Array("0192f0c4-7b1e-7cc3-8d2a-000000000001".utf8)
    private static let prefaceLength = 24

    private let streams: Int
    private var input = ByteBuffer()
    private var output = ByteBuffer()
    private var hasPreface = false
    private var received = 0

    private let record: FaultRecord?
    /// With a record: the numbers of the pushes whose bodies have not arrived completely, by stream in network byte order.
    private var numbers: [UInt32: Int] = [:]
    /// The last stream of GOAWAY, after it was sent.
    private var lastProcessed = UInt32.max
    private var isCut = false

    init(streams: Int, _ record: FaultRecord?) {
        self.streams = streams
        self.record = record
    }

    func channelActive(context: ChannelHandlerContext) {
        // SETTINGS with MAX_CONCURRENT_STREAMS, and a connection window of 2^31 - 1.
        output.writeBytes([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3])
        output.writeInteger(UInt32(streams))
        output.writeBytes([0, 0, 4, 8, 0, 0, 0, 0, 0])
        output.writeInteger(UInt32((1 << 31) - 1 - 65_535))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        input.writeBuffer(&bytes)
        if !hasPreface {
            guard input.readableBytes >= Self.prefaceLength else { return }
            input.moveReaderIndex(forwardBy: Self.prefaceLength)
            hasPreface = true
        }
        let consumed = input.withUnsafeReadableBytes { memory in
            var position = 0
            while position + 9 <= memory.count {
                let length =
                    Int(memory[position]) << 16 | Int(memory[position + 1]) << 8 | Int(memory[position + 2])
                guard position + 9 + length <= memory.count else { break }
                let (type, flags) = (memory[position + 3], memory[position + 4])
                let stream = memory.loadUnaligned(fromByteOffset: position + 5, as: UInt32.self)
                switch type {
                case 0, 1:
                    if type == 0 { received += length }
                    if type == 1, record != nil {
                        numbers[stream] = Self.number(
                            UnsafeRawBufferPointer(rebasing: memory[..<(position + 9 + length)]))
                    }
                    if flags & 1 != 0 { if let record { react(stream, record) } else { respond(stream) } }
                case 4 where flags & 1 == 0: output.writeBytes([0, 0, 0, 4, 1, 0, 0, 0, 0])
                case 6 where flags & 1 == 0:
                    output.writeBytes([0, 0, 8, 6, 1, 0, 0, 0, 0])
                    output.writeBytes(memory[(position + 9)..<(position + 17)])
                default: break
                }
                position += 9 + length
            }
            return position
        }
        input.moveReaderIndex(forwardBy: consumed)
        if input.readableBytes == 0 { input.clear() }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if received > 1 << 29 {
            output.writeBytes([0, 0, 4, 8, 0, 0, 0, 0, 0])
            output.writeInteger(UInt32(received))
            received = 0
        }
        guard output.readableBytes > 0 || isCut else { return }
        context.writeAndFlush(wrapOutboundOut(output), promise: nil)
        output = context.channel.allocator.buffer(capacity: 1 << 16)
        if isCut { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// - Parameter stream: In network byte order.
    private func respond(_ stream: UInt32) {
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: 9 + Self.block.count) { memory in
            memory[0] = 0
            memory[1] = 0
            memory[2] = UInt8(Self.block.count)
            memory[3] = 1
            memory[4] = 5
            memory.storeBytes(of: stream, toByteOffset: 5, as: UInt32.self)
            memory.baseAddress.map { UnsafeMutableRawBufferPointer(start: $0 + 9, count: Self.block.count) }?
                .copyBytes(from: Self.block)
            return 9 + Self.block.count
        }
    }

    /// The number of the push: the lower half of its `apns-id`, which ends the header block.
    private static func number(_ block: UnsafeRawBufferPointer) -> Int {
        Int(String(decoding: block.suffix(12), as: UTF8.self), radix: 16) ?? 0
    }

    private func react(_ stream: UInt32, _ record: FaultRecord) {
        guard let number = numbers.removeValue(forKey: stream) else { return }
        let id = UInt32(bigEndian: stream)
        let reaction = record.react(to: number, forced: isCut ? .cut : id > lastProcessed ? .goneAway : nil)
        switch reaction {
        case .none, .silent: break
        case .ok: respond(stream)
        case .cut: isCut = true
        case .refused: writeFrame(3, stream: stream, [0, 0, 0, 7])
        case .reset: writeFrame(3, stream: stream, [0, 0, 0, 2])
        case .goneAway:
            guard id <= lastProcessed else { break }
            lastProcessed = id > 2 ? id - 2 : 0
            writeFrame(7, stream: 0, withUnsafeBytes(of: lastProcessed.bigEndian, Array.init) + [0, 0, 0, 0])
        case .status429, .status500, .status503, .shutdown:
            let status = reaction == .status429 ? "429" : reaction == .status500 ? "500" : "503"
            writeFrame(1, flags: 4, stream: stream, [0x08, 3] + Array(status.utf8))
            writeFrame(0, flags: 1, stream: stream, Array(#"{"reason":"\#(reaction.reason ?? "")"}"#.utf8))
        }
    }

    /// - Parameter stream: In network byte order.
    private func writeFrame(_ type: UInt8, flags: UInt8 = 0, stream: UInt32, _ payload: [UInt8]) {
        output.writeBytes([0, 0, UInt8(payload.count), type, flags])
        output.writeInteger(stream, endianness: .little)
        output.writeBytes(payload)
    }
}
