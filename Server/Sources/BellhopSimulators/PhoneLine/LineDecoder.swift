import NIOCore

/// Cuts what arrives into lines that end with a line feed, without it.
struct LineDecoder: NIOSingleStepByteToMessageDecoder {
    typealias InboundOut = String

    mutating func decode(buffer: inout ByteBuffer) throws -> String? {
        guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = buffer.readString(length: end - buffer.readerIndex)
        buffer.moveReaderIndex(forwardBy: 1)
        return line
    }

    mutating func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> String? { try decode(buffer: &buffer) }
}
