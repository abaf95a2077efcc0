import BellhopAPNs
import BellhopFCM
import BellhopPush
import BellhopWebPush

/// The meanings of the error reasons of gateways and of the delivery engine.
struct ReasonMeanings {
    /// The reasons of all gateways. No two gateways use one name for different reasons.
    static let known = ReasonMeanings([APNsErrors.table, FCMErrors.table, WebPushErrors.table])

    private let meanings: [String: String]

    /// - Parameter tables: the gateways' tables of errors.
    init(_ tables: [[GatewayErrorRow]]) {
        let rows = tables.joined().map { ($0.reason.rawValue, $0.meaning) }
        meanings = Self.engine.merging(rows) { _, gateway in gateway }
    }

    /// `detail` with the meaning of the first reason in it: `Unregistered: The app is gone from the device…`.
    func explained(_ detail: String) -> String {
        let words = detail.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        guard let meaning = words.lazy.compactMap({ meanings[$0] }).first else { return detail }
        return "\(detail): \(meaning)"
    }

    /// The meaning of `reason` with its name, as part of a sentence: `The app is gone from the device (Unregistered)`.
    func meaning(of reason: String) -> String {
        guard !reason.isEmpty else { return "no reason given" }
        guard let meaning = meanings[reason] else { return reason }
        return "\(meaning.hasSuffix(".") ? meaning.dropLast() : meaning[...]) (\(reason))"
    }

    private static let engine: [String: String] = [
        Reason.connectionLost.rawValue: "The connection ended before the response; the push may have arrived.",
        Reason.unreachable.rawValue: "The gateway could not be reached.",
        Reason.timeout.rawValue: "The gateway did not respond in time.",
        Reason.refused.rawValue: "The gateway refused the push several times without processing it.",
        Reason.invalidRequest.rawValue: "The push's header fields are larger than the gateway permits.",
        Reason.overloaded.rawValue: "The queue of the gateway's client was full.",
        Reason.shuttingDown.rawValue: "The server was stopping.",
        Reason.noCredential.rawValue: "No credential is set up for this app and environment.",
        "TokensSuspected": "The gateway rejected nearly every token, which was treated as an error of the gateway.",
        "GatewayFault": "The gateway's client failed.",
    ]
}
