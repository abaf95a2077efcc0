import BellhopModel
import BellhopPush

/// The operator of a push service, by the host of its endpoints.
///
/// Only these services are trusted to refuse the server's key or to explain an error: any client can register an endpoint of its own,
/// and its responses must not affect other subscriptions.
enum PushService: Sendable, Hashable, CaseIterable {
    case apple, google, microsoft, mozilla
    /// Another service, such as a UnifiedPush server.
    case other

    init(host: String) {
        self =
            Self.allCases.first { service in service.domains.contains { host == $0 || host.hasSuffix(".\($0)") } }
            ?? .other
    }

    private var domains: [String] {
        switch self {
        case .apple: ["push.apple.com"]
        case .google: ["fcm.googleapis.com", "android.googleapis.com", "jmt17.google.com"]
        case .microsoft: ["notify.windows.com"]
        case .mozilla: ["push.services.mozilla.com"]
        case .other: []
        }
    }

    /// The reason in the body of an error, as written by the service's operator.
    func reason(in body: [UInt8]) -> Reason? {
        switch self {
        case .apple:
            (try? CanonicalJSON.decode(JSONValue.self, from: body))?["reason"]?.string.map { Reason(printable: $0) }
        case .mozilla:
            (try? CanonicalJSON.decode(JSONValue.self, from: body))?["errno"]?.integer
                .map { Reason(rawValue: "Autopush\($0)") }
        case .google:
            // A text without a code.
            String(decoding: body.prefix(1000), as: UTF8.self).lowercased().contains("do not correspond")
                ? Reason(rawValue: "VapidKeyMismatch") : nil
        case .microsoft, .other: nil
        }
    }
}
