import BellhopModel
import BellhopPush

extension Push {
    /// Of the right form, to a token that no device has: a gateway looks at the credential and the app first, and then
    /// minds the token.
    init?(probing address: AppAddress, at now: Timestamp) {
        let text =
            switch address.platform {
            case .ios, .macos: String(repeating: "0", count: 64)
            case .android, .web: "bellhop-diagnosis-no-device"
            }
        guard let token = DeviceToken(text) else { return nil }
        self.init(
            id: .make(at: now), token: token, environment: address.environment, app: address.app, kind: .background,
            payload: Array(#"{"aps":{"content-available":1}}"#.utf8), urgency: .considerate, expiration: .immediately)
    }
}
