public import BellhopModel

extension Bellhop {
    /// A notification arrived while the app is open: `willPresent`.
    ///
    /// - Returns: what the system is to show of it.
    public func notificationArrived(_ notification: DeliveredNotification) async -> ForegroundPresentation {
        lastPush = ports.clock.now
        await clock.restore()
        let incoming = IncomingNotification(notification.payload)
        let isNew = await isNew(notification, incoming)
        let isWanted = await preferences.present().allows(notification.payload)
        let isOver = incoming.notice.map(isOver) ?? false
        let policy = ForegroundPolicy(for: incoming, isRepeated: !isNew || isOver || !isWanted)
        if let id = incoming.notice?.askID, pending[id] == nil, !isOver { listsWake.signal() }
        if let count = notification.payload.aps.badge { note(badge: count) }
        guard policy.showsCard else { return policy.presentation }
        // A tap may have launched the app before its screens are there, or it has none that show cards.
        guard tell(.card(InAppCard(notification.payload))) else { return .whole }
        if let haptic = policy.haptic { await ports.haptics.play(haptic) }
        return policy.presentation
    }

    /// A silent push arrived: `didReceiveRemoteNotification`. Returns when everything is done that it asks for.
    public func pushArrived(_ payload: PushPayload) async -> BackgroundResult {
        lastPush = ports.clock.now
        if let count = payload.aps.badge { note(badge: count) }
        let result: BackgroundResult
        switch IncomingNotification(payload) {
        case .clear(let id, _):
            await end(id)
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
        // Time in the background is rare, so whatever waits goes along: last, because a slow network may use it up.
        await flush()
        return result
    }

    /// The person did something with a notification: `didReceive response`, and a scene's connection options.
    ///
    /// Returns when an answer was taken by the server, or is safe in the journal to be sent later. The same response
    /// reported twice counts once.
    public func responded(_ response: NotificationResponse) async {
        let id = ResponseLog.id(of: response, digesting: ports.digesting)
        guard responses.insert(id) else { return }
        switch ResponseMeaning(response, retries: ports.actions?.takesRetries ?? false) {
        case .nothing: return
        case .open(let route):
            lead(to: route, from: response.notification)
            await markRead(response.notification)
        case .act(let kind, let route):
            if let route { lead(to: route, from: response.notification) }
            await perform(kind, on: response.notification, as: id)
            await markRead(response.notification)
        case .answer(let notice, let answer):
            await self.answer(notice, answer)
        }
    }

    /// The person wants to see the app's settings of notifications: `openSettingsFor`.
    public func settingsRequested() { lead(to: .settings) }

    /// Whether it says something that the person has not seen.
    private func isNew(_ notification: DeliveredNotification, _ incoming: IncomingNotification) async -> Bool {
        // Each push about a summary has another count, under the same name; and what was snoozed is to be seen again.
        if case .summary = incoming { return true }
        if case .snooze? = LocalID(notification.id) { return true }
        return await seen.isNew(SeenLog.name(of: notification))
    }

    /// The push was slower than the end of its ask.
    private func isOver(_ notice: AskNotice) -> Bool {
        pending.hasEnded(notice.askID) || notice.deadline.map { $0 <= clock.now } ?? false
    }

    private func markRead(_ notification: DeliveredNotification) async {
        if let id = notification.payload.notificationID { await reads.markRead(id) }
    }
}
