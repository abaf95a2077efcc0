public import BellhopModel

/// A registration token as FCM knows it.
public struct FCMDevice: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        case active
        /// The app was deleted, or registered anew: answered with 404 `UNREGISTERED`.
        case unregistered
    }

    public var token: DeviceToken
    public var projectID: String
    public var state: State

    public init(token: DeviceToken, projectID: String, state: State = .active) {
        self.token = token
        self.projectID = projectID
        self.state = state
    }
}
