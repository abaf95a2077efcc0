import BellhopFoundation
package import BellhopModel

/// Processes one notification in a service extension: enriches its text, attaches its picture, and delivers it once.
///
/// ```swift
/// let run = ServiceRun(payload, id: request.identifier, over: original, ports: ports) { outcome in … }
/// task = Task { await run.run() }      // in didReceive(_:withContentHandler:)
/// run.expire()                         // in serviceExtensionTimeWillExpire()
/// ```
///
/// The text needs only the payload and comes first, so there is always content to deliver. No ``Bellhop`` is created,
/// because an extension has 24 MB of memory and about 30 seconds. `lock` guards the state machine.
package final class ServiceRun: @unchecked Sendable {
    private let payload: PushPayload
    private let id: String
    private let original: OriginalText
    private let ports: ServicePorts
    private let clock: ServerClock
    private let limits: ServiceLimits
    private let strings: Strings
    private let deliver: @Sendable (ServiceOutcome) -> Void
    private let stop = AsyncSignal()

    private let lock = Lock()
    // Guarded by `lock`.
    private var machine: ServiceRunState

    /// - Parameters:
    ///   - id: the identifier of the request.
    ///   - original: the content that the system would show.
    ///   - deliver: receives the content to show, once, on any thread.
    package init(
        _ payload: PushPayload, id: String, over original: OriginalText = OriginalText(), ports: ServicePorts,
        limits: ServiceLimits = ServiceLimits(), strings: Strings = .current,
        deliver: @escaping @Sendable (ServiceOutcome) -> Void
    ) {
        self.payload = payload
        self.id = id
        self.original = original
        self.ports = ports
        clock = ServerClock(ports.clock, journal: ports.journal)
        self.limits = limits
        self.strings = strings
        self.deliver = deliver
        machine = ServiceRunState(Enrichment(strings: strings, now: clock.now).content(of: payload, over: original))
    }

    /// Runs to completion or to the time limit. The notification has been delivered when it returns.
    package func run() async {
        let end = ports.clock.now + limits.budget
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await self.work()
                return true
            }
            group.addTask {
                await self.stop.wait(until: end, self.ports.clock)
                return false
            }
            let isDone = await group.next() ?? false
            // Delivered before the other tasks end, because they may be slow to notice the cancellation.
            handle(Task.isCancelled ? .cancelled : isDone ? .done : .overBudget)
            group.cancelAll()
        }
    }

    /// Delivers the present content, for `serviceExtensionTimeWillExpire`; returns afterwards.
    package func expire() {
        handle(.expired)
        stop.signal()
    }

    private func work() async {
        await clock.restore()
        if clock.isKnown { handle(.content(content)) }
        if let id = payload.notificationID, let journal = ports.journal {
            let item = payload.kind == .newItem ? payload.itemID : nil
            await ShownLog(journal).insert(id, item: item, at: ports.clock.now)
        }
        async let removal: Void = removeStale()
        await attach()
        await removal
    }

    private var content: EnrichedContent {
        Enrichment(strings: strings, now: clock.now).content(of: payload, over: original)
    }

    // MARK: Attachment

    private func attach() async {
        let content = content
        if let request = content.attachment, let downloads = ports.downloads {
            let fetch = AttachmentFetch(downloads, clock: ports.clock, limits: limits.attachments, folder: ports.folder)
            if let file = try? await fetch.file(for: request) { return handle(.file(file)) }
        }
        guard !Task.isCancelled, let preview = content.codePreview, let pictures = ports.pictures,
            let url = await pictures.draw(preview, in: ports.folder)
        else { return }
        handle(.file(AttachmentFile(url: url, typeIdentifier: AttachmentType.png.identifier)))
    }

    // MARK: Outdated notifications

    /// Removes notifications of ended asks, and marks this one when its ask has ended.
    private func removeStale() async {
        guard let truth = await ports.openAsks?.openAsks(), !Task.isCancelled else { return }
        if let notice = IncomingNotification(payload).notice, let isOver = truth.isOver(notice.askID) {
            // The server's list decides, regardless of the clocks.
            let open = Enrichment(strings: strings, now: Timestamp(milliseconds: 0))
            var content = open.content(of: payload, over: original)
            if isOver { content.close(strings.enrichmentOver) }
            handle(.content(content))
        }
        guard let center = ports.center else { return }
        let stale = StaleNotifications.ids(
            in: await center.delivered().filter { $0.id != id }, notIn: truth.asks, isComplete: truth.isComplete,
            at: clock.now)
        if !stale.isEmpty, !Task.isCancelled { await center.removeDelivered(stale) }
    }

    private func handle(_ event: ServiceRunState.Event) {
        switch lock.withLock({ machine.handle(event) }) {
        case .none: break
        case .deliver(let outcome): deliver(outcome)
        case .discard(let file): try? FileManager.default.removeItem(at: file.url)
        }
    }
}

/// The limits of one run.
public struct ServiceLimits: Hashable, Sendable {
    /// The time after which missing parts are left out, at most 25 seconds of the system's 30.
    public let budget: Duration
    public let attachments: AttachmentLimits

    public init(budget: Duration = .seconds(10), attachments: AttachmentLimits = .forExtension) {
        self.budget = min(max(budget, .milliseconds(1)), .seconds(25))
        self.attachments = attachments
    }
}

/// The state machine of a service run: in any order of events the notification is delivered exactly once, with the best
/// content so far. Pure.
struct ServiceRunState: Hashable, Sendable {
    enum Event: Hashable, Sendable {
        /// Better content than before.
        case content(EnrichedContent)
        /// A file to attach.
        case file(AttachmentFile)
        /// All work is done.
        case done
        /// The run's time budget is over.
        case overBudget
        /// The system's time limit is over.
        case expired
        case cancelled
    }

    enum Effect: Hashable, Sendable {
        case none
        case deliver(ServiceOutcome)
        /// The file is not needed any more.
        case discard(AttachmentFile)
    }

    private var content: EnrichedContent
    private var file: AttachmentFile?
    private(set) var isFinished = false

    init(_ content: EnrichedContent) { self.content = content }

    mutating func handle(_ event: Event) -> Effect {
        switch event {
        case .content(let better):
            if !isFinished { content = better }
            return .none
        case .file(let new):
            guard !isFinished else { return .discard(new) }
            defer { file = new }
            return file.map(Effect.discard) ?? .none
        case .done: return finish(.complete)
        case .overBudget: return finish(.overBudget)
        case .expired: return finish(.expired)
        case .cancelled: return finish(.cancelled)
        }
    }

    private mutating func finish(_ ending: ServiceOutcome.Ending) -> Effect {
        guard !isFinished else { return .none }
        isFinished = true
        return .deliver(ServiceOutcome(content: content, file: file, ending: ending))
    }
}

/// The result that a service extension hands to the system.
package struct ServiceOutcome: Hashable, Sendable {
    package let content: EnrichedContent
    /// The file to attach, if any.
    package let file: AttachmentFile?
    package let ending: Ending

    package enum Ending: String, Hashable, Sendable, CaseIterable {
        case complete
        /// The time budget was over; missing parts were left out.
        case overBudget
        /// The system's time was over (`serviceExtensionTimeWillExpire`).
        case expired
        case cancelled
    }
}
