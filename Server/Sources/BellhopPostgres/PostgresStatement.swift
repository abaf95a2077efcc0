#if Postgres
import BellhopSQL
import CPostgres

/// A prepared statement of a connection.
struct PostgresStatement {
    let name: String
    /// The types of its parameters, which the server infers.
    let types: [Oid]

    static let bytea: Oid = 17

    /// Translates the placeholders `?` and `?7` into `$1` and `$7`, except in literals, quoted names and comments. A
    /// plain `?` has the number after the largest one before it, as in SQLite. Operators that contain `?` are not
    /// supported.
    ///
    /// - Returns: the translated text and the number of parameters.
    static func translated(_ sql: String) -> (sql: String, parameters: Int) {
        var scanner = PlaceholderScanner(input: Array(sql.utf8))
        scanner.scan()
        return (String(decoding: scanner.output, as: UTF8.self), scanner.parameters)
    }
}

/// Copies SQL and translates placeholders
/// (https://www.postgresql.org/docs/current/sql-syntax-lexical.html).
private struct PlaceholderScanner {
    let input: [UInt8]
    var output: [UInt8] = []
    var parameters = 0
    private var position = 0

    init(input: [UInt8]) { self.input = input }

    mutating func scan() {
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "?"): placeholder()
            case UInt8(ascii: "'"): quoted(byte, hasEscapes: endsWithEscapePrefix)
            case UInt8(ascii: "\""): quoted(byte, hasEscapes: false)
            case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"):
                while let next = peek(), next != UInt8(ascii: "\n") { copy() }
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): blockComment()
            case UInt8(ascii: "$") where !(output.last.map(Self.isNamePart) ?? false): dollarQuoted()
            default: copy()
            }
        }
    }

    private func peek(_ distance: Int = 0) -> UInt8? {
        position + distance < input.count ? input[position + distance] : nil
    }

    private mutating func copy(_ count: Int = 1) {
        for _ in 0..<count where position < input.count {
            output.append(input[position])
            position += 1
        }
    }

    private mutating func placeholder() {
        position += 1
        var number = 0
        while let byte = peek(), Self.isDigit(byte), number < 100_000 {
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
            position += 1
        }
        if number == 0 { number = parameters + 1 }
        parameters = max(parameters, number)
        output += "$\(number)".utf8
    }

    /// A doubled quote is part of the text; scanning it as two adjacent texts has the same result.
    private mutating func quoted(_ quote: UInt8, hasEscapes: Bool) {
        copy()
        while let byte = peek(), byte != quote { copy(hasEscapes && byte == UInt8(ascii: "\\") ? 2 : 1) }
        copy()
        // The second text of a doubled quote has the escapes of the first.
        if hasEscapes, peek() == quote { quoted(quote, hasEscapes: true) }
    }

    /// Comments nest.
    private mutating func blockComment() {
        var depth = 0
        repeat {
            if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                copy(2)
            } else if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                copy(2)
            } else {
                copy()
            }
        } while depth > 0 && position < input.count
    }

    /// Copies `$tag$…$tag$`, or only the `$` of something else.
    private mutating func dollarQuoted() {
        var end = position + 1
        while end < input.count, Self.isNamePart(input[end]), input[end] != UInt8(ascii: "$") { end += 1 }
        guard end < input.count, input[end] == UInt8(ascii: "$"), !Self.isDigit(input[position + 1]) else {
            return copy()
        }
        let tag = input[position...end]
        copy(tag.count)
        while position < input.count, !input[position...].starts(with: tag) { copy() }
        copy(tag.count)
    }

    /// Indicates whether the output ends with the `E` of `E'…\'…'`.
    private var endsWithEscapePrefix: Bool {
        guard let last = output.last, last | 0x20 == UInt8(ascii: "e") else { return false }
        return !(output.dropLast().last.map(Self.isNamePart) ?? false)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }
}

/// The arguments of a statement in the form that libpq expects. Its memory is used for one statement after the other.
///
/// Numbers and texts have the text format, because the server infers the types of parameters and accepts a text for
/// each of them. Bytes have the binary format.
struct PostgresArguments {
    private var bytes: [UInt8] = []
    /// The offset of each argument in `bytes`, negative for NULL.
    private var offsets: [Int] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []
    private var pointers: [UnsafePointer<CChar>?] = []

    /// - Returns: `false` when an argument has bytes that the server does not expect.
    /// - Throws: ``PostgresError`` for a text that contains U+0000, which PostgreSQL cannot store, and for a number or
    ///   text where the server expects bytes.
    mutating func set(_ arguments: [(any SQLValueConvertible)?], types: [Oid]) throws -> Bool {
        bytes.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        formats.removeAll(keepingCapacity: true)
        for (index, argument) in arguments.enumerated() {
            let start = bytes.count
            var isBinary = false
            switch argument?.sqlValue {
            case nil: break
            case .integer(let value): append(value)
            case .text(let value):
                bytes += value.utf8
                guard !bytes[start...].contains(0) else { throw PostgresError("22021", "a text contains U+0000") }
            case .blob(let value):
                guard types[index] == PostgresStatement.bytea else { return false }
                isBinary = true
                bytes += value
            }
            if argument != nil, !isBinary, types[index] == PostgresStatement.bytea {
                throw PostgresError("07006", "parameter \(index + 1) has no bytes")
            }
            offsets.append(argument == nil ? -1 : start)
            lengths.append(Int32(bytes.count - start))
            formats.append(isBinary ? 1 : 0)
            bytes.append(0)
        }
        return true
    }

    /// Calls `body` with the values, lengths and formats.
    mutating func withParameters<Value>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Value
    ) -> Value {
        pointers.removeAll(keepingCapacity: true)
        return bytes.withUnsafeBytes { bytes in
            for offset in offsets {
                pointers.append(
                    offset < 0 ? nil : bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) })
            }
            return body(pointers, lengths, formats)
        }
    }

    private mutating func append(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = value.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}

/// A row of a result in binary format, with values of the types `smallint`, `integer`, `bigint`, `boolean`, `oid`,
/// `xid8`, `numeric`, `text`, `varchar`, `char`, `name`, `json` and `bytea`. Others are neither integer, text nor bytes.
struct PostgresRow: SQLRow {
    let result: OpaquePointer
    let row: Int32

    func isNull(at index: Int) -> Bool { PQgetisnull(result, row, Int32(index)) == 1 }

    func integer(at index: Int) -> Int64? {
        guard let bytes = value(at: index) else { return nil }
        return switch PQftype(result, Int32(index)) {
        case 16: bytes[0] == 0 ? 0 : 1
        case 20, 5069: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 21: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 23: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 26: Int64(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
        case 1700: Self.integer(numeric: bytes)
        default: nil
        }
    }

    func text(at index: Int) -> String? {
        switch PQftype(result, Int32(index)) {
        case 18, 19, 25, 114, 705, 1042, 1043: value(at: index).map { String(decoding: $0, as: UTF8.self) }
        default: nil
        }
    }

    func withBytes<Value>(at index: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        guard PQftype(result, Int32(index)) == PostgresStatement.bytea else { return nil }
        return value(at: index).map(body)
    }

    private func value(at index: Int) -> UnsafeRawBufferPointer? {
        guard !isNull(at: index) else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, Int32(index)), count: Int(PQgetlength(result, row, Int32(index))))
    }

    /// The value of a `numeric`: four 16-bit numbers (count of digits, weight of the first digit, sign, scale), then
    /// digits of base 10,000.
    ///
    /// - Returns: `nil` unless it is an integer of 64 bits.
    private static func integer(numeric bytes: UnsafeRawBufferPointer) -> Int64? {
        func number(_ index: Int) -> Int64 {
            Int64(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self)))
        }
        let (count, weight, sign) = (Int(number(0)), Int(number(1)), number(2))
        guard sign == 0 || sign == 0x4000, weight < 5 else { return nil }
        // Negative, because the smallest integer has no positive counterpart.
        var negative: Int64 = 0
        for index in 0..<max(count, weight + 1) {
            let digit = index < count ? number(4 + index) : 0
            guard index <= weight else {
                if digit == 0 { continue } else { return nil }
            }
            let (product, overflow) = negative.multipliedReportingOverflow(by: 10_000)
            let (difference, underflow) = product.subtractingReportingOverflow(digit)
            guard !overflow, !underflow else { return nil }
            negative = difference
        }
        if sign != 0 { return negative }
        return negative == .min ? nil : -negative
    }
}
#endif
