import BellhopModel

/// Access to the server with the app's device key, for components outside of the app's own registration.
struct ServerAccess: Sendable {
    let api: DeviceAPI
    private let storage: RegistrationStorage
    private let server: @Sendable () -> String

    init(_ ports: BellhopPorts, server: @escaping @Sendable () -> String) {
        self.server = server
        storage = RegistrationStorage(journal: ports.journal, vault: ports.vault, digesting: ports.digesting)
        api = DeviceAPI(transport: ports.transport, digesting: ports.digesting)
    }

    /// - Throws: ``NoAccess`` when the device is not paired, or its key cannot be read now.
    func key() async throws -> Secret {
        let kept = try await storage.read(at: server())
        guard let key = kept.key, kept.record?.isLeaving == false else { throw NoAccess() }
        return key
    }
}

/// The server cannot be used now, because the device is not paired or its key is locked.
struct NoAccess: Error {}

/// Changes of the items that the Bellhop server stores (`POST /v1/items`), for an app without its own backend.
public struct ServerChanges: ChangesPort {
    private let access: ServerAccess

    /// - Parameters:
    ///   - ports: the ports of the app.
    ///   - server: returns the current address, as in ``AppIdentity/server``.
    public init(_ ports: BellhopPorts, server: @escaping @Sendable () -> String) {
        access = ServerAccess(ports, server: server)
    }

    /// A cursor that the server does not know restarts with the complete list.
    public func changes(since cursor: String?) async throws -> ChangePage {
        let key = try await access.key()
        switch try await access.api.call(
            API.itemChanges, query: ["limit": DeviceAPI.pageSize, "since": cursor], key: key)
        {
        case .value(let page): return ChangePage(page)
        case .refused(let refusal) where cursor != nil && Self.isRejectedCursor(refusal.code):
            return try await changes(since: nil)
        case .refused, .unavailable: throw NoAccess()
        }
    }

    /// Returns `true` for a permanent refusal of a cursor, such as one from another source of items.
    private static func isRejectedCursor(_ code: APIErrorCode?) -> Bool {
        code == .cursorTooOld || code == .invalidRequest
    }
}

extension ChangePage {
    init(_ page: ItemChanges) {
        self.init(
            changes: page.changes.map(ItemChange.init), cursor: page.cursor, hasMore: page.hasMore,
            isWhole: page.isWhole,
            // The server itself pushes new items, as the preferences allow.
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

/// Carries out the user's actions on notifications of items and messages on the Bellhop server: completes the item,
/// sends the reply. Each request has the action's id as `Idempotency-Key`, so that a repetition has no effect.
///
/// The kit itself marks as read and snoozes. Buttons of the app's own categories are delivered in ``Bellhop/actions``.
public struct ServerActions: ContentActionHandler {
    private let access: ServerAccess

    /// - Parameters:
    ///   - ports: the ports of the app.
    ///   - server: returns the current address, as in ``AppIdentity/server``.
    public init(_ ports: BellhopPorts, server: @escaping @Sendable () -> String) {
        access = ServerAccess(ports, server: server)
    }

    /// `false`: a failed operation belongs to a session, whose screen retries it.
    public var takesRetries: Bool { false }

    public func perform(_ action: ContentAction) async throws {
        let payload = action.notification.payload
        switch action.kind {
        case .complete:
            guard let item = payload.itemID else { throw Self.missingTarget }
            let key = try await access.key()
            try settle(try await access.api.perform(API.completeItem, item, key: key, idempotencyKey: action.id))
        case .reply(let text):
            guard let message = payload.messageID.flatMap({ MessageID($0) }) else { throw Self.missingTarget }
            let key = try await access.key()
            let reply = MessageReply(messageID: message, text: text)
            try settle(
                try await access.api.perform(API.replyToMessage, body: reply, key: key, idempotencyKey: action.id))
        case .markRead, .snooze, .retry, .custom: break
        }
    }

    /// The notification has neither an item nor a message: it is not from this server.
    private static var missingTarget: ContentActionRefusal {
        ContentActionRefusal(message: Strings.current.actionNoticeNoHandler)
    }

    private func settle(_ reply: ServerReply<Void>) throws {
        switch reply {
        case .value: break
        // The next pairing may bring another key; the action waits for it until it expires.
        case .refused(let refusal) where refusal.code == .unauthorized: throw NoAccess()
        case .refused(let refusal): throw ContentActionRefusal(message: refusal.message)
        case .unavailable: throw NoAccess()
        }
    }
}

extension BellhopPorts {
    /// Uses the items and messages of the Bellhop server: ``ServerChanges`` and ``ServerActions``.
    ///
    /// - Parameter server: returns the current address, as in ``AppIdentity/server``.
    public func withServerItems(at server: @escaping @Sendable () -> String) -> BellhopPorts {
        var ports = self
        ports.changes = ServerChanges(self, server: server)
        ports.actions = ServerActions(self, server: server)
        return ports
    }
}
