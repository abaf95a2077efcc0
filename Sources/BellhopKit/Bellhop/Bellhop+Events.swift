import BellhopModel

extension Bellhop {
    func receive(_ news: EventConnection.News) async {
        switch news {
        case .connected:
            note(isConnected: true)
            await reconcile()
        case .disconnected: note(isConnected: false)
        case .event(let event): await receive(event)
        case .unreachable: await reconcile()
        case .keyRejected:
            if case .found(let credentials) = await registrar.credentials() { await keyRejected(credentials) }
        }
    }

    func receive(_ event: Event) async {
        // It may have been on its way while the person signed out.
        guard case .found = await registrar.credentials() else { return }
        switch event {
        case .askCreated(let ask): await begin(ask)
        case .askResolved(let ask), .askApplied(let ask):
            await outbox.settle(ask)
            await end(ask.id)
            await announce()
        // What is to be shown comes as a push, which the system shows, or which the preferences kept back.
        case .notificationCreated: break
        case .notificationRead(let id): await clearing.clear(id)
        case .notificationsRead(let ids): await clearing.clear(ids)
        case .sessionUpdated(let session): note(session)
        case .badge(let count):
            await clearing.setBadge(count)
            note(badge: count)
        case .unknown: break
        }
    }

    private func begin(_ ask: Ask) async {
        guard ask.deadline > clock.now, pending.insert(ask) else { return }
        await tellPending()
        // The push about it may come first, or second; when no screen shows cards it is left to that.
        let card = BellhopUpdate.card(InAppCard(ask))
        guard isForeground, broadcast.isHeard(card),
            await preferences.present().refusal(of: ask.category, isAsk: true) == nil,
            await seen.isNew(SeenLog.name(of: ask.id))
        else { return }
        tell(card)
        await ports.haptics.play(.warning)
    }

    /// The ask waits no more: off the list and off the screen.
    func end(_ id: AskID) async {
        let wasPending = pending.end(id)
        await clearing.clear(id)
        try? await schedule.remove(ask: id)
        if wasPending { await tellPending() }
    }

    /// Reads the server's lists and makes everything here agree with them.
    func reconcile() async {
        guard case .found(let credentials) = await registrar.credentials() else { return }
        let revision = pending.revision
        let reply = await clearing.reconcile(with: credentials)
        // The person may have signed out, or the device changed hands, while the lists were on their way.
        guard case .found(let present) = await registrar.credentials(), present.userID == credentials.userID else {
            return
        }
        switch reply {
        case .value(let truth):
            pending.replace(
                with: truth.pending, isComplete: truth.pending.count < DeviceAPI.pageSize, asOf: revision)
            if let count = truth.badge {
                note(badge: count)
                await clearing.setBadge(count)
            }
            await tellPending()
            await outbox.followUp(with: credentials)
            await announce()
        case .refused(let refusal):
            if refusal.code == .unauthorized { await keyRejected(credentials) }
        case .unavailable, nil: break
        }
    }
}
