/// Unmasked frames, as a server writes them (RFC 6455 §5.2).
enum Frames {
    static func text(_ text: String, isFinal: Bool = true) -> [UInt8] { frame(1, Array(text.utf8), isFinal) }
    static func continuation(_ text: String, isFinal: Bool) -> [UInt8] { frame(0, Array(text.utf8), isFinal) }
    static func ping(_ text: String) -> [UInt8] { frame(9, Array(text.utf8), true) }
    static func close(_ code: UInt16) -> [UInt8] { frame(8, [UInt8(code >> 8), UInt8(code & 255)], true) }

    private static func frame(_ opcode: UInt8, _ data: [UInt8], _ isFinal: Bool) -> [UInt8] {
        let first = opcode | (isFinal ? 0x80 : 0)
        let length: [UInt8] =
            data.count < 126 ? [UInt8(data.count)] : [126, UInt8(data.count >> 8), UInt8(data.count & 255)]
        return [first] + length + data
    }

    /// A short frame of a client: opcode and unmasked data; `nil` when it is not masked.
    static func unmasked(_ frame: [UInt8]) -> (opcode: UInt8, data: [UInt8])? {
        guard frame.count >= 6, frame[1] & 0x80 != 0 else { return nil }
        let mask = frame[2..<6]
        let data = frame[6...].enumerated().map { $0.element ^ mask[2 + $0.offset % 4] }
        return (frame[0] & 0x0F, data)
    }
}
