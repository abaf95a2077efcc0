import BellhopModel

/// Validates a JSON text against a schema in one pass over its bytes, without creating values: it reads every request,
/// and nearly all of them are valid.
struct RequestReader {
    /// A fault of a request, or a reason to read it again.
    enum Fault: Error {
        /// The text is not JSON.
        case malformed
        /// A field's name is unknown: it may be an alias.
        case unknownField
        /// A value breaks a rule. `place` is the path to it.
        case invalid(place: [String], String)

        static func here(_ problem: String) -> Fault { .invalid(place: [], problem) }

        fileprivate func inside(_ name: @autoclosure () -> String) -> Fault {
            guard case .invalid(let place, let problem) = self else { return self }
            return .invalid(place: [name()] + place, problem)
        }
    }

    /// The maximum depth of arrays and objects. Foundation's decoding time grows with the cube of the depth.
    static let maximumDepth = 32

    private let json: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var depth = 0

    private init(_ json: UnsafeBufferPointer<UInt8>) { self.json = json }

    /// - Throws: ``Fault`` for the first fault.
    static func validate(_ json: [UInt8], as schema: RequestSchema) throws(Fault) {
        let fault: Fault? = json.withUnsafeBufferPointer { bytes in
            var reader = RequestReader(bytes)
            do throws(Fault) {
                try reader.read(schema)
                reader.skipSpace()
                return reader.index == bytes.count ? nil : .malformed
            } catch {
                return error
            }
        }
        if let fault { throw fault }
    }

    /// Validates the rules of every JSON text: its syntax, its depth, and no U+0000.
    static func validate(_ json: [UInt8]) throws(Fault) { try validate(json, as: anything) }

    private static let anything = RequestSchema(.anything, in: [:])
}

extension RequestReader {
    private var byte: UInt8? { index < json.count ? json[index] : nil }

    private mutating func skipSpace() {
        while index < json.count {
            switch json[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    /// Reads the value at the current position, and leaves the position after it.
    private mutating func read(_ schema: RequestSchema) throws(Fault) {
        skipSpace()
        guard let byte else { throw .malformed }
        if byte == UInt8(ascii: "n") {
            try readLiteral("null")
            if case .anything = schema.form { return }
            guard schema.isNullable else { throw .here("null is not allowed here.") }
            return
        }
        switch (schema.form, byte) {
        case (.object(let fields), UInt8(ascii: "{")): try readObject(fields)
        case (.map(let value, let names, let limit), UInt8(ascii: "{")): try readMap(value, names, limit)
        case (.list(let item, let minimum, let limit), UInt8(ascii: "[")): try readList(item, minimum, limit)
        case (.text(let rules), UInt8(ascii: "\"")): try readText(rules)
        case (.choice(let texts), UInt8(ascii: "\"")): try readChoice(texts)
        case (.integer(let range), UInt8(ascii: "-")), (.integer(let range), UInt8(ascii: "0")...UInt8(ascii: "9")):
            try readInteger(range)
        case (.number(let range), UInt8(ascii: "-")), (.number(let range), UInt8(ascii: "0")...UInt8(ascii: "9")):
            try readNumber(range)
        case (.boolean, UInt8(ascii: "t")), (.boolean, UInt8(ascii: "f")), (.anything, _): try skipValue()
        default:
            try skipValue()
            throw .here("\(schema.form.expectation) expected.")
        }
    }

    private mutating func enter() throws(Fault) {
        index += 1
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw .here("arrays and objects may be nested at most \(Self.maximumDepth) levels deep.")
        }
    }

    /// Moves past the comma between two elements, or the end of the array or object.
    /// - Returns: `true` when another element follows.
    private mutating func continues(until end: UInt8) throws(Fault) -> Bool {
        skipSpace()
        defer { index += 1 }
        if byte == UInt8(ascii: ",") { return true }
        guard byte == end else { throw .malformed }
        depth -= 1
        return false
    }

    /// Moves past the end of an array or object without elements.
    /// - Returns: `true` when it is empty.
    private mutating func isEmpty(until end: UInt8) -> Bool {
        skipSpace()
        guard byte == end else { return false }
        index += 1
        depth -= 1
        return true
    }

    private mutating func readColon() throws(Fault) {
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw .malformed }
        index += 1
    }

    private mutating func readObject(_ fields: RequestSchema.Fields) throws(Fault) {
        try enter()
        var seen: UInt64 = 0
        if !isEmpty(until: UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                let name = try readString()
                try readColon()
                guard let position = try position(of: name, in: fields) else {
                    guard fields.isOpen else { throw .unknownField }
                    if let rules = fields.otherNames {
                        let text = try text(of: name)
                        if let fault = rules.fault(of: text) { throw .here("the name \(Self.shown(text)) \(fault)") }
                    }
                    try skipValue()
                    continue
                }
                let field = fields.all[position]
                guard seen & (1 << UInt64(position)) == 0 else {
                    throw .invalid(place: [field.name], "given twice.")
                }
                seen |= 1 << UInt64(position)
                do throws(Fault) { try read(field.schema) } catch { throw error.inside(field.name) }
            } while try continues(until: UInt8(ascii: "}"))
        }
        let missing = fields.required & ~seen
        guard missing == 0 else {
            throw .invalid(place: [fields.all[missing.trailingZeroBitCount].name], "this field is missing.")
        }
    }

    private mutating func readMap(
        _ value: RequestSchema, _ names: TextRules?, _ limit: Int
    ) throws(Fault) {
        try enter()
        guard !isEmpty(until: UInt8(ascii: "}")) else { return }
        var count = 0
        repeat {
            skipSpace()
            let name = try readString()
            try readColon()
            let text = try text(of: name)
            if let fault = names?.fault(of: text) { throw .here("the name \(Self.shown(text)) \(fault)") }
            do throws(Fault) { try read(value) } catch { throw error.inside(text) }
            count += 1
        } while try continues(until: UInt8(ascii: "}"))
        guard count <= limit else { throw .here("has \(count) members; at most \(limit) are accepted") }
    }

    private mutating func readList(_ item: RequestSchema, _ minimum: Int, _ limit: Int) throws(Fault) {
        try enter()
        var count = 0
        if !isEmpty(until: UInt8(ascii: "]")) {
            repeat {
                do throws(Fault) { try read(item) } catch { throw error.inside("[\(count)]") }
                count += 1
            } while try continues(until: UInt8(ascii: "]"))
        }
        guard count >= minimum else { throw .here("is empty; at least \(minimum) must be given") }
        guard count <= limit else { throw .here("has \(count) items; at most \(limit) are accepted") }
    }

    private mutating func readText(_ rules: TextRules) throws(Fault) {
        let string = try readString()
        if rules.accepts(encodedCount: string.range.count, isPlain: string.isPlain, isVisible: string.isVisible) {
            return
        }
        if let fault = rules.fault(of: try text(of: string)) { throw .here(fault) }
    }

    private mutating func readChoice(_ texts: [String]) throws(Fault) {
        let string = try readString()
        let text = try text(of: string)
        guard texts.contains(text) else {
            throw .here("\(Self.shown(text)) is not one of \(texts.joined(separator: ", "))")
        }
    }

    private mutating func readInteger(_ range: ClosedRange<Int>?) throws(Fault) {
        let text = try readNumberText()
        let value = Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
        guard let value else { throw .here("a whole number of at most 64 bits expected.") }
        guard let range, !range.contains(value) else { return }
        throw .here(
            range.upperBound == .max
                ? "\(value) is less than \(range.lowerBound)"
                : "\(value) is not between \(range.lowerBound) and \(range.upperBound)")
    }

    private mutating func readNumber(_ range: ClosedRange<Double>?) throws(Fault) {
        let text = try readNumberText()
        guard let value = Double(text), value.isFinite else { throw .here("a number expected.") }
        guard let range, !range.contains(value) else { return }
        throw .here("\(text) is not between \(Self.plain(range.lowerBound)) and \(Self.plain(range.upperBound))")
    }

    private mutating func readNumberText() throws(Fault) -> String {
        let start = index
        while let byte {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                index += 1
            default: return String(decoding: json[start..<index], as: UTF8.self)
            }
        }
        return String(decoding: json[start..<index], as: UTF8.self)
    }

    private mutating func readLiteral(_ literal: StaticString) throws(Fault) {
        guard index + literal.utf8CodeUnitCount <= json.count else { throw .malformed }
        for offset in 0..<literal.utf8CodeUnitCount where json[index + offset] != literal.utf8Start[offset] {
            throw .malformed
        }
        index += literal.utf8CodeUnitCount
    }

    /// Skips a value of any type that is valid JSON, not too deep, and without U+0000.
    private mutating func skipValue() throws(Fault) {
        skipSpace()
        switch byte {
        case UInt8(ascii: "\"")?: _ = try readString()
        case UInt8(ascii: "{")?:
            try enter()
            guard !isEmpty(until: UInt8(ascii: "}")) else { return }
            repeat {
                skipSpace()
                _ = try readString()
                try readColon()
                try skipValue()
            } while try continues(until: UInt8(ascii: "}"))
        case UInt8(ascii: "[")?:
            try enter()
            guard !isEmpty(until: UInt8(ascii: "]")) else { return }
            repeat { try skipValue() } while try continues(until: UInt8(ascii: "]"))
        case UInt8(ascii: "t")?: try readLiteral("true")
        case UInt8(ascii: "f")?: try readLiteral("false")
        case UInt8(ascii: "n")?: try readLiteral("null")
        case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
            guard Double(try readNumberText()) != nil else { throw .malformed }
        default: throw .malformed
        }
    }
}

extension RequestReader {
    /// A string of the JSON text, still encoded.
    private struct EncodedString {
        /// The bytes between the quotes.
        let range: Range<Int>
        /// `true` for ASCII without escapes and control characters: the bytes are the text.
        let isPlain: Bool
        /// `true` when it has a visible ASCII character that is not escaped.
        let isVisible: Bool
        let hasEscapes: Bool
    }

    /// `true` for visible ASCII characters other than quotes and backslashes.
    @inline(__always) private static func isOrdinary(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func readString() throws(Fault) -> EncodedString {
        guard byte == UInt8(ascii: "\"") else { throw .malformed }
        index += 1
        let start = index
        var (isASCII, hasEscapes, isVisible) = (true, false, false)
        while index < json.count {
            var end = index
            while end < json.count, Self.isOrdinary(json[end]) { end += 1 }
            if end > index {
                isVisible = true
                index = end
                continue
            }
            switch json[index] {
            case UInt8(ascii: "\""):
                index += 1
                return EncodedString(
                    range: start..<(index - 1), isPlain: isASCII && !hasEscapes, isVisible: isVisible,
                    hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case 0..<0x20: throw .malformed
            case 0x20: index += 1
            default:
                isASCII = false
                index += 1
            }
        }
        throw .malformed
    }

    private mutating func skipEscape() throws(Fault) {
        guard index + 1 < json.count else { throw .malformed }
        switch json[index + 1] {
        case UInt8(ascii: "u"):
            guard index + 5 < json.count else { throw .malformed }
            var value = 0
            for digit in json[(index + 2)...(index + 5)] {
                guard let number = Character(Unicode.Scalar(digit)).hexDigitValue else { throw .malformed }
                value = value << 4 | number
            }
            guard value != 0 else { throw .here("texts must not contain U+0000, which databases cannot store.") }
            index += 6
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            index += 2
        default: throw .malformed
        }
    }

    private func text(of string: EncodedString) throws(Fault) -> String {
        guard string.hasEscapes else { return String(decoding: json[string.range], as: UTF8.self) }
        let quoted = json[(string.range.lowerBound - 1)...string.range.upperBound]
        guard let text = try? CanonicalJSON.decode(String.self, from: quoted) else { throw .malformed }
        return text
    }

    private func position(of name: EncodedString, in fields: RequestSchema.Fields) throws(Fault) -> Int? {
        if name.hasEscapes {
            let text = try text(of: name)
            return fields.all.firstIndex { $0.name == text }
        }
        let bytes = json[name.range]
        return fields.all.firstIndex { $0.bytes.count == bytes.count && $0.bytes.elementsEqual(bytes) }
    }

    private static func shown(_ text: String) -> String { TextTruncation.prefix(text.debugDescription, characters: 80) }

    private static func plain(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? String(value)
    }
}

extension RequestSchema.Form {
    fileprivate var expectation: String {
        switch self {
        case .anything: "a value"
        case .text, .choice: "a string"
        case .integer: "a whole number"
        case .number: "a number"
        case .boolean: "true or false"
        case .list: "an array"
        case .object, .map: "an object"
        }
    }
}
