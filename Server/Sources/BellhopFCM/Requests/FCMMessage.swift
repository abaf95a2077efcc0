import BellhopModel
import BellhopPush

/// The body of `messages:send` for one push: its payload, an `AndroidConfig` of `data` and `notification`
/// (``BellhopModel/AndroidMessage``), with to whom, how soon and until when.
struct FCMMessage: Sendable {
    let body: [UInt8]

    /// - Parameter now: what the lifetime counts from.
    /// - Throws: what `JSONEncoder` throws; printable ASCII gives it no reason to.
    init(_ push: Push, now: Timestamp) throws {
        var head = #"{"message":{"android":{"#
        if let collapseID = push.collapseID { head += #""collapse_key":\#(try CanonicalJSON.text(collapseID)),"# }
        head += #""priority":"\#(push.urgency == .immediate ? "HIGH" : "NORMAL")""#
        if let lifetime = Self.lifetime(push.expiration, now: now) { head += #","ttl":"\#(lifetime)s""# }
        // The payload is an object of its own: what is in it goes on after what has been written here.
        let content = push.payload.dropFirst()
        if content.first != UInt8(ascii: "}") { head += "," }
        body = Array(head.utf8) + content + Array(#","token":\#(try CanonicalJSON.text(push.token.text))}}"#.utf8)
    }

    /// In whole seconds, rounded down, so that nothing is shown after its deadline; `nil` for as long as FCM likes.
    private static func lifetime(_ expiration: Expiration, now: Timestamp) -> Int64? {
        switch expiration {
        case .gatewayDefault: nil
        case .immediately: 0
        case .at(let moment): max(min(moment - now, AndroidMessage.longestLifetime).components.seconds, 0)
        }
    }
}

extension Push {
    /// What FCM would refuse this push for, or `nil`. Found here it costs nothing; a refused request counts against the
    /// project's quota (FCM, *Throttling and quotas*).
    var fault: Rejection? {
        let isObject = payload.first == UInt8(ascii: "{") && payload.last == UInt8(ascii: "}")
        let isSendable = isObject && payload.count <= PayloadLimits.regular
        return isSendable ? nil : Rejection(reason: .invalidArgument, cause: .pushInvalid)
    }
}
