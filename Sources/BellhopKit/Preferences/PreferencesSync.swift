import BellhopModel

/// The person's preferences: in force here at once, then written down, then sent, until the server has them.
actor PreferencesSync {
    private let api: DeviceAPI
    private let registrar: Registrar
    private let shelf: SingleRecord<PreferenceRecord>
    private let clock: any ClockPort
    private let randomness: any RandomnessPort
    private let wake: Wake
    private let loading = Turn()
    private let turn = Turn()

    private var record = PreferenceRecord()
    private var isLoaded = false
    private var failures = 0
    private var due: Duration?
    /// Counts forgettings: what was asked for before one is not taken in after it.
    private var generation = 0

    init(
        api: DeviceAPI, registrar: Registrar, journal: any Journal, clock: any ClockPort,
        randomness: any RandomnessPort, wake: Wake
    ) {
        self.api = api
        self.registrar = registrar
        shelf = SingleRecord(.preferences, in: journal)
        self.clock = clock
        self.randomness = randomness
        self.wake = wake
    }

    func present() async -> NotificationPreferences {
        await load()
        return record.present
    }

    /// - Returns: whether it is written down. It is in force and sent in any case.
    func turn(_ name: PreferenceSwitch, _ isOn: Bool) async -> Bool {
        await load()
        record.turn(name, isOn)
        return await changed()
    }

    /// - Returns: as ``turn(_:_:)``.
    func set(_ setting: PreferenceSetting) async throws(PreferenceProblem) -> Bool {
        await load()
        try setting.check(in: record.present)
        record.set(setting)
        return await changed()
    }

    private func changed() async -> Bool {
        due = clock.uptime
        wake.signal()
        return await keep()
    }

    /// How long until ``send()`` has something to do; `nil` when nothing waits.
    var pause: Duration? { due.map { max(.zero, $0 - clock.uptime) } }

    /// Sends what was changed here, if anything was.
    func send() async {
        await load()
        if !record.isClean { await sync() }
    }

    /// Reads the server's preferences and sends what was changed here. The last who changes something has changed it:
    /// what is not changed here stays as the server has it.
    func sync() async {
        await load()
        _ = await turn.take { await exchange() }
    }

    private func exchange() async {
        let generation = generation
        guard case .found(let credentials) = await registrar.credentials() else { return postpone() }
        guard let read = try? await api.call(API.getPreferences, key: credentials.key) else { return postpone() }
        guard case .value(let theirs) = read else { return await stop(read, credentials) }
        guard generation == self.generation else { return }
        record.read(theirs)
        let sent = record.changes
        if !sent.isEmpty {
            let merged = record.applied(to: theirs)
            guard let written = try? await api.perform(API.putPreferences, body: merged, key: credentials.key)
            else { return postpone() }
            guard case .value = written else { return await stop(written, credentials) }
            guard generation == self.generation else { return }
            record.wrote(merged, sent: sent)
        }
        failures = 0
        due = record.isClean ? nil : clock.uptime
        if due != nil { wake.signal() }
        _ = await keep()
    }

    private func stop<Value>(_ reply: ServerReply<Value>, _ credentials: DeviceCredentials) async {
        switch reply {
        case .value: break
        case .unavailable(let why): postpone(atLeast: why.retryAfter)
        case .refused(let refusal):
            if refusal.code == .unauthorized { await registrar.keyRejected(credentials.key) }
            // Whatever it was, it may be another server version tomorrow; what was changed stays in force here.
            postpone(atLeast: Backoff.registration.limit)
        }
    }

    private func postpone(atLeast: Duration? = nil) {
        guard !record.isClean else { return due = nil }
        failures += 1
        due = clock.uptime + Backoff.registration.delay(after: failures, random: randomness.next(), atLeast: atLeast)
        wake.signal()
    }

    private func load() async {
        _ = await loading.take {
            guard !isLoaded else { return }
            let generation = generation
            let kept = await shelf.read()
            guard generation == self.generation else { return }
            switch kept {
            case .found(let kept): record.join(kept)
            case .nothing: break
            case .locked: return
            }
            isLoaded = true
            if !record.isClean { due = clock.uptime }
        }
    }

    private func keep() async -> Bool {
        guard isLoaded else { return false }
        return await shelf.write(record)
    }
}

extension PreferencesSync: Forgetful {
    func forget() async throws {
        record = PreferenceRecord()
        due = nil
        generation += 1
        isLoaded = true
        try await shelf.remove()
    }
}
