import BellhopModel
import BellhopPush

extension Push {
    /// Of the right form, to a token that no device has: a gateway looks at the credential and the app first, and then
    /// minds the token.
    init?(probing address: AppAddress, at now: Timestamp) {
        let (text, payload) =
            switch address.platform {
            case .ios, .macos: (String(repeating: "0", count: 64), #"{"aps":{"content-available":1}}"#)
            case .android: ("bellhop-diagnosis-no-device", #"{"data":{"type":"sync"}}"#)
            case .web: ("bellhop-diagnosis-no-device", #"{"aps":{"content-available":1}}"#)
            }
        guard let token = DeviceToken(text) else { return nil }
        self.init(
            id: .make(at: now), token: token, environment: address.environment, app: address.app, kind: .background,
            payload: Array(payload.utf8), urgency: .considerate, expiration: .immediately)
    }
}
