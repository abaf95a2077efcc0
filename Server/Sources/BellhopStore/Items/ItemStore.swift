public import BellhopModel

/// Items, and for every user who subscribes to them what has changed.
///
/// Each user has a list of changes in the order in which they became durable, with one place for each item: the last
/// thing that happened to it. ``TopicStore`` adds to it as well: who begins to subscribe to an item has it created, who
/// ceases to has it deleted.
public protocol ItemStore: Sendable {
    /// Stores `item`. One with the same id is replaced, and keeps its creation and its completion. `users` subscribe to
    /// it; for all of its subscribers it is created or updated.
    ///
    /// A new one begins without those who subscribed to the topic of its id by themselves: an item is for whom the
    /// application chose.
    /// - Returns: the item as stored.
    func put(_ item: Item, subscribing users: [UserID]) async throws -> Item

    /// Changes what `update` names. For all subscribers it is updated.
    /// - Returns: `nil` when there is no such item.
    func update(_ id: TopicID, _ update: ItemUpdate, at time: Timestamp) async throws -> Item?

    /// Completes an item, unless it is; for all subscribers it is updated.
    ///
    /// The same transaction ends what would tell of it: it cancels waiting schedules and stops open campaigns whose
    /// notification is about it, and marks its unread notifications as read, everybody's, as
    /// ``NotificationStore/markRead(_:by:at:)`` would. Of these it takes no more than `limit`, so that other writers are
    /// not held up, and remembers that there are others.
    /// - Parameter device: which is not told to clear them.
    /// - Returns: `nil` when there is no such item.
    func completeItem(
        _ id: TopicID, by user: UserID, on device: DeviceID?, at time: Timestamp, limit: Int
    ) async throws -> ItemEnding?

    /// Deletes an item, with what would tell of it and its notifications as
    /// ``completeItem(_:by:on:at:limit:)``. For all subscribers it is deleted, and they subscribe to it no more.
    /// - Returns: `nil` when there is no such item.
    func deleteItem(_ id: TopicID, at time: Timestamp, limit: Int) async throws -> ItemEnding?

    /// Marks as read, at most `limit`, what an ending of items has left unread. What was told later stays unread.
    /// - Returns: those that were marked, with those they were for; none when nothing is left of any ending.
    func silenceEndedItems(at time: Timestamp, limit: Int) async throws -> [NotificationID: UserID]

    /// - Parameter subscriber: only if this user subscribes to it, if given.
    func item(_ id: TopicID, of subscriber: UserID?) async throws -> Item?

    /// In the order of their ids' UTF-8, at most `limit`, starting after `cursor`.
    ///
    /// - Parameter subscriber: only those that this user subscribes to, if given.
    func items(of subscriber: UserID?, after cursor: TopicID?, limit: Int) async throws -> [Item]

    /// What has become of the user's items since `cursor`, at most `limit` changes, the oldest first; without a cursor
    /// all items that they subscribe to.
    ///
    /// Whoever follows the cursors misses nothing, whatever is written meanwhile, and may get a change again that was
    /// made while they read. An item that the follower has not been given yet is created.
    func itemChanges(of user: UserID, since cursor: ItemCursor?, limit: Int) async throws -> ItemChangesResult

    /// As ``TopicStore/subscribe(_:to:at:)``.
    /// - Returns: `nil` when there is no such item.
    func subscribe(_ users: [UserID], toItem id: TopicID, at time: Timestamp) async throws -> SubscriptionResult?

    /// As ``CampaignStore/accept(_:)``, of a campaign that tells of an item.
    /// - Returns: `nil` when there is no such item, or it is complete.
    func accept(_ submission: CampaignSubmission, about id: TopicID) async throws -> IdempotentWriteResult?

    /// As ``ScheduleStore/add(_:idempotency:)``, of a schedule that reminds of an item.
    /// - Returns: `nil` when there is no such item, or it is complete.
    func add(_ reminder: Schedule, about id: TopicID, idempotency: IdempotencyRecord?) async throws -> IdempotentWriteResult?

    /// Stores `reminder`, of the item it is about for the user who made it. The same transaction marks their unread
    /// notifications about the item as read, as ``NotificationStore/markRead(_:by:at:)`` would, and cancels what waits of
    /// the reminders that they made themselves.
    /// - Returns: the notifications that were marked; `nil` when the user subscribes to no such item, or it is complete.
    func snoozeItem(
        _ id: TopicID, until reminder: Schedule, by device: DeviceID?, at time: Timestamp
    ) async throws -> [NotificationID]?

    /// Forgets deletions made before `time`, at most `limit`. A cursor that has not passed them is too old then.
    /// - Returns: how many were forgotten.
    func forgetItemDeletions(before time: Timestamp, limit: Int) async throws -> Int
}
