import BellhopModel
import BellhopStore

/// Any moment; tests count from it.
let noon = Timestamp(seconds: 1_800_000_000)

extension UserNotification {
    static func sample(for user: UserID = "ada", body: String = "Tests passed", at time: Timestamp = noon) -> Self {
        Self(
            id: .make(at: time), userID: user, category: CategoryID("SESSION_STATUS"), title: "Done", body: body,
            createdAt: time, expiresAt: time + .seconds(3600))
    }
}

extension Device {
    static func sample(of user: UserID = "ada", token: DeviceToken) -> Self {
        Self(
            id: .make(at: noon), userID: user, name: "Phone", platform: .ios, token: token, environment: .production,
            app: "dev.bellhop", publicKey: [4], registeredAt: noon)
    }
}
