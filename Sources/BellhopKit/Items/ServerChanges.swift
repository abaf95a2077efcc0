import BellhopModel

/// Changes of the items that Bellhop's own server keeps (`POST /v1/items`), for an app that needs no backend of its own.
public struct ServerChanges: ChangesPort {
    private let access: ServerAccess

    /// - Parameters:
    ///   - ports: the app's.
    ///   - server: its address now, as in ``AppIdentity/server``.
    public init(_ ports: BellhopPorts, server: @escaping @Sendable () -> String) {
        access = ServerAccess(ports, server: server)
    }

    /// A cursor that the server no longer knows, or never knew, begins again with the whole list.
    public func changes(since cursor: String?) async throws -> ChangePage {
        let key = try await access.key()
        switch try await access.api.call(
            API.itemChanges, query: ["limit": DeviceAPI.pageSize, "since": cursor], key: key)
        {
        case .value(let page): return ChangePage(page)
        case .refused(let refusal) where cursor != nil && Self.isOfNoUse(refusal.code):
            return try await changes(since: nil)
        case .refused, .unavailable: throw NoAccess()
        }
    }

    /// Whether a cursor was refused for good. An app that had its items elsewhere before has a cursor of another form.
    private static func isOfNoUse(_ code: APIErrorCode?) -> Bool { code == .cursorTooOld || code == .invalidRequest }
}

extension ChangePage {
    init(_ page: ItemChanges) {
        self.init(
            changes: page.changes.map(ItemChange.init), cursor: page.cursor, hasMore: page.hasMore,
            isWhole: page.isWhole,
            // The server tells of new items by a push of its own, when the person wants to hear of them.
            isNews: false)
    }
}

extension ItemChange {
    fileprivate init(_ change: ItemChanges.Change) {
        let kind: Kind =
            switch change.kind {
            case .created: .created
            case .updated: .updated
            case .deleted: .deleted
            }
        self.init(
            item: change.itemID.description, kind, title: change.item?.title ?? "", body: change.item?.body ?? "",
            isCompleted: change.item?.completedAt != nil)
    }
}
