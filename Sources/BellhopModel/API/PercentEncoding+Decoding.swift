#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PercentEncoding {
    /// The text that `segment` stands for (RFC 3986 §2.1); `nil` when it is not valid, or not UTF-8.
    public static func decode(_ segment: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = segment.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let decoded = Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)) else {
                return nil
            }
            bytes += decoded
            rest = rest.dropFirst(2)
        }
        return String(bytes: bytes, encoding: .utf8)
    }
}
