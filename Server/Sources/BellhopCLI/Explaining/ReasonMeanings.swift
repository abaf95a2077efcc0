import BellhopAPNs
import BellhopFCM
import BellhopPush

/// What gateways, and the engine beside them, mean by the reasons they give.
struct ReasonMeanings {
    /// Of every gateway there is. No two give different reasons the same name.
    static let known = ReasonMeanings([APNsErrors.table, FCMErrors.table])

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

    /// What `reason` means, as a part of a sentence, and its own name: `The app is gone from the device (Unregistered)`.
    func meaning(of reason: String) -> String {
        guard !reason.isEmpty else { return "it did not say why" }
        guard let meaning = meanings[reason] else { return reason }
        return "\(meaning.hasSuffix(".") ? meaning.dropLast() : meaning[...]) (\(reason))"
    }

    private static let engine: [String: String] = [
        Reason.connectionLost.rawValue: "The connection ended before the answer; the push may have arrived.",
        Reason.unreachable.rawValue: "No connection to the gateway could be made.",
        Reason.timeout.rawValue: "The gateway did not answer in time.",
        Reason.overloaded.rawValue: "More pushes waited for the gateway than its client holds.",
        Reason.shuttingDown.rawValue: "The server was stopping.",
        Reason.noCredential.rawValue: "No credential is set up for this app and environment.",
        "TokensDoubted": "The gateway called nearly every token dead, so that it was not believed.",
        "GatewayFault": "The gateway's client failed.",
    ]
}
