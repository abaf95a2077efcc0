package import NIOCore
package import NIOHPACK

/// A header field of a request.
package struct HTTP2Field: Sendable, Hashable {
    /// In lower case.
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The header fields that many requests have in common, such as method, authority and `authorization`.
///
/// A connection sends each of these fields once, as an entry of HPACK's dynamic table, and then its index (RFC 7541
/// §6.1). Reuse one object for all requests with the same fields: its encoding is remembered for each connection.
package final class HTTP2SharedFields: Sendable {
    package let fields: [HTTP2Field]
    /// The size of the fields as RFC 9113 §6.5.2 counts it, in bytes.
    let listSize: Int
    let isValid: Bool
    /// The maximum size of the encoded fields, in bytes.
    let maximumEncodedSize: Int

    /// - Parameters:
    ///   - authority: The host, and the port unless it is 443.
    ///   - fields: Without pseudo-header fields.
    package init(method: String, authority: String, _ fields: [HTTP2Field] = []) {
        self.fields =
            [HTTP2Field(":method", method), HTTP2Field(":scheme", "https"), HTTP2Field(":authority", authority)]
            + fields
        listSize = self.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
        maximumEncodedSize = listSize
        isValid =
            self.fields.allSatisfy { $0.value.isFieldValue } && fields.allSatisfy { $0.name.isFieldName }
    }
}

/// A request, with a body of known size.
package struct HTTP2Request: Sendable {
    package var shared: HTTP2SharedFields
    /// The path, and the fields of this request alone.
    package var head: HTTP2Head
    package var body: [UInt8]
    /// The maximum size of the response body, in bytes. The rest is discarded.
    package var responseLimit: Int

    package init(_ shared: HTTP2SharedFields, _ head: HTTP2Head, body: [UInt8] = [], responseLimit: Int = 1 << 16) {
        self.shared = shared
        self.head = head
        self.body = body
        self.responseLimit = responseLimit
    }

    package init(
        _ shared: HTTP2SharedFields, path: String, fields: [HTTP2Field] = [], body: [UInt8] = [],
        responseLimit: Int = 1 << 16
    ) {
        self.init(shared, HTTP2Head(path: path, fields: fields), body: body, responseLimit: responseLimit)
    }

    /// True if no field can be mistaken for another one or for a line of HTTP/1.1.
    var isValid: Bool { shared.isValid && head.isValid }

    /// The size of all fields as RFC 9113 §6.5.2 counts it, in bytes.
    var listSize: Int { shared.listSize + head.listSize }
}

/// A complete response.
package struct HTTP2Response: Sendable {
    package var status: Int
    package var headers: HPACKHeaders
    package var body: ByteBuffer
    /// True if the body was longer than ``HTTP2Request/responseLimit``.
    package var isTruncated: Bool

    /// The value of the first field with this name, which must be in lower case.
    package subscript(name: String) -> String? {
        for (known, value, _) in headers where known == name { return value }
        return nil
    }
}

/// The reason why a stream ended without a response.
package enum HTTP2StreamFailure: Error, Sendable, Hashable {
    /// The peer did not process the request, which may be sent again: it was not written, the peer refused its stream
    /// (RFC 9113 §8.7), or its stream is above the last one of GOAWAY (§6.8).
    case notProcessed
    /// The peer may have processed the request.
    case interrupted
    /// The request cannot be sent on any connection: a field is invalid (RFC 9113 §8.2.1), or the fields exceed the
    /// peer's SETTINGS_MAX_HEADER_LIST_SIZE.
    case invalidRequest
}

/// An error code of RFC 9113 §7.
package struct HTTP2ErrorCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let noError = Self(rawValue: 0x0)
    package static let protocolError = Self(rawValue: 0x1)
    package static let internalError = Self(rawValue: 0x2)
    package static let flowControlError = Self(rawValue: 0x3)
    package static let settingsTimeout = Self(rawValue: 0x4)
    package static let streamClosed = Self(rawValue: 0x5)
    package static let frameSizeError = Self(rawValue: 0x6)
    package static let refusedStream = Self(rawValue: 0x7)
    package static let cancel = Self(rawValue: 0x8)
    package static let compressionError = Self(rawValue: 0x9)
    package static let enhanceYourCalm = Self(rawValue: 0xb)

    private static let names: [Self: String] = [
        .noError: "NO_ERROR", .protocolError: "PROTOCOL_ERROR", .internalError: "INTERNAL_ERROR",
        .flowControlError: "FLOW_CONTROL_ERROR", .settingsTimeout: "SETTINGS_TIMEOUT", .streamClosed: "STREAM_CLOSED",
        .frameSizeError: "FRAME_SIZE_ERROR", .refusedStream: "REFUSED_STREAM", .cancel: "CANCEL",
        .compressionError: "COMPRESSION_ERROR", .enhanceYourCalm: "ENHANCE_YOUR_CALM",
    ]

    package var description: String { Self.names[self] ?? "error \(rawValue)" }
}

/// A connection error that this client detected (RFC 9113 §5.4.1).
package struct HTTP2ConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
    package let code: HTTP2ErrorCode
    package let cause: String

    init(_ code: HTTP2ErrorCode, _ cause: String) {
        self.code = code
        self.cause = cause
    }

    package var description: String { "\(code): \(cause)" }
}

extension String {
    /// True if the text is valid as a field value: no control characters but tab, and no white space at either end
    /// (RFC 9113 §8.2.1).
    var isFieldValue: Bool {
        var copy = self
        return copy.withUTF8 { $0.isFieldValue }
    }

    /// True if the text has no control characters but tab.
    var hasOnlyFieldBytes: Bool {
        var copy = self
        return copy.withUTF8 { $0.areFieldBytes }
    }

    /// True if the text is a token without upper-case letters (RFC 9113 §8.2, RFC 9110 §5.6.2).
    var isFieldName: Bool {
        !utf8.isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "!"),
                    UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "^"),
                    UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// True if the bytes are a valid field value, as ``Swift/String/isFieldValue``.
    var isFieldValue: Bool {
        guard let first, let last else { return true }
        return !(first == 0x20 || first == 0x09 || last == 0x20 || last == 0x09) && areFieldBytes
    }

    /// True if no byte is a control character other than tab.
    var areFieldBytes: Bool {
        let memory = UnsafeRawBufferPointer(self)
        var position = 0
        // Eight bytes at a time: a byte below 0x20, or equal to 0x7F, sets its highest bit in `found`. A borrow can
        // report a byte too many, so that such words are checked again.
        while position + 8 <= memory.count {
            let word = memory.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let deleted = word ^ 0x7F7F_7F7F_7F7F_7F7F
            let found =
                ((word &- 0x2020_2020_2020_2020) & ~word) | ((deleted &- 0x0101_0101_0101_0101) & ~deleted)
            if found & 0x8080_8080_8080_8080 != 0 {
                guard memory[position..<position + 8].allSatisfy(\.isFieldByte) else { return false }
            }
            position += 8
        }
        return memory[position...].allSatisfy(\.isFieldByte)
    }
}

extension UInt8 {
    fileprivate var isFieldByte: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }
}
