import BellhopModel

/// The user's preferences. A change applies locally at once, is stored, and is sent until the server accepts it.
actor PreferencesSync {
    private let api: DeviceAPI
    private let registrar: Registrar
    private let storage: SingleRecord<PreferenceRecord>
    private let clock: any ClockPort
    private let randomness: any RandomnessPort
    private let signal: AsyncSignal
    private let loading = AsyncLock()
    private let turn = AsyncLock()

    private var record = PreferenceRecord()
    private var isLoaded = false
    private var failures = 0
    private var due: Duration?
    /// The number of times the preferences were erased: results of earlier requests are ignored.
    private var generation = 0

    init(
        api: DeviceAPI, registrar: Registrar, journal: any Journal, clock: any ClockPort,
        randomness: any RandomnessPort, signal: AsyncSignal
    ) {
        self.api = api
        self.registrar = registrar
        storage = SingleRecord(.preferences, in: journal)
        self.clock = clock
        self.randomness = randomness
        self.signal = signal
    }

    func present() async -> NotificationPreferences {
        await load()
        return record.present
    }

    /// - Returns: `true` if the change is stored. It applies and is sent in any case.
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
        signal.signal()
        return await store()
    }

    /// The time until ``send()`` has work to do; `nil` when nothing waits.
    var pause: Duration? { due.map { max(.zero, $0 - clock.uptime) } }

    /// Sends the local changes, if any.
    func send() async {
        await load()
        if !record.isClean { await sync() }
    }

    /// Reads the server's preferences and sends the local changes. The last change wins; unchanged preferences stay as
    /// the server has them.
    func sync() async {
        await load()
        _ = await turn.withLock { await exchange() }
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
        if due != nil { signal.signal() }
        _ = await store()
    }

    private func stop<Value>(_ reply: ServerReply<Value>, _ credentials: DeviceCredentials) async {
        switch reply {
        case .value: break
        case .unavailable(let why): postpone(atLeast: why.retryAfter)
        case .refused(let refusal):
            if refusal.code == .unauthorized { await registrar.keyRejected(credentials.key) }
            // Any refusal may be different with another server version, so the local change stays in force.
            postpone(atLeast: RetryBackoff.background.limit)
        }
    }

    private func postpone(atLeast: Duration? = nil) {
        guard !record.isClean else { return due = nil }
        failures += 1
        due = clock.uptime + RetryBackoff.background.delay(after: failures, random: randomness.next(), atLeast: atLeast)
        signal.signal()
    }

    private func load() async {
        _ = await loading.withLock {
            guard !isLoaded else { return }
            let generation = generation
            let kept = await storage.read()
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

    private func store() async -> Bool {
        guard isLoaded else { return false }
        return await storage.write(record)
    }
}

extension PreferencesSync: UserScoped {
    func erase() async throws {
        record = PreferenceRecord()
        due = nil
        generation += 1
        isLoaded = true
        try await storage.remove()
    }
}

/// The user's preferences as known to the device. Pure.
struct PreferenceRecord: Codable, Hashable, Sendable {
    /// Local changes that are not sent yet. They override the server's values.
    struct Changes: Codable, Hashable, Sendable {
        /// Switches, by ``PreferenceSwitch/text``.
        var turned: [String: Bool] = [:]
        /// The other changes, by ``PreferenceSetting/name``.
        var settings: [String: PreferenceSetting] = [:]

        var isEmpty: Bool { turned.isEmpty && settings.isEmpty }
    }

    /// The server's preferences when they were last read or written.
    private(set) var known: NotificationPreferences = .default
    private(set) var changes = Changes()

    init() {}

    /// The preferences in force on this device.
    var present: NotificationPreferences { applied(to: known) }

    var isClean: Bool { changes.isEmpty }

    /// Sets the switch with all its aliases.
    mutating func turn(_ name: PreferenceSwitch, _ isOn: Bool) {
        for alias in name.aliases { changes.turned[alias.text] = isOn }
    }

    mutating func set(_ setting: PreferenceSetting) { changes.settings[setting.name] = setting }

    /// Adds the stored record. Changes made before it could be read override it.
    mutating func join(_ kept: Self) {
        known = kept.known
        changes.turned.merge(kept.changes.turned) { new, _ in new }
        changes.settings.merge(kept.changes.settings) { new, _ in new }
    }

    /// The server's preferences with the local changes. Unknown fields are unchanged.
    func applied(to preferences: NotificationPreferences) -> NotificationPreferences {
        var merged = preferences
        for (text, isOn) in changes.turned {
            if let name = PreferenceSwitch(text: text) { merged[name] = isOn }
        }
        for (_, setting) in changes.settings.sorted(by: { $0.key < $1.key }) { merged.set(setting) }
        return merged
    }

    mutating func read(_ preferences: NotificationPreferences) { known = preferences }

    /// The server accepted `preferences`, which include `sent`. Later changes are still to be sent.
    mutating func wrote(_ preferences: NotificationPreferences, sent: Changes) {
        known = preferences
        for (text, isOn) in sent.turned where changes.turned[text] == isOn { changes.turned[text] = nil }
        for (name, setting) in sent.settings where changes.settings[name] == setting { changes.settings[name] = nil }
    }
}
