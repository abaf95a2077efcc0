/// Encodes the header fields of requests with HPACK (RFC 7541), without Huffman coding.
///
/// Shared fields become entries of the dynamic table when they are first sent. Other fields are literals without
/// indexing.
struct HeaderEncoder {
    private struct Entry {
        let field: HTTP2Field
        var size: Int { field.name.utf8.count + field.value.utf8.count + 32 }
    }

    private struct Encoding {
        let fields: HTTP2SharedFields
        /// The value of `insertions` for which the indexes are valid.
        let insertions: Int
        let bytes: [UInt8]
    }

    /// The default of SETTINGS_HEADER_TABLE_SIZE. A larger table has no use for requests.
    static let defaultTableSize = 4096
    private static let mostEncodings = 64

    /// The oldest entry first.
    private var table: [Entry] = []
    private var tableSize = 0
    private var maximumTableSize = defaultTableSize
    /// The sizes to announce in the next block: the smallest since the last block, and the current one (§4.2).
    private var announcement: (smallest: Int, last: Int)?
    /// The number of insertions and evictions. Each changes the indexes of entries.
    private var changes = 0
    private var encodings: [ObjectIdentifier: Encoding] = [:]
    private var latest: Encoding?

    /// Applies SETTINGS_HEADER_TABLE_SIZE of the peer.
    mutating func setMaximumTableSize(_ size: Int) {
        let size = min(size, Self.defaultTableSize)
        guard size != maximumTableSize else { return }
        maximumTableSize = size
        evict(for: 0)
        announcement = (min(announcement?.smallest ?? size, size), size)
    }

    /// The maximum number of bytes that `encode` writes.
    static func maximumSize(_ request: HTTP2Request) -> Int {
        32 + request.shared.maximumEncodedSize + request.head.bytes.count
    }

    /// Writes the header block of `request` to `output`, which has room for ``maximumSize(_:)`` bytes.
    ///
    /// - Returns: The number of bytes.
    mutating func encode(_ request: HTTP2Request, into output: UnsafeMutableRawPointer) -> Int {
        var writer = HPACKWriter(output)
        if let (smallest, last) = announcement {
            if smallest < last { writer.integer(smallest, prefix: 5, pattern: 0x20) }
            writer.integer(last, prefix: 5, pattern: 0x20)
            announcement = nil
        }
        // Pseudo-header fields precede the others, in any order (RFC 9113 §8.3).
        writer.bytes(request.head.bytes, 0..<request.head.pathSize)
        encode(request.shared, into: &writer)
        writer.bytes(request.head.bytes, request.head.pathSize..<request.head.bytes.count)
        return writer.count(from: output)
    }

    private mutating func encode(_ fields: HTTP2SharedFields, into writer: inout HPACKWriter) {
        if let latest, latest.fields === fields, latest.insertions == changes {
            return writer.bytes(latest.bytes, latest.bytes.indices)
        }
        if let known = encodings[ObjectIdentifier(fields)], known.insertions == changes {
            latest = known
            return writer.bytes(known.bytes, known.bytes.indices)
        }
        let before = changes
        let start = writer.position
        for field in fields.fields { encode(field, into: &writer) }
        // A block with insertions is sent once: the next one contains the indexes of the new entries.
        guard changes == before else { return }
        if encodings.count >= Self.mostEncodings { encodings = [:] }
        // The object is retained, so that no other object gets its identifier.
        let encoding = Encoding(fields: fields, insertions: changes, bytes: writer.bytes(from: start))
        encodings[ObjectIdentifier(fields)] = encoding
        latest = encoding
    }

    private mutating func encode(_ field: HTTP2Field, into writer: inout HPACKWriter) {
        if let index = StaticTable.field(field) { return writer.integer(index, prefix: 7, pattern: 0x80) }
        if let position = table.lastIndex(where: { $0.field == field }) {
            let index = StaticTable.count + table.count - position
            return writer.integer(index, prefix: 7, pattern: 0x80)
        }
        let entry = Entry(field: field)
        let isInserted = entry.size <= maximumTableSize
        let name = StaticTable.name(field.name) ?? 0
        if isInserted {
            writer.integer(name, prefix: 6, pattern: 0x40)
        } else {
            writer.integer(name, prefix: 4, pattern: 0)
        }
        if name == 0 { writer.text(field.name) }
        writer.text(field.value)
        guard isInserted else { return }
        evict(for: entry.size)
        table.append(entry)
        tableSize += entry.size
        changes += 1
    }

    private mutating func evict(for size: Int) {
        while tableSize + size > maximumTableSize, !table.isEmpty {
            tableSize -= table.removeFirst().size
            changes += 1
        }
    }
}
