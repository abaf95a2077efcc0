import BellhopModel

/// The rules of broadcasts that span fields. Throws an `APIError` that names the field.
enum ChannelRules {
    static func check(_ request: BroadcastRequest) throws {
        if request.event == .update, request.dismissIn != nil {
            throw APIError(.invalidRequest, "dismiss_in: only allowed with the event end")
        }
        if request.event == .end, request.staleIn != nil {
            throw APIError(.invalidRequest, "stale_in: only allowed with the event update")
        }
    }
}
