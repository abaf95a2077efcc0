import BellhopModel
import NIOCore

/// The rules of Apple's "Generating a remote notification".
extension APNsCheck {
    static func payloadPresent(_ inspection: APNsInspection) -> APNsRefusal? {
        inspection.request.payload.readableBytes == 0 ? .payloadEmpty : nil
    }

    static func payloadSize(_ inspection: APNsInspection) -> APNsRefusal? {
        let limit = inspection.pushType?.payloadLimit ?? 4096
        return inspection.request.payload.readableBytes > limit ? .payloadTooLarge : nil
    }

    /// Apple names no reason for a payload that is not JSON or has no `aps`; the one for an empty payload comes closest.
    static func payloadForm(_ inspection: APNsInspection) -> APNsRefusal? {
        let needsAPS = inspection.pushType?.needsAPS ?? true
        // Wallet passes are updated with "an empty JSON dictionary" (Apple, "Adding a web service to update passes").
        let isPass = inspection.request.headers.topic?.hasPrefix("pass.") ?? false
        let payload = inspection.request.payload.readableBytesView
        guard let form = try? CanonicalJSON.decode(PayloadForm.self, from: payload) else { return .payloadEmpty }
        return form.hasAPS || !needsAPS || isPass ? nil : .payloadEmpty
    }
}

/// Decodes as little as will do: that the payload is a JSON object, and whether `aps` is one too.
private struct PayloadForm: Decodable {
    var hasAPS: Bool

    private struct Dictionary: Decodable {
        enum CodingKeys: CodingKey {}
        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }
    }

    private enum CodingKeys: CodingKey {
        case aps
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        hasAPS = try container.decodeIfPresent(Dictionary.self, forKey: .aps) != nil
    }
}
