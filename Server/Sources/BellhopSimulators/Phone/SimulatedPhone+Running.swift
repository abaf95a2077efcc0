public import BellhopKit
import BellhopModel

extension SimulatedPhone {
    /// Runs the phone, with its app in the background, until the task is cancelled.
    public func run() async {
        await carryOut(system.change { $0.startApp() })
        await withDiscardingTaskGroup { group in
            group.addTask { await self.runApps() }
            group.addTask {
                guard let token = DeviceToken(bytes: self.token) else { return }
                await self.receivePushes(to: token, onConnection: self.note) { await self.arrive($0) }
            }
            group.addTask { await self.receiveActivityPushes() }
            group.addTask { await self.processPushes() }
            group.addTask { await self.fireSchedule() }
        }
        system.finish()
        await network.shutdown()
    }

    /// Gives the app background time (`BGAppRefreshTask`), in which it fetches changes and learns whether its
    /// registration was revoked.
    ///
    /// - Returns: The registration state afterwards.
    @discardableResult
    public func refresh(within limit: Duration) async -> RegistrationState {
        _ = await app?.refreshInBackground(until: clock.now + limit)
        guard let state = await app?.tokenArrived(token) else { return screen.registration }
        system.change { $0.screen.registration = state }
        return state
    }

    /// Runs one launched app after the other, each until it is killed.
    private func runApps() async {
        for await launched in launches {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.run(launched.app, launched.keeper) }
                for await _ in launched.ended {}
                group.cancelAll()
            }
        }
    }

    private func run(_ app: Bellhop, _ keeper: LiveActivitySync?) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await app.run() }
            if let keeper {
                group.addTask { await keeper.run() }
                group.addTask { await keeper.follow(app.updates(includingCards: false)) }
            }
            group.addTask {
                await app.requestAuthorization()
                await app.tokenArrived(self.token)
            }
            group.addTask {
                for await report in app.results { self.system.change { $0.screen.results.append(report) } }
            }
            group.addTask {
                for await opened in app.routes { self.system.change { $0.screen.routes.append(opened.route) } }
            }
            group.addTask { for await update in await app.updates() { self.note(update) } }
        }
    }

    private nonisolated func note(_ update: BellhopUpdate) {
        system.change { state in
            switch update {
            case .registration(let registration): state.screen.registration = registration
            case .pending(let asks, _): state.screen.pending = asks
            case .card(let card): state.screen.cards.append(card)
            case .authorization, .permission, .preferences, .changes, .items, .badge, .session, .connected: break
            }
        }
    }

    private nonisolated func note(_ connection: PhoneScreen.Connection) {
        system.change { $0.screen.connection = connection }
    }

    /// Receives pushes while the network is available.
    ///
    /// - Parameter onConnection: Called after every change of the connection state.
    func receivePushes(
        to token: DeviceToken, onConnection: @escaping @Sendable (PhoneScreen.Connection) -> Void = { _ in },
        _ arrive: @escaping @Sendable (DeliveredPush) async -> Void
    ) async {
        while !Task.isCancelled {
            await airplane.waits(until: true)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.attach(token, onConnection, arrive) }
                group.addTask { await self.airplane.waits(until: false) }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Connects to the push service, and reconnects after one second.
    private nonisolated func attach(
        _ token: DeviceToken, _ onConnection: @escaping @Sendable (PhoneScreen.Connection) -> Void,
        _ arrive: @escaping @Sendable (DeliveredPush) async -> Void
    ) async {
        onConnection(.connecting)
        while !Task.isCancelled {
            // The error does not matter: the connection state is displayed.
            try? await pushes.pushes(for: token, attached: { onConnection(.connected) }) { await arrive($0) }
            if Task.isCancelled { return }
            onConnection(.lost)
            try? await clock.sleep(until: clock.now + .seconds(1))
        }
    }

    /// Processes pushes concurrently, because an app may wait for the network.
    private func processPushes() async {
        await withDiscardingTaskGroup { group in
            for await effects in arrivals { group.addTask { await self.carryOut(effects) } }
        }
    }

    /// Shows scheduled notifications at their time, whether or not the app runs.
    private nonisolated func fireSchedule() async {
        while !Task.isCancelled {
            let due = system.screen.scheduled.first?.next
            await withTaskGroup(of: Void.self) { group in
                if let due { group.addTask { try? await self.clock.sleep(until: due) } }
                group.addTask { _ = await self.screen { $0.scheduled.first?.next != due } }
                await group.next()
                group.cancelAll()
            }
            let now = clock.now
            await carryOut(system.change { $0.fire(at: now) })
        }
    }
}

extension SimulatedPhone {
    /// Removes a Live Activity from the lock screen, as a swipe does.
    public func dismiss(_ activity: ShownActivity) { activities?.dismiss(activity.id) }

    /// Receives pushes to the token that starts activities, and to the update tokens of activities.
    func receiveActivityPushes() async {
        guard let activities else { return }
        await withDiscardingTaskGroup { group in
            for await address in activities.tokens {
                guard let token = DeviceToken(bytes: address) else { continue }
                group.addTask {
                    await self.receivePushes(to: token) { await self.arrive($0, at: address, activities) }
                }
            }
        }
    }

    /// Gives the app background time after a push has started an activity, for reporting the update token.
    private func arrive(_ push: DeliveredPush, at address: [UInt8], _ activities: PhoneActivities) async {
        guard !airplane.isOn, activities.receive(push, to: address) else { return }
        await carryOut(system.change { $0.startApp() })
    }
}
