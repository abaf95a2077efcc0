public import BellhopModel
import Foundation

/// One notification in a service extension: made readable, given its picture, and handed over exactly once.
///
/// ```swift
/// let run = ServiceRun(payload, id: request.identifier, over: original, ports: ports) { outcome in … }
/// task = Task { await run.run() }      // in didReceive(_:withContentHandler:)
/// run.expire()                         // in serviceExtensionTimeWillExpire()
/// ```
///
/// The text comes first and needs nothing but the payload, so there is always something to hand over. No ``Bellhop`` is
/// started: an extension has 24 MB of memory and about 30 seconds. What changes, the machine, is guarded by `lock`.
public final class ServiceRun: @unchecked Sendable {
    private let payload: PushPayload
    private let id: String
    private let original: OriginalText
    private let ports: ServicePorts
    private let clock: ServerClock
    private let limits: ServiceLimits
    private let words: Strings
    private let handOver: @Sendable (ServiceOutcome) -> Void
    private let stop = Wake()

    private let lock = NSLock()
    // Guarded by `lock`.
    private var machine: ServiceMachine

    /// - Parameters:
    ///   - id: the request's identifier.
    ///   - original: what the system would show.
    ///   - handOver: gets what is to be shown, once, from whatever thread is there.
    public init(
        _ payload: PushPayload, id: String, over original: OriginalText = OriginalText(), ports: ServicePorts,
        limits: ServiceLimits = ServiceLimits(), words: Strings = .current,
        handOver: @escaping @Sendable (ServiceOutcome) -> Void
    ) {
        self.payload = payload
        self.id = id
        self.original = original
        self.ports = ports
        clock = ServerClock(ports.clock, journal: ports.journal)
        self.limits = limits
        self.words = words
        self.handOver = handOver
        machine = ServiceMachine(Enrichment(words: words, now: clock.now).content(of: payload, over: original))
    }

    /// Does all that there is to do, and returns when it is done or given up. The notification was handed over then.
    public func run() async {
        let end = ports.clock.now + limits.budget
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await self.work()
                return true
            }
            group.addTask {
                await Alarm(clock: self.ports.clock, wake: self.stop).wait(until: end)
                return false
            }
            let isDone = await group.next() ?? false
            // Before the rest is waited for: it may be slow to see that nobody wants it.
            take(Task.isCancelled ? .cancelled : isDone ? .done : .overBudget)
            group.cancelAll()
        }
    }

    /// Hands over what there is, now. For `serviceExtensionTimeWillExpire`; returns when it was handed over.
    public func expire() {
        take(.expired)
        stop.signal()
    }

    private func work() async {
        await clock.restore()
        if clock.isKnown { take(.content(content)) }
        if let id = payload.notificationID, let journal = ports.journal {
            let item = payload.kind == .newItem ? payload.itemID : nil
            await ShownLog(journal).insert(id, item: item, at: ports.clock.now)
        }
        async let tidied: Void = tidy()
        await attach()
        await tidied
    }

    private var content: EnrichedContent {
        Enrichment(words: words, now: clock.now).content(of: payload, over: original)
    }

    // MARK: Its picture

    private func attach() async {
        let content = content
        if let request = content.attachment, let downloads = ports.downloads {
            let fetch = AttachmentFetch(downloads, clock: ports.clock, limits: limits.attachments, folder: ports.folder)
            if let file = try? await fetch.file(for: request) { return take(.file(file)) }
        }
        guard !Task.isCancelled, let preview = content.codePreview, let pictures = ports.pictures,
            let url = await pictures.draw(preview, in: ports.folder)
        else { return }
        take(.file(AttachmentFile(url: url, typeIdentifier: AttachmentType.png.identifier)))
    }

    // MARK: What else is on the screen

    /// Takes away what is over, and says so of this one when it is.
    private func tidy() async {
        guard let truth = await ports.openAsks?.openAsks(), !Task.isCancelled else { return }
        if let notice = IncomingNotification(payload).notice, let isOver = truth.isOver(notice.askID) {
            // The server's word, whatever a clock shows here.
            let open = Enrichment(words: words, now: Timestamp(milliseconds: 0))
            var content = open.content(of: payload, over: original)
            if isOver { content.close(words.enrichmentOver) }
            take(.content(content))
        }
        guard let center = ports.center else { return }
        let stale = StaleNotifications.ids(
            in: await center.delivered().filter { $0.id != id }, notIn: truth.asks, isComplete: truth.isComplete,
            at: clock.now)
        if !stale.isEmpty, !Task.isCancelled { await center.removeDelivered(stale) }
    }

    private func take(_ event: ServiceMachine.Event) {
        switch lock.withLock({ machine.take(event) }) {
        case .none: break
        case .handOver(let outcome): handOver(outcome)
        case .discard(let file): try? FileManager.default.removeItem(at: file.url)
        }
    }
}

/// How much one run may take.
public struct ServiceLimits: Hashable, Sendable {
    /// What is not there by then is left out. Less than the system's 30 seconds, whatever is asked for.
    public let budget: Duration
    public let attachments: AttachmentLimits

    public init(budget: Duration = .seconds(10), attachments: AttachmentLimits = .forExtension) {
        self.budget = min(max(budget, .milliseconds(1)), .seconds(25))
        self.attachments = attachments
    }
}
