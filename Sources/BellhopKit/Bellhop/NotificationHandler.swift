import BellhopModel

/// Handles notification events of the system: arrivals, silent pushes and the user's responses.
actor NotificationHandler {
    private let ports: BellhopPorts
    private let clock: ServerClock
    private let inbox: AskInbox
    private let answers: AnswerService
    private let outgoing: OutgoingRequests
    private let sync: ServerSync
    private let changes: ChangeSync
    private let preferences: PreferencesSync
    private let seen: SeenNotifications
    private let clearing: Clearing
    private let publisher: UpdatePublisher
    private let foreground: ForegroundState
    nonisolated let routes = AsyncQueue<OpenedRoute>(limit: 64)
    private var responses = ResponseLog()
    /// The time of the last push since the launch.
    private(set) var lastPush: Timestamp?

    init(
        ports: BellhopPorts, clock: ServerClock, inbox: AskInbox, answers: AnswerService, outgoing: OutgoingRequests,
        sync: ServerSync, changes: ChangeSync, preferences: PreferencesSync, seen: SeenNotifications,
        clearing: Clearing, publisher: UpdatePublisher, foreground: ForegroundState
    ) {
        self.ports = ports
        self.clock = clock
        self.inbox = inbox
        self.answers = answers
        self.outgoing = outgoing
        self.sync = sync
        self.changes = changes
        self.preferences = preferences
        self.seen = seen
        self.clearing = clearing
        self.publisher = publisher
        self.foreground = foreground
    }

    // MARK: Arrivals

    func arrived(_ notification: DeliveredNotification) async -> ForegroundPresentation {
        lastPush = ports.clock.now
        await clock.restore()
        let incoming = IncomingNotification(notification.payload)
        let isNew = await isNew(notification, incoming)
        let isAllowed = await preferences.present().allows(notification.payload)
        var isOver = false
        if let notice = incoming.notice {
            isOver = await inbox.isOver(notice)
            if !isOver, await inbox[notice.askID] == nil { sync.requestLists() }
        }
        let policy = ForegroundPolicy(for: incoming, isRepeated: !isNew || isOver || !isAllowed)
        if let count = notification.payload.aps.badge { publisher.publish(.badge(count)) }
        guard policy.showsCard else { return policy.presentation }
        // Without a reader of cards the system shows the notification: the screens may not be there yet.
        guard publisher.publish(.card(InAppCard(notification.payload))) else { return .whole }
        if let haptic = policy.haptic { await ports.haptics.play(haptic) }
        return policy.presentation
    }

    /// Returns `true` when the person has not seen the notification.
    private func isNew(_ notification: DeliveredNotification, _ incoming: IncomingNotification) async -> Bool {
        // Each push about a summary has another count under the same name, and a snoozed notification is to be seen
        // again.
        if case .summary = incoming { return true }
        if case .snooze? = LocalID(notification.id) { return true }
        return await seen.isNew(SeenLog.name(of: notification))
    }

    // MARK: Silent pushes

    /// The working time of a silent push: the system's 30 seconds, less the time to finish.
    private static let backgroundTime: Duration = .seconds(25)

    func pushArrived(_ payload: PushPayload) async -> BackgroundResult {
        lastPush = ports.clock.now
        if let count = payload.aps.badge { publisher.publish(.badge(count)) }
        let result: BackgroundResult
        switch IncomingNotification(payload) {
        case .clear(let id, _):
            await inbox.end(id)
            result = .newData
        case .read(let id):
            await clearing.clear(id)
            result = .newData
        case .recount(let summary):
            await clearing.recount(summary, as: payload)
            result = .newData
        case .sync: result = await syncChanges(until: ports.clock.now + Self.backgroundTime, about: payload)
        default: result = .noData
        }
        // Last, because a slow network may use up the background time.
        await outgoing.flush()
        return result
    }

    /// - Parameter payload: the silent push that announces the changes, if there was one.
    func syncChanges(until deadline: Timestamp, about payload: PushPayload? = nil) async -> BackgroundResult {
        let showsNewItems = await preferences.present().allows(category: .newItem) && !foreground.isForeground
        let own = await changes.run(
            until: deadline,
            ChangeSync.Options(
                showsNewItems: showsNewItems, publishChanges: { [publisher] in publisher.publish(.changes($0)) },
                publishItems: { [publisher] in publisher.publish(.items($0)) }))
        guard let payload, let sync = ports.sync else { return own }
        let other = await sync(payload)
        if own == .newData || other == .newData { return .newData }
        return own == .failed ? .failed : other
    }

    // MARK: Responses

    func responded(_ response: NotificationResponse) async {
        let id = ResponseLog.id(of: response, digesting: ports.digesting)
        guard responses.insert(id) else { return }
        switch ResponseMeaning(response, retries: ports.actions?.takesRetries ?? false) {
        case .nothing: return
        case .open(let route):
            routes.append(OpenedRoute(route, from: response.notification))
            await markRead(response.notification)
        case .act(let kind, let route):
            if let route { routes.append(OpenedRoute(route, from: response.notification)) }
            await outgoing.actions.perform(kind, on: response.notification, as: id)
            await markRead(response.notification)
        case .answer(let notice, let answer): await answers.answer(notice, answer)
        }
    }

    private func markRead(_ notification: DeliveredNotification) async {
        if let id = notification.payload.notificationID { await outgoing.reads.markRead(id) }
    }
}
