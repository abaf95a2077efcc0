/// The push types whose payloads have rules of their own, by their `apns-push-type` (Apple, *Sending notification
/// requests to APNs*).
public enum PayloadPushType: String, Hashable, Sendable, Codable, CaseIterable {
    case alert, background
    case liveActivity = "liveactivity"
    /// To everybody who follows a channel: sent apart, with a limit of its own.
    case broadcast
    case voip
    /// No push type of Apple's: a message for FCM.
    case fcm

    /// In bytes.
    public var limit: Int {
        switch self {
        case .alert, .background, .liveActivity, .fcm: PayloadLimits.regular
        case .broadcast: PayloadLimits.broadcast
        case .voip: PayloadLimits.voip
        }
    }

    /// The type that `payload` looks as if it was made for.
    public init(of payload: PushPayload) {
        if payload.aps.liveActivity != nil {
            self = .liveActivity
        } else {
            self = payload.aps.contentAvailable && payload.aps.alert == nil ? .background : .alert
        }
    }
}
