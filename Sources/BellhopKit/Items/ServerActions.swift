import BellhopModel

/// Carries out at Bellhop's own server what the person did with a notification of an item or a message: completes the
/// item, sends the reply. Each with the action's id as `Idempotency-Key`, so that a repetition changes nothing.
///
/// To mark as read, and to snooze, the kit does by itself. Buttons of the app's own categories are the app's, which finds
/// them in ``Bellhop/actions``.
public struct ServerActions: ContentActionHandler {
    private let access: ServerAccess

    /// - Parameters:
    ///   - ports: the app's.
    ///   - server: its address now, as in ``AppIdentity/server``.
    public init(_ ports: BellhopPorts, server: @escaping @Sendable () -> String) {
        access = ServerAccess(ports, server: server)
    }

    /// What failed belongs to a session, and its screen sees to it.
    public var takesRetries: Bool { false }

    public func perform(_ action: ContentAction) async throws {
        let payload = action.notification.payload
        switch action.kind {
        case .complete:
            guard let item = payload.itemID else { throw Self.homeless }
            let key = try await access.key()
            try settle(try await access.api.perform(API.completeItem, item, key: key, idempotencyKey: action.id))
        case .reply(let text):
            guard let message = payload.messageID.flatMap({ MessageID($0) }) else { throw Self.homeless }
            let key = try await access.key()
            let reply = MessageReply(messageID: message, text: text)
            try settle(
                try await access.api.perform(API.replyToMessage, body: reply, key: key, idempotencyKey: action.id))
        case .markRead, .snooze, .retry, .custom: break
        }
    }

    /// The notification does not say what it is about: it is not from this server.
    private static var homeless: ContentActionRefusal {
        ContentActionRefusal(message: Strings.current.actionNoticeNoHandler)
    }

    private func settle(_ reply: ServerReply<Void>) throws {
        switch reply {
        case .value: break
        // Another key may be given at the next pairing; the action waits for it as long as it is of use.
        case .refused(let refusal) where refusal.code == .unauthorized: throw NoAccess()
        case .refused(let refusal): throw ContentActionRefusal(message: refusal.message)
        case .unavailable: throw NoAccess()
        }
    }
}

extension BellhopPorts {
    /// With the items and messages of Bellhop's own server: ``ServerChanges`` and ``ServerActions``.
    ///
    /// - Parameter server: its address now, as in ``AppIdentity/server``.
    public func withServerItems(at server: @escaping @Sendable () -> String) -> BellhopPorts {
        var ports = self
        ports.changes = ServerChanges(self, server: server)
        ports.actions = ServerActions(self, server: server)
        return ports
    }
}
