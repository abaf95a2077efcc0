import BellhopModel
public import BellhopStore
public import Logging
public import ServiceLifecycle
import Synchronization

/// Exchanges events and notifications of work with the other nodes of a shared database; does nothing without others.
///
/// Its messages are hints: they name what has changed, and the receiving node reads it from the store. A lost message
/// delays its effect by at most ``PollingLoop/longestWait``; a client that misses events loses its connection, and
/// reloads its lists.
public final class NodeRelay: Service {
    /// The number of unsent messages from which all are replaced by one that says so.
    private static let limit = 10_000

    private struct Outgoing {
        var events: [RelayedEvent] = []
        var work: Work = []
        var hasMissed = false

        var isEmpty: Bool { events.isEmpty && work.isEmpty && !hasMissed }
    }

    private let store: Store
    private let hub: EventHub
    private let time: any TimeSource
    private let workSignal: WorkSignal
    private let logger: Logger
    private let events: EventPublisher
    /// Distinguishes messages of this node, which it receives as well.
    private let node = String(UInt64.random(in: 0 ... .max), radix: 36)
    private let outgoing = Mutex(Outgoing())
    private let outgoingSignal = WorkSignal()

    public init(store: Store, hub: EventHub, workSignal: WorkSignal, time: any TimeSource, logger: Logger) {
        self.store = store
        self.hub = hub
        self.time = time
        self.logger = logger
        self.workSignal = workSignal
        events = EventPublisher(store: store, hub: hub, time: time)
        guard store.isShared else { return }
        hub.setRelay { [weak self] event, user in self?.add(event, user) }
        workSignal.setRelay { [weak self] in self?.add($0) }
    }

    public func run() async throws {
        let (messages, incoming) = AsyncStream.makeStream(of: NodeMessage.self)
        let listener = try store.listen { incoming.yield($0) }
        defer { withExtendedLifetime(listener) {} }
        await withTaskCancellationOrGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    var wasConnected = false
                    for await message in messages { await self.receive(message, &wasConnected) }
                }
                group.addTask { await self.sendAll() }
            }
        } onCancelOrGracefulShutdown: {
            incoming.finish()
            self.outgoingSignal.wake()
        }
    }

    // MARK: Sending

    private func add(_ event: ServerEvent, _ user: UserID) {
        let parts = RelayedEvent.parts(of: event, user)
        outgoing.withLock { outgoing in
            if outgoing.events.count + parts.count <= Self.limit {
                outgoing.events += parts
            } else {
                (outgoing.events, outgoing.hasMissed) = ([], true)
            }
        }
        outgoingSignal.wake()
    }

    private func add(_ work: Work) {
        let isNew = outgoing.withLock { outgoing in
            defer { outgoing.work.formUnion(work) }
            return !outgoing.work.isSuperset(of: work)
        }
        if isNew { outgoingSignal.wake() }
    }

    /// Sends until shutdown, and then what is left.
    private func sendAll() async {
        while true {
            let number = outgoingSignal.latest()
            let batch = outgoing.withLock { outgoing in
                defer { outgoing = Outgoing() }
                return outgoing
            }
            if !batch.isEmpty {
                await send(batch)
            } else if Task.isStopping {
                return
            } else {
                try? await outgoingSignal.wait(since: number, until: nil, time: time)
            }
        }
    }

    private func send(_ batch: Outgoing) async {
        var messages = batch.events.map { RelayedMessage(node: node, event: $0) }
        if !batch.work.isEmpty { messages.append(RelayedMessage(node: node, work: batch.work.rawValue)) }
        if batch.hasMissed { messages.append(RelayedMessage(node: node, missed: true)) }
        do {
            try await store.send(messages.map { try CanonicalJSON.text($0) })
        } catch {
            // The other nodes notice that they were disconnected as well, or read the store soon.
            logger.warning("Other nodes could not be notified of changes", metadata: ["error": "\(error)"])
        }
    }

    // MARK: Receiving

    private func receive(_ message: NodeMessage, _ wasConnected: inout Bool) async {
        switch message {
        case .connected:
            if wasConnected { logger.notice("Connected to the other nodes again") }
            // Also those that began before the first connection: they may have missed events.
            hub.endStreams()
            wasConnected = true
            workSignal.wake(.shared)
        case .disconnected(let error):
            logger.warning("Disconnected from the other nodes; trying again", metadata: ["error": "\(error)"])
        case .line(let line):
            guard let message = try? CanonicalJSON.decode(RelayedMessage.self, from: Array(line.utf8)) else {
                logger.warning("A node of another version sent an unknown message")
                return
            }
            if message.node != node { await apply(message) }
        }
    }

    private func apply(_ message: RelayedMessage) async {
        if message.missed == true { hub.endStreams() }
        if let work = message.work { workSignal.wake(Work(rawValue: work)) }
        guard let relayed = message.event, hub.hasSubscribers(relayed.user) else { return }
        do {
            if let event = try await relayed.event(in: store) { await events.deliver(event, to: relayed.user) }
        } catch {
            // Its subscribers must read the store themselves, when that is possible again.
            hub.endStreams()
        }
    }
}

/// A message between nodes.
struct RelayedMessage: Codable, Hashable {
    var node: String
    var event: RelayedEvent?
    /// The bits of ``Work``.
    var work: Work.RawValue?
    /// Set when the node had to discard messages.
    var missed: Bool?
}

/// The reference of an event, which is short enough for every message.
struct RelayedEvent: Codable, Hashable {
    var user: UserID
    var type: String
    var ask: AskID?
    var notifications: [NotificationID]?
    var session: SessionID?

    /// The maximum number of notifications in one message.
    private static let limit = 100

    /// The references of an event; none for events that each node creates itself.
    static func parts(of event: ServerEvent, _ user: UserID) -> [RelayedEvent] {
        var reference = RelayedEvent(user: user, type: event.type)
        switch event {
        case .askCreated(let ask), .askResolved(let ask), .askApplied(let ask): reference.ask = ask.id
        case .notificationCreated(let notification): reference.notifications = [notification.id]
        case .notificationRead(let id): reference.notifications = [id]
        case .sessionUpdated(let session): reference.session = session.id
        case .notificationsRead(let ids):
            return stride(from: 0, to: ids.count, by: limit).map { start in
                reference.notifications = Array(ids[start..<min(start + limit, ids.count)])
                return reference
            }
        case .badge, .unknown: return []
        }
        return [reference]
    }

    /// The event, with its current content in `store`; `nil` when that was deleted.
    func event(in store: Store) async throws -> ServerEvent? {
        switch type {
        case "ask_created": try await stored(in: store).map { .askCreated($0) }
        case "ask_resolved": try await stored(in: store).map { .askResolved($0) }
        case "ask_applied": try await stored(in: store).map { .askApplied($0) }
        case "notification_created": try await notification(in: store).map { .notificationCreated($0) }
        case "notification_read": notifications?.first.map { .notificationRead($0) }
        case "notifications_read": .notificationsRead(notifications ?? [])
        case "session_updated": try await session(in: store).map { .sessionUpdated($0) }
        default: nil
        }
    }

    private func stored(in store: Store) async throws -> Ask? {
        guard let ask else { return nil }
        return try await store.ask(ask)
    }

    private func notification(in store: Store) async throws -> UserNotification? {
        guard let id = notifications?.first else { return nil }
        return try await store.notification(id)
    }

    private func session(in store: Store) async throws -> AgentSession? {
        guard let session else { return nil }
        return try await store.session(session, of: user)
    }
}
