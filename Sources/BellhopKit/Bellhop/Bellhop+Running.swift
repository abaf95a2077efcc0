import BellhopModel

extension Bellhop {
    /// Everything that goes on by itself: sending what waits, registering again, following events, expiring asks.
    /// Until the task is cancelled; a second call returns at once.
    public func run() async {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        await clock.restore()
        await ports.center.register(CategoryCatalog.all.map { $0.localized(.current) })
        await tellPermission()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.sendAnswers() }
            group.addTask { await self.carryActions() }
            group.addTask { await self.sendReads() }
            group.addTask { await self.keepSendingPreferences() }
            group.addTask { await self.keepRegistered() }
            group.addTask { await self.watchNetwork() }
            group.addTask { await self.followEvents() }
            group.addTask { await self.expireAsks() }
            group.addTask { await self.refreshLists() }
        }
    }

    /// The app came to the front: brings everything up to date.
    public func becameActive() async {
        isForeground = true
        connectionWake.signal()
        await tellPermission()
        await flush()
        await register()
        await reconcile()
        await syncPreferences()
        await schedule.fill()
        await ShownReceipts(log: shown, api: api, registrar: registrar, clock: ports.clock).send()
        // What these said, the app says now.
        await clearing.removeNotices()
    }

    /// The app left the front.
    public func enteredBackground() {
        isForeground = false
        connectionWake.signal()
    }

    /// Sends what waits, without waiting for its time.
    func flush() async {
        await outbox.flush(everything: true)
        await announce()
        await contentActions.courier.flush(everything: true)
        await announceActions()
        await reads.courier.flush(everything: true)
        await sendPreferences()
    }

    // MARK: Loops

    private func keepRegistered() async {
        let alarm = Alarm(clock: ports.clock, wake: registrationWake)
        while !Task.isCancelled {
            if let pause = await registrar.pause, pause == .zero { await register() }
            await alarm.wait(atMost: await registrar.pause)
        }
    }

    private func watchNetwork() async {
        for await isOnline in ports.reachability.changes() where isOnline {
            retryWake.signal()
            if case .retrying = await registrar.state { await register() }
            await flush()
        }
    }

    private func followEvents() async {
        let connection = EventConnection(
            port: ports.events, clock: ports.clock, randomness: ports.randomness, wake: retryWake)
        while !Task.isCancelled {
            connectionWake.clear()
            guard isForeground, case .found(let credentials) = await registrar.credentials() else {
                await connectionWake.wait()
                continue
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await connection.run(with: credentials.key) { await self.receive($0) } }
                group.addTask { await self.connectionWake.wait() }
                await group.next()
                group.cancelAll()
            }
        }
    }

    private func expireAsks() async {
        let alarm = Alarm(clock: clock, wake: deadlineWake)
        while !Task.isCancelled {
            let late = pending.expire(at: clock.now)
            for id in late {
                await clearing.clear(id)
                try? await schedule.remove(ask: id)
            }
            if !late.isEmpty { await tellPending() }
            await alarm.wait(until: pending.nextDeadline)
        }
    }

    private func refreshLists() async {
        while !Task.isCancelled {
            await listsWake.wait()
            if !Task.isCancelled { await reconcile() }
        }
    }
}
