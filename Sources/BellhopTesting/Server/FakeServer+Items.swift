import BellhopKit
public import BellhopModel

extension FakeServer {
    /// Something became of an item of the user; the next to ask learns of it.
    public func add(_ change: ItemChanges.Change) { itemChanges.append(change) }

    /// What was deleted until now is no longer known: whoever asks with a cursor has to begin again.
    public func forgetChanges() { forgottenChanges = itemChanges.count }

    /// - Returns: `nil` when it is none of the routes about items and messages.
    func items(_ request: APIRequest) throws -> APIResponse? {
        if matches(.itemChanges, request.path), request.method == .get { return .json(try changes(request.path)) }
        if matches(.completeItem, request.path), request.method == .post {
            let item = parts(request.path)[2]
            // Again, it is complete all the same.
            if !completed.contains(item) { completed.append(item) }
            return .json(
                Item(
                    id: TopicID(item) ?? "item", title: item, completedBy: Fixture.user, completedAt: clock.now,
                    createdAt: clock.now, updatedAt: clock.now))
        }
        if matches(.replyToMessage, request.path), request.method == .post {
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
        let query = path.split(separator: "?").dropFirst().joined().split(separator: "&")
        let since = query.first { $0.hasPrefix("since=") }.flatMap { Int($0.dropFirst("since=".count)) }
        if let since, since < forgottenChanges { throw APIError(.cursorTooOld) }
        let changes = itemChanges.dropFirst(since ?? 0)
        return ItemChanges(
            changes: Array(changes), cursor: "\(itemChanges.count)", hasMore: false, isWhole: since == nil)
    }
}
