/// The entries of HPACK's static table that requests use (RFC 7541, appendix A).
enum StaticTable {
    static let count = 61

    static func field(_ field: HTTP2Field) -> Int? {
        switch (field.name, field.value) {
        case (":method", "GET"): 2
        case (":method", "POST"): 3
        case (":scheme", "https"): 7
        default: nil
        }
    }

    private static let names: [(String, Int)] = [
        (":authority", 1), (":method", 2), ("accept", 19), ("authorization", 23), ("content-encoding", 26),
        ("content-length", 28), ("content-type", 31), ("user-agent", 58),
    ]

    static func name(_ name: String) -> Int? { names.first { $0.0 == name }?.1 }

    static func name(at index: Int) -> String? { names.first { $0.1 == index }?.0 }
}

/// Writes HPACK's representations to memory that is large enough.
struct HPACKWriter {
    private(set) var position: UnsafeMutableRawPointer

    init(_ position: UnsafeMutableRawPointer) { self.position = position }

    func count(from start: UnsafeMutableRawPointer) -> Int { position - start }

    func bytes(from start: UnsafeMutableRawPointer) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: start, count: position - start))
    }

    mutating func byte(_ byte: UInt8) {
        position.storeBytes(of: byte, as: UInt8.self)
        position += 1
    }

    mutating func bytes(_ bytes: [UInt8], _ range: Range<Int>) {
        bytes.withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(start: position, count: range.count).copyMemory(
                from: .init(rebasing: source[range]))
        }
        position += range.count
    }

    /// A field name of a literal without indexing (§6.2.2).
    mutating func name(_ name: String) {
        let index = StaticTable.name(name)
        integer(index ?? 0, prefix: 4, pattern: 0)
        if index == nil { text(name) }
    }

    /// A string literal of `count` bytes, which `write` initializes.
    mutating func text(count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) -> UnsafeBufferPointer<UInt8> {
        integer(count, prefix: 7, pattern: 0)
        let bytes = UnsafeMutableBufferPointer(start: position.assumingMemoryBound(to: UInt8.self), count: count)
        write(bytes)
        position += count
        return UnsafeBufferPointer(bytes)
    }

    /// An integer with a prefix of 4 to 7 bits (RFC 7541 §5.1).
    mutating func integer(_ value: Int, prefix: UInt8, pattern: UInt8) {
        let limit = (1 << Int(prefix)) - 1
        guard value >= limit else { return byte(pattern | UInt8(truncatingIfNeeded: value)) }
        byte(pattern | UInt8(truncatingIfNeeded: limit))
        var rest = value - limit
        while rest >= 128 {
            byte(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        byte(UInt8(truncatingIfNeeded: rest))
    }

    /// A string literal without Huffman coding (§5.2).
    mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { source in
            integer(source.count, prefix: 7, pattern: 0)
            if let base = source.baseAddress { position.copyMemory(from: base, byteCount: source.count) }
            position += source.count
        }
    }
}
