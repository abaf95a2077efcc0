/// The path and the header fields of one request alone, encoded before it is sent.
///
/// They are literals without indexing (RFC 7541 §6.2.2), so that they do not depend on the connection, and do not evict
/// shared fields from HPACK's dynamic table.
package struct HTTP2Head: Sendable {
    /// The encoded path, then the encoded fields.
    let bytes: [UInt8]
    /// The size of the encoded path. Pseudo-header fields precede the others (RFC 9113 §8.3).
    let pathSize: Int
    /// The size as RFC 9113 §6.5.2 counts it, in bytes.
    let listSize: Int
    /// True if no field can be mistaken for another one or for a line of HTTP/1.1.
    let isValid: Bool

    package init(path: String, fields: [HTTP2Field] = []) {
        let room = fields.reduce(path.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + Self.overhead }
        self.init(room: room, path: path.utf8.count) { bytes in
            _ = bytes.initialize(from: path.utf8)
        } fields: { builder in
            for field in fields { builder.add(field.name, field.value) }
        }
    }

    /// - Parameters:
    ///   - room: At least the size of the path, and of each field with ``overhead``. Otherwise the head is invalid.
    ///   - path: The size of the path, in bytes.
    ///   - write: Initializes the path's bytes.
    ///   - fields: Adds the fields.
    package init(
        room: Int, path: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void, fields: (inout Builder) -> Void
    ) {
        var (pathSize, listSize, isValid) = (0, 0, false)
        bytes = Array(unsafeUninitializedCapacity: max(room, path) + Self.overhead) { memory, count in
            guard let start = UnsafeMutableRawPointer(memory.baseAddress) else { return }
            var builder = Builder(writer: HPACKWriter(start), end: start + memory.count)
            builder.add(path: path, write)
            pathSize = builder.writer.count(from: start)
            fields(&builder)
            count = builder.writer.count(from: start)
            (listSize, isValid) = (builder.listSize, builder.isValid && path > 0)
        }
        (self.pathSize, self.listSize, self.isValid) = (pathSize, listSize, isValid)
    }

    /// The maximum size of a field's encoding beyond its name and value, in bytes.
    package static let overhead = 16

    package struct Builder {
        fileprivate var writer: HPACKWriter
        fileprivate let end: UnsafeMutableRawPointer
        fileprivate var listSize = 0
        fileprivate var isValid = true

        fileprivate mutating func add(path count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
            writer.integer(4, prefix: 4, pattern: 0)
            isValid = writer.text(count: count, write).isFieldValue
            listSize = count + 37
        }

        /// - Parameter name: In lower case.
        package mutating func add(_ name: String, _ value: String) {
            var value = value
            value.withUTF8 { value in
                let size = name.utf8.count + value.count
                guard end - writer.position >= size + HTTP2Head.overhead, value.isFieldValue else {
                    return isValid = false
                }
                writer.name(name)
                _ = writer.text(count: value.count) { _ = $0.initialize(fromContentsOf: value) }
                listSize += size + 32
            }
        }
    }
}

/// Decodes the head, for HTTP/1.1 and for tests.
extension HTTP2Head {
    package var path: String { decoded.first?.value ?? "" }
    package var fields: [HTTP2Field] { Array(decoded.dropFirst()) }

    private var decoded: [HTTP2Field] {
        var fields: [HTTP2Field] = []
        var rest = bytes[...]
        while let index = Self.integer(from: &rest, prefix: 4) {
            let name = index == 4 ? ":path" : StaticTable.name(at: index) ?? Self.text(from: &rest)
            fields.append(HTTP2Field(name, Self.text(from: &rest)))
        }
        return fields
    }

    private static func text(from bytes: inout ArraySlice<UInt8>) -> String {
        let count = integer(from: &bytes, prefix: 7) ?? 0
        defer { bytes = bytes.dropFirst(count) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// An integer of RFC 7541 §5.1.
    private static func integer(from bytes: inout ArraySlice<UInt8>, prefix: Int) -> Int? {
        guard let first = bytes.popFirst() else { return nil }
        var value = Int(first)
        guard value == (1 << prefix) - 1 else { return value }
        var shift = 0
        while let byte = bytes.popFirst() {
            value += Int(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 { break }
        }
        return value
    }
}
