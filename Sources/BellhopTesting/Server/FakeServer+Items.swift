import BellhopKit
public import BellhopModel

extension FakeServer {
    /// Something became of an item of the user; the next to ask learns of it.
    public func add(_ change: ItemChanges.Change) { itemChanges.append(change) }

    /// What was deleted until now is no longer known: whoever asks with a cursor has to begin again.
    public func forgetChanges() { forgottenChanges = itemChanges.count }

    /// - Returns: `nil` when it is none of the routes about items and messages.
    func items(_ request: APIRequest) throws -> APIResponse? {
        if matches(API.itemChanges, request.path), request.method == .get { return .json(try changes(request.path)) }
        if matches(API.getItem, request.path), request.method == .get {
            guard let item = TopicID(parts(request.path)[2]).flatMap({ items[$0] }) else { throw APIError(.notFound) }
            return .json(item)
        }
        if matches(API.listItems, request.path), request.method == .get {
            return .json(Page(items: items.values.sorted { $0.id.description < $1.id.description }))
        }
        if matches(API.snoozeItem, request.path), request.method == .post {
            guard let id = TopicID(parts(request.path)[2]) else { throw APIError(.notFound) }
            snoozed[id] = try CanonicalJSON.decode(SnoozeRequest.self, from: request.body).minutes
            return APIResponse(status: 204)
        }
        if matches(API.listMessages, request.path), request.method == .get {
            let conversation = parameter("conversation", of: request.path).flatMap { PercentEncoding.decode($0) }
            return .json(
                Page(items: messages.filter { conversation == nil || $0.conversation.description == conversation }))
        }
        if matches(API.completeItem, request.path), request.method == .post {
            let item = parts(request.path)[2]
            if let id = TopicID(item), items[id] != nil {
                items[id]?.completedBy = Fixture.user
                items[id]?.completedAt = clock.now
            }
            // Again, it is complete all the same.
            if !completed.contains(item) { completed.append(item) }
            return .json(
                Item(
                    id: TopicID(item) ?? "item", title: item, completedBy: Fixture.user, completedAt: clock.now,
                    createdAt: clock.now, updatedAt: clock.now))
        }
        if matches(API.replyToMessage, request.path), request.method == .post {
            guard let name = request.headers["idempotency-key"] else {
                complain("\(request) can be done twice")
                throw APIError(.invalidRequest)
            }
            if repliesByName.insert(name).inserted {
                replies.append(try CanonicalJSON.decode(MessageReply.self, from: request.body))
            }
            return APIResponse(status: 201)
        }
        return nil
    }

    private func changes(_ path: String) throws -> ItemChanges {
        guard let cursor = parameter("since", of: path) else {
            let items = lastChanges(since: 0).filter { $0.kind != .deleted }
            return ItemChanges(changes: items, cursor: "\(itemChanges.count)", hasMore: false, isWhole: true)
        }
        guard let since = Int(cursor), (0...itemChanges.count).contains(since) else {
            throw APIError(.invalidRequest, "since: not a cursor of this server")
        }
        if since < forgottenChanges { throw APIError(.cursorTooOld) }
        return ItemChanges(
            changes: lastChanges(since: since), cursor: "\(itemChanges.count)", hasMore: false, isWhole: false)
    }

    /// Of several changes of one item the last.
    private func lastChanges(since: Int) -> [ItemChanges.Change] {
        var seen: Set<TopicID> = []
        return itemChanges.dropFirst(since).reversed().filter { seen.insert($0.itemID).inserted }.reversed()
    }
}
