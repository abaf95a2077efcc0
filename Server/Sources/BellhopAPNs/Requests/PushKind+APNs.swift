import BellhopPush

/// What APNs asks of each push type (Apple, Sending notification requests to APNs).
extension PushKind {
    /// `apns-topic` for `app`, its bundle identifier. For `mdm` the app is the certificate's UID, and stays as it is.
    func topic(for app: String) -> String {
        switch self {
        case .liveActivity: app + ".push-type.liveactivity"
        case .widgets: app + ".push-type.widgets"
        case .controls: app + ".push-type.controls"
        case .voip: app + ".voip"
        case .complication: app + ".complication"
        case .fileProvider: app + ".pushkit.fileprovider"
        case .location: app + ".location-query"
        case .pushToTalk: app + ".voip-ptt"
        default: app
        }
    }

    /// `apns-priority`. A background push must be 5 (Pushing background updates to your App), and a Live Activity
    /// knows only 5 and 10.
    func priority(for urgency: Urgency) -> String {
        switch (self, urgency) {
        case (.background, _): "5"
        case (_, .immediate): "10"
        case (_, .considerate), (.liveActivity, .low): "5"
        case (_, .low): "1"
        }
    }

    /// The most bytes of payload (Generating a remote notification).
    var payloadLimit: Int { self == .voip ? 5120 : 4096 }
}
