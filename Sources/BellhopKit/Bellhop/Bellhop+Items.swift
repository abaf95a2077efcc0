public import BellhopModel

/// The items and messages of Bellhop's own server, for the screens that notifications about them lead to.
extension Bellhop {
    /// One of the items that the user subscribes to.
    public func item(_ id: TopicID) async -> Lookup<Item> {
        await lookUp { try? await self.api.call(API.getItem, id, key: $0.key) }
    }

    /// The items that the user subscribes to, in the order of their ids, a page at a time.
    ///
    /// - Parameter last: the last item of the page before; `nil` for the first page.
    public func items(after last: TopicID? = nil) async -> Listing<Item> {
        await list(limit: DeviceAPI.pageSize) {
            try? await self.api.call(
                API.listItems, query: ["limit": DeviceAPI.pageSize, "after": last], key: $0.key)
        }
    }

    /// Completes an item for everybody. Its notifications and what is scheduled about it go from this device at once.
    public func complete(_ item: TopicID) async -> ServerChangeResult {
        let name = item.description
        let key = api.idempotencyKey(for: API.completeItem.path(name), body: [])
        let verdict = await change {
            try? await self.api.perform(API.completeItem, item, key: $0.key, idempotencyKey: key)
        }
        // When the journal is locked, what is scheduled goes once the item's change has arrived.
        if verdict == .done { try? await removeScheduled(for: name) }
        return verdict
    }

    /// Clears the item's notifications and has the server remind this device's user again.
    public func snooze(_ item: TopicID, _ time: SnoozeTime) async -> ServerChangeResult {
        let pause = time.moment(after: ports.clock.now) - ports.clock.now
        let minutes = Int(max(1, (pause.wholeMilliseconds + 59_999) / 60_000))
        let verdict = await change {
            try? await self.api.perform(
                API.snoozeItem, item, body: SnoozeRequest(minutes: minutes), key: $0.key)
        }
        if verdict == .done { await clearing.clear(item: item.description) }
        return verdict
    }

    /// The user's messages, newest first, at most a page of them.
    ///
    /// - Parameter conversation: `nil` for all.
    public func messages(in conversation: ConversationID? = nil) async -> Listing<Message> {
        await list(limit: DeviceAPI.pageSize) {
            try? await self.api.call(
                API.listMessages, query: ["limit": DeviceAPI.pageSize, "conversation": conversation], key: $0.key)
        }
    }

    /// Replies to a message. The same reply to the same message counts once, so that it can be sent again after an
    /// attempt whose end is not known.
    public func reply(to message: MessageID, _ text: String) async -> ServerChangeResult {
        let reply = MessageReply(messageID: message, text: text)
        let key = api.idempotencyKey(for: API.replyToMessage.path, body: Array("\(message) \(text)".utf8))
        return await change {
            try? await self.api.perform(API.replyToMessage, body: reply, key: $0.key, idempotencyKey: key)
        }
    }
}
