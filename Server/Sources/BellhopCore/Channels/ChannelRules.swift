import BellhopModel

/// What requests about channels must keep to, beyond their types. Each throws an `APIError` that names the field.
enum ChannelRules {
    /// It becomes part of a path at the push service: letters, digits, dashes and dots, as bundle identifiers have.
    static func app(_ app: String) throws {
        let isApp =
            (1...255).contains(app.utf8.count)
            && app.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
        guard isApp else {
            throw APIError(.invalidRequest, "app: a bundle identifier expected, such as com.example.app")
        }
    }

    static func check(_ request: BroadcastRequest) throws {
        if let alert = request.alert {
            try FieldRules.text(alert.title, "alert.title", atMost: APILimits.title)
            try FieldRules.text(alert.body, "alert.body")
        }
        try seconds(request.staleIn, "stale_in", in: APILimits.staleSeconds)
        try seconds(request.dismissIn, "dismiss_in", in: APILimits.dismissSeconds)
        try seconds(request.expiresIn, "expires_in", in: APILimits.broadcastSeconds)
        if request.event == .update, request.dismissIn != nil {
            throw APIError(.invalidRequest, "dismiss_in: belongs to the event end; an update dismisses nothing")
        }
        if request.event == .end, request.staleIn != nil {
            throw APIError(.invalidRequest, "stale_in: belongs to the event update; what has ended is not out of date")
        }
    }

    private static func seconds(_ seconds: Int?, _ name: String, in range: ClosedRange<Int>) throws {
        guard let seconds, !range.contains(seconds) else { return }
        throw APIError(
            .invalidRequest, "\(name): \(seconds); takes \(range.lowerBound) to \(range.upperBound) seconds")
    }
}
