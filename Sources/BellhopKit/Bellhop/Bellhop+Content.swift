public import BellhopModel

/// Calls of the app's screens: asks, lists, items, topics, preferences and reminders.
extension Bellhop {
    // MARK: Asks

    /// Answers an ask from one of the app's screens.
    ///
    /// - Parameter id: the ID of an ask from ``BellhopUpdate/pending(_:answering:)`` or ``open(_:)``.
    /// - Returns: the result so far. ``results`` has it too, and its later changes.
    @discardableResult
    public func answer(_ id: AskID, _ answer: Answer) async -> AnswerResult { await answering.answer(id, answer) }

    /// Answers an ask that the screen shows as a whole. The ask does not have to be loaded again.
    @discardableResult
    public func answer(_ ask: Ask, _ answer: Answer) async -> AnswerResult { await answering.answer(ask, answer) }

    /// Answers from an extract of an ask, such as a Live Activity. The answer is stored before it is sent, also when the
    /// whole ask cannot be loaded.
    ///
    /// - Parameters:
    ///   - inputDigest: the digest of the input that was shown; see ``AskRequest/Content/inputDigest``.
    ///   - deadline: the ask's deadline.
    public func answer(_ id: AskID, _ answer: Answer, inputDigest: String, deadline: Timestamp) async {
        await answering.answer(AskNotice(askID: id, inputDigest: inputDigest, deadline: deadline), answer)
    }

    /// Loads the destination of a route.
    public func open(_ route: Route) async -> Destination {
        switch route {
        case .ask(let id), .question(let id):
            if let ask = await inbox[id] { return .ask(ask) }
            return Destination(await calls.lookUp { try await $0.call(API.getAsk, id, key: $1.key) }) { .ask($0) }
        case .session(let id, let purpose):
            return Destination(await calls.lookUp { try await $0.call(API.listSessions, key: $1.key) }) { page in
                page.items.first { $0.id == id }.map { .session($0, purpose) } ?? .notFound
            }
        case .notFound: return .notFound
        case .asks, .notifications, .item, .message, .settings, .link: return .place(route)
        }
    }

    // MARK: Notifications and sessions

    /// The user's sessions, latest first.
    public func sessions() async -> Listing<AgentSession> {
        await calls.list { try await $0.call(API.listSessions, key: $1.key) }
    }

    /// The user's notifications, newest first, one page at a time.
    ///
    /// - Parameter last: the last notification of the previous page; `nil` for the first page.
    public func history(after last: NotificationID? = nil) async -> Listing<UserNotification> {
        await calls.list(limit: DeviceAPI.pageSize) {
            try await $0.call(
                API.notificationHistory, query: ["limit": DeviceAPI.pageSize, "before": last], key: $1.key)
        }
    }

    /// The user's devices.
    public func devices() async -> Listing<DeviceSummary> {
        await calls.list { try await $0.call(API.listDevices, key: $1.key) }
    }

    /// Marks a notification as read here, on the server, and so on the user's other devices.
    public func read(_ id: NotificationID) async {
        await clearing.clear(id)
        await outgoing.reads.markRead(id)
    }

    /// Deletes notifications from this device's screen and marks them as read. The history keeps them.
    public func delete(_ ids: [NotificationID]) async {
        await clearing.clear(ids)
        for id in ids { await outgoing.reads.markRead(id) }
    }

    /// Marks all notifications as read on the user's devices, except pending asks.
    ///
    /// - Returns: ``ServerChangeResult/unavailable`` when the server cannot be reached; nothing is retried then.
    @discardableResult
    public func markAllRead() async -> ServerChangeResult {
        await calls.change { try await $0.perform(API.readNotifications, body: ReadRequest(), key: $1.key) }
    }

    /// Removes all of Bellhop's notifications from the screen and the badge from the icon, and marks everything as read
    /// except pending asks.
    ///
    /// When the server cannot be reached, the notifications that were on the screen are marked as read later.
    @discardableResult
    public func clearAll() async -> ServerChangeResult {
        let shown = await ports.center.delivered().compactMap(\.payload.notificationID)
        await clearing.clearAll()
        await inbox.setBadge(0)
        let result = await markAllRead()
        if result == .unavailable {
            for id in shown { await outgoing.reads.markRead(id) }
        }
        return result
    }

    // MARK: Items and messages of Bellhop's own server

    /// One of the items that the user subscribes to.
    public func item(_ id: TopicID) async -> Lookup<Item> {
        await calls.lookUp { try await $0.call(API.getItem, id, key: $1.key) }
    }

    /// The items that the user subscribes to, in the order of their IDs, one page at a time.
    ///
    /// - Parameter last: the last item of the previous page; `nil` for the first page.
    public func items(after last: TopicID? = nil) async -> Listing<Item> {
        await calls.list(limit: DeviceAPI.pageSize) {
            try await $0.call(API.listItems, query: ["limit": DeviceAPI.pageSize, "after": last], key: $1.key)
        }
    }

    /// Completes an item for all its users. Its notifications and reminders are removed from this device at once.
    public func complete(_ item: TopicID) async -> ServerChangeResult {
        let name = item.description
        let key = calls.api.idempotencyKey(for: API.completeItem.path(name), body: [])
        let result = await calls.change {
            try await $0.perform(API.completeItem, item, key: $1.key, idempotencyKey: key)
        }
        // When the journal is locked, the reminders are removed with the item's change.
        if result == .done { try? await removeScheduled(for: name) }
        return result
    }

    /// Clears the item's notifications and has the server remind this device's user again.
    public func snooze(_ item: TopicID, _ time: SnoozeTime) async -> ServerChangeResult {
        let pause = time.moment(after: ports.clock.now) - ports.clock.now
        let minutes = Int(max(1, (pause.wholeMilliseconds + 59_999) / 60_000))
        let result = await calls.change {
            try await $0.perform(API.snoozeItem, item, body: SnoozeRequest(minutes: minutes), key: $1.key)
        }
        if result == .done { await clearing.clear(item: item.description) }
        return result
    }

    /// The user's messages, newest first, at most one page.
    ///
    /// - Parameter conversation: `nil` for all conversations.
    public func messages(in conversation: ConversationID? = nil) async -> Listing<Message> {
        await calls.list(limit: DeviceAPI.pageSize) {
            try await $0.call(
                API.listMessages, query: ["limit": DeviceAPI.pageSize, "conversation": conversation], key: $1.key)
        }
    }

    /// Replies to a message. Repeating the same reply is safe: the server accepts it once.
    public func reply(to message: MessageID, _ text: String) async -> ServerChangeResult {
        let reply = MessageReply(messageID: message, text: text)
        let key = calls.api.idempotencyKey(for: API.replyToMessage.path, body: Array("\(message) \(text)".utf8))
        return await calls.change {
            try await $0.perform(API.replyToMessage, body: reply, key: $1.key, idempotencyKey: key)
        }
    }

    // MARK: Topics

    /// The user's topics in the order of their IDs, one page at a time. An item is a topic under its own ID.
    ///
    /// - Parameter last: the last topic of the previous page; `nil` for the first page.
    public func topics(after last: TopicID? = nil) async -> Listing<Topic> {
        await calls.list(limit: DeviceAPI.pageSize) {
            try await $0.call(API.listTopics, query: ["limit": DeviceAPI.pageSize, "after": last], key: $1.key)
        }
    }

    /// Subscribes the user to a topic or an item, on all their devices. Repeating it changes nothing.
    public func subscribe(to topic: TopicID) async -> ServerChangeResult {
        await calls.change { try await $0.perform(API.subscribe, topic, body: SubscriptionRequest(), key: $1.key) }
    }

    /// Unsubscribes the user from a topic or an item. An item is deleted for them.
    public func unsubscribe(from topic: TopicID) async -> ServerChangeResult {
        await calls.change { try await $0.perform(API.unsubscribe, topic, $1.userID, key: $1.key) }
    }

    // MARK: Preferences

    /// The notification preferences in force on this device.
    public func notificationPreferences() async -> NotificationPreferences {
        await outgoing.preferences.sync.present()
    }

    /// Turns a switch and its ``PreferenceSwitch/aliases``: here at once, and on the server as soon as it can be reached.
    ///
    /// - Returns: `false` when it could not be stored. Then it applies while the app runs, unless the server gets it.
    @discardableResult
    public func turn(_ name: PreferenceSwitch, on isOn: Bool) async -> Bool {
        await outgoing.preferences.turn(name, on: isOn)
    }

    /// Sets quiet hours, a rate limit or a mute. The server applies it, as soon as it can be reached.
    ///
    /// - Returns: as ``turn(_:on:)``.
    /// - Throws: when the server would refuse the value; then nothing changes.
    @discardableResult
    public func set(_ setting: PreferenceSetting) async throws(PreferenceProblem) -> Bool {
        try await outgoing.preferences.set(setting)
    }

    // MARK: Reminders

    /// Schedules a reminder of an item, in place of a former one of the same item and name. The system shows it also when
    /// the app does not run.
    ///
    /// The system keeps 64 notifications of an app. Any number may be scheduled here: the system gets the soonest, and the
    /// others when the app is next in the foreground or in the background.
    ///
    /// - Throws: ``LocalTriggerProblem`` for a trigger that would never fire; another error when it cannot be stored.
    public func schedule(
        _ payload: PushPayload, for item: String, named name: String = "reminder", _ trigger: LocalTrigger
    ) async throws {
        var payload = payload
        payload.itemID = item
        try await schedule.schedule(.reminder(item: item, name: name), payload, trigger)
    }

    /// Scheduled notifications, soonest first: reminders and snoozed notifications.
    public func scheduled() async -> [PendingNotification] { await schedule.list() }

    /// Removes everything about an item from the schedule and from the screen.
    ///
    /// - Throws: when the journal cannot be changed; then some of it is still scheduled.
    public func removeScheduled(for item: String) async throws {
        try await schedule.remove(item: item)
        await clearing.clear(item: item)
    }

    /// Removes everything from the schedule.
    ///
    /// - Throws: as ``removeScheduled(for:)``.
    public func removeAllScheduled() async throws { try await schedule.erase() }
}

extension Destination {
    fileprivate init<Value>(_ lookup: Lookup<Value>, found: (Value) -> Destination) {
        switch lookup {
        case .found(let value): self = found(value)
        case .notFound: self = .notFound
        case .unavailable: self = .unavailable
        }
    }
}
