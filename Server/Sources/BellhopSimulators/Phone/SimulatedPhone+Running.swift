public import BellhopKit
import BellhopModel

extension SimulatedPhone {
    /// Switches the phone on, with its app in the background, until the task is cancelled.
    public func run() async {
        await carryOut(system.change { $0.startApp() })
        await withDiscardingTaskGroup { group in
            group.addTask { await self.runApps() }
            group.addTask {
                guard let token = DeviceToken(bytes: self.token) else { return }
                await self.receivePushes(to: token, onConnection: self.note) { await self.arrive($0) }
            }
            group.addTask { await self.receiveActivityPushes() }
            group.addTask { await self.attendPushes() }
            group.addTask { await self.attendSchedule() }
        }
        system.finish()
        await network.shutdown()
    }

    /// The system gives the app time in the background (`BGAppRefreshTask`), in which it learns what has changed, also that
    /// its server knows it no more.
    ///
    /// - Returns: where the phone stands with its server then.
    @discardableResult
    public func refresh(within limit: Duration) async -> RegistrationState {
        _ = await app?.refreshInBackground(until: clock.now + limit)
        guard let state = await app?.tokenArrived(token) else { return screen.registration }
        system.change { $0.screen.registration = state }
        return state
    }

    /// One app after the other, each until it is killed.
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
            group.addTask { for await route in app.routes { self.system.change { $0.screen.routes.append(route) } } }
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

    /// Connected to the push service while there is a network.
    ///
    /// - Parameter onConnection: told whenever that changes.
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

    /// When the service is away, tries again after a second.
    private nonisolated func attach(
        _ token: DeviceToken, _ onConnection: @escaping @Sendable (PhoneScreen.Connection) -> Void,
        _ arrive: @escaping @Sendable (DeliveredPush) async -> Void
    ) async {
        onConnection(.connecting)
        while !Task.isCancelled {
            // Why it ended makes no difference: that there is none shows.
            try? await pushes.pushes(for: token, attached: { onConnection(.connected) }) { await arrive($0) }
            if Task.isCancelled { return }
            onConnection(.lost)
            try? await clock.sleep(until: clock.now + .seconds(1))
        }
    }

    /// A push whose app waits for the network holds up no other.
    private func attendPushes() async {
        await withDiscardingTaskGroup { group in
            for await effects in arrivals { group.addTask { await self.carryOut(effects) } }
        }
    }

    /// What was scheduled is shown at its time, whether the app runs or not.
    private nonisolated func attendSchedule() async {
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
