import BellhopModel
import BellhopPush
import NIOCore

/// The JSON of an error, in a response's body or in the last words of a connection (GOAWAY)
/// (Apple, Handling notification responses from APNs).
struct APNsErrorBody: Hashable {
    var reason: Reason?
    /// With 410: when APNs found that the token is no longer valid.
    var timestamp: Timestamp?

    init(_ bytes: ByteBuffer?) {
        guard let bytes, let json = try? CanonicalJSON.decode(JSON.self, from: bytes.readableBytesView) else { return }
        reason = json.reason.map { Reason(rawValue: Self.printable($0)) }
        timestamp = json.timestamp.map(Timestamp.init(milliseconds:))
    }

    private struct JSON: Decodable {
        var reason: String?
        var timestamp: Int64?

        enum CodingKeys: CodingKey {
            case reason, timestamp
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            // One without the other is still worth something.
            reason = try? container.decode(String.self, forKey: .reason)
            timestamp = try? container.decode(Int64.self, forKey: .timestamp)
        }
    }

    /// A reason ends up in logs and metrics: no line breaks, no novels.
    private static func printable(_ text: String) -> String {
        String(text.unicodeScalars.prefix(64).map { (0x21...0x7E).contains($0.value) ? Character($0) : "_" })
    }
}
