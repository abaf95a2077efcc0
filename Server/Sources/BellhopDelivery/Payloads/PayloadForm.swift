import BellhopModel

/// In which form a payload is written: one for each family of platforms that take the same.
enum PayloadForm: Hashable, Sendable, CaseIterable {
    /// ``BellhopModel/PushPayload``
    case apple
    /// ``BellhopModel/AndroidMessage``
    case android

    init(_ platform: Platform) {
        switch platform {
        case .ios, .macos, .web: self = .apple
        case .android: self = .android
        }
    }

    /// Whose form it is, in lower case.
    var gateway: String {
        switch self {
        case .apple: "apns"
        case .android: "fcm"
        }
    }
}

/// A payload, ready for its gateway.
struct RenderedPayload: Hashable, Sendable {
    /// Canonical JSON, within the gateways' 4096 bytes.
    var bytes: [UInt8]
    /// Whether a later push about the same may take its place at the gateway while the device is away.
    var collapses: Bool
}
