import BellhopModel

/// What the app listens to is told here, and remembered for whoever begins to listen.
extension Bellhop {
    /// - Returns: whether somebody listens.
    @discardableResult
    func tell(_ update: BellhopUpdate) -> Bool { broadcast.send(update) }

    /// Delivers `route` to the listener of ``routes``.
    func lead(to route: Route, from notification: DeliveredNotification? = nil) {
        routeBox.post(OpenedRoute(route, from: notification))
    }

    func hand(_ action: ContentAction) { actionBox.post(action) }

    func tellPending() async {
        deadlineWake.signal()
        let answering = await outbox.waiting
        // Only now: the list may have changed meanwhile, and been told.
        tell(.pending(pending.list, answering: answering))
    }

    func tellPreferences() async { tell(.preferences(await preferences.present())) }

    func note(_ session: AgentSession) {
        present.heard(of: session)
        tell(.session(session))
    }

    func note(badge count: Int) {
        present.badge = count
        tell(.badge(count))
    }

    func note(isConnected: Bool) {
        present.isConnected = isConnected
        tell(.connected(isConnected))
    }

    func note(_ state: AuthorizationState) {
        guard present.authorization != state else { return }
        present.authorization = state
        tell(.authorization(state))
    }

    func note(_ step: PermissionStep) {
        guard present.permissionStep != step else { return }
        present.permissionStep = step
        tell(.permission(step))
    }

    /// A device that changes hands forgets what was the former owner's.
    func note(_ state: RegistrationState) async {
        let look = registrationLook.begin()
        if case .registered(_, let user) = state {
            if await owner.become(user, forgetting: forgetful) { await forgetLists() }
        }
        guard registrationLook.isNews(look), present.registration != state else { return }
        present.registration = state
        tell(.registration(state))
        registrationWake.signal()
        connectionWake.signal()
    }

    /// What was another's is shown no longer.
    func forgetLists() async {
        pending.removeAll()
        present.forgetSessions()
        await tellPending()
        await tellPreferences()
    }
}
