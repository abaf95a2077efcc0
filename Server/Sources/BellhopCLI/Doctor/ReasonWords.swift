import BellhopAPNs
import BellhopModel
import BellhopPush

/// What a gateway's word for a fault means, as its error table says it.
enum ReasonWords {
    static func meaning(of reason: String, on platform: Platform) -> String {
        let row = table(of: platform).first { $0.reason.rawValue == reason }
        guard let meaning = row?.meaning ?? own[reason] else { return reason.isEmpty ? "it did not say why" : reason }
        return "\(meaning.drop { $0 == "." }.trimmedPeriod) (\(reason))"
    }

    private static func table(of platform: Platform) -> [ErrorClass] {
        switch platform {
        case .ios, .macos: APNsErrors.table
        case .android, .web: []
        }
    }

    /// Those that never came from the gateway.
    private static let own: [String: String] = [
        Reason.unreachable.rawValue: "no connection could be made",
        Reason.timeout.rawValue: "no answer came in time",
        Reason.connectionLost.rawValue: "the connection ended before the answer",
        Reason.noCredential.rawValue: "no credential is set up for this app and environment",
        Reason.overloaded.rawValue: "too many pushes wait for it already",
        Reason.shuttingDown.rawValue: "the server is stopping",
    ]
}

extension Substring {
    fileprivate var trimmedPeriod: Substring { hasSuffix(".") ? dropLast() : self }
}
