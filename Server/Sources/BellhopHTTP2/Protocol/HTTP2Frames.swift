import NIOCore

/// The frame types of RFC 9113 §6.
enum FrameType: UInt8 {
    case data, headers, priority, resetStream, settings, pushPromise, ping, goAway, windowUpdate, continuation
}

/// The flags of frames. Some have the same value in different frame types.
enum Flag {
    static let endStream: UInt8 = 0x1
    static let acknowledgement: UInt8 = 0x1
    static let endHeaders: UInt8 = 0x4
    static let padded: UInt8 = 0x8
    static let priority: UInt8 = 0x20
}

/// The parameters of SETTINGS (RFC 9113 §6.5.2).
enum Setting: UInt16 {
    case headerTableSize = 1, enablePush, maxConcurrentStreams, initialWindowSize, maxFrameSize, maxHeaderListSize
}

/// The header of a frame (RFC 9113 §4.1).
struct FrameHeader {
    static let size = 9

    let length: Int
    /// `nil` for a type that RFC 9113 does not define.
    let type: FrameType?
    let flags: UInt8
    let stream: UInt32

    /// - Returns: `nil` when `bytes` is shorter than a header.
    init?(_ bytes: ByteBuffer) {
        guard bytes.readableBytes >= Self.size else { return nil }
        self = bytes.withUnsafeReadableBytes { memory in
            FrameHeader(
                length: Int(memory[0]) << 16 | Int(memory[1]) << 8 | Int(memory[2]),
                type: FrameType(rawValue: memory[3]),
                flags: memory[4],
                // The first bit is reserved and ignored.
                stream: UInt32(bigEndian: memory.loadUnaligned(fromByteOffset: 5, as: UInt32.self)) & 0x7FFF_FFFF)
        }
    }

    private init(length: Int, type: FrameType?, flags: UInt8, stream: UInt32) {
        self.length = length
        self.type = type
        self.flags = flags
        self.stream = stream
    }
}

/// Stores the header of a frame.
func storeHeader(
    _ memory: UnsafeMutableRawPointer, _ type: FrameType, flags: UInt8, stream: UInt32, length: Int
) {
    memory.storeBytes(of: (UInt32(truncatingIfNeeded: length) << 8 | UInt32(type.rawValue)).bigEndian, as: UInt32.self)
    memory.storeBytes(of: flags, toByteOffset: 4, as: UInt8.self)
    memory.storeBytes(of: stream.bigEndian, toByteOffset: 5, as: UInt32.self)
}

extension HTTP2ClientConnection {
    mutating func writeHeader(_ type: FrameType, flags: UInt8, stream: UInt32, length: Int) {
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: FrameHeader.size) { memory in
            guard let start = memory.baseAddress else { return 0 }
            storeHeader(start, type, flags: flags, stream: stream, length: length)
            return FrameHeader.size
        }
    }

    /// Writes a frame whose payload is one integer.
    mutating func writeFrame(_ type: FrameType, stream: UInt32, _ value: UInt32) {
        queuedFrames += 1
        writeHeader(type, flags: 0, stream: stream, length: 4)
        output.writeInteger(value)
    }

    mutating func writeGoAway(_ code: HTTP2ErrorCode, _ text: String = "") {
        writeHeader(.goAway, flags: 0, stream: 0, length: 8 + text.utf8.count)
        // The server opens no streams, so none of its streams was processed.
        output.writeInteger(UInt32(0))
        output.writeInteger(code.rawValue)
        output.writeString(text)
    }
}
