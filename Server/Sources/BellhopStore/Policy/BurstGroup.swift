public import BellhopModel

/// What is counted together when it comes in a burst, and summarised together.
public struct BurstGroup: Hashable, Sendable {
    public var userID: UserID
    public var category: CategoryID
    /// `nil` for what belongs to no thread.
    public var thread: String?

    public init(userID: UserID, category: CategoryID, thread: String?) {
        self.userID = userID
        self.category = category
        self.thread = thread
    }

    public init(of notification: UserNotification) {
        self.init(userID: notification.userID, category: notification.category, thread: notification.thread)
    }
}
