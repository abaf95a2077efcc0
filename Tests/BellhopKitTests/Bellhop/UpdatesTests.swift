import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Updates for the app's screens")
struct UpdatesTests {
    private func session(_ id: SessionID, after seconds: Int64 = 0) -> AgentSession {
        AgentSession(
            id: id, userID: Fixture.user, title: "shop", startedAt: Fixture.start,
            updatedAt: Fixture.start + .seconds(seconds))
    }

    /// The first updates of a new reader.
    private func present(of bellhop: Bellhop) async -> [BellhopUpdate] {
        let updates = await bellhop.updates()
        // Marks the end of the present state.
        bellhop.publisher.publish(.items([]))
        var told: [BellhopUpdate] = []
        for await update in updates {
            if update == .items([]) { break }
            told.append(update)
        }
        return told
    }

    @Test("A later listener gets the known sessions, each in its last state")
    func sessions() async throws {
        let phone = try await TestPhone.paired()
        var changed = session("b", after: 2)
        await phone.bellhop.sync.receive(.sessionUpdated(changed))
        await phone.bellhop.sync.receive(.sessionUpdated(session("a", after: 1)))
        changed.status = .completed
        await phone.bellhop.sync.receive(.sessionUpdated(changed))
        let told = await present(of: phone.bellhop)
        #expect(told.suffix(2) == [.session(session("a", after: 1)), .session(changed)])
        try await phone.bellhop.leave()
        #expect(await !present(of: phone.bellhop).contains { if case .session = $0 { true } else { false } })
    }

    @Test("Above the limit the least recently changed session is dropped")
    func manySessions() throws {
        var latest = LatestUpdates()
        for number in 0...LatestUpdates.sessionLimit {
            _ = latest.insert(.session(session(try #require(SessionID("\(number)")), after: Int64(number))))
        }
        let external = LatestUpdates.External(pending: [], answering: [:], preferences: .default)
        let told = latest.updates(external).compactMap { update in
            if case .session(let session) = update { session.id.description } else { nil }
        }
        #expect(told == (1...LatestUpdates.sessionLimit).map(String.init))
    }

    @Test("Preferences of another device are published with a local change")
    func preferences() async throws {
        let phone = try await TestPhone.paired()
        let updates = await phone.bellhop.updates()
        var theirs = NotificationPreferences.default
        theirs.turn(.type(.updates), on: false)
        await phone.server.setPreferences(theirs)
        await phone.bellhop.turn(.type(.reminders), on: false)
        await phone.bellhop.sendWaiting()
        phone.bellhop.publisher.publish(.items([]))
        var last = NotificationPreferences.default
        for await update in updates {
            if case .preferences(let told) = update { last = told }
            if update == .items([]) { break }
        }
        #expect(!last.isOn(.type(.updates)) && !last.isOn(.type(.reminders)))
    }

    @Test("Lists and badge that arrive after signing out are not shown")
    func signedOutDuring() async throws {
        let phone = try await TestPhone.paired()
        await phone.server.add(Fixture.ask())
        await phone.server.setUnread(3)
        let gate = Gate()
        await phone.server.watch { if $0.path.contains("history") { await gate.pass() } }
        let reconciling = Task { await phone.bellhop.sync.reconcile() }
        await gate.arrived()
        await phone.server.setDown(true)
        try await phone.bellhop.leave()
        gate.open()
        await reconciling.value
        let told = await present(of: phone.bellhop)
        #expect(told.contains(.pending([], answering: [:])) && told.contains(.badge(0)))
        #expect(await phone.center.badge == 0)
    }

    @Test("Server events after signing out are ignored")
    func signedOut() async throws {
        let phone = try await TestPhone.paired()
        try await phone.bellhop.leave()
        await phone.bellhop.sync.receive(.askCreated(Fixture.ask()))
        await phone.bellhop.sync.receive(.sessionUpdated(session("a")))
        let told = await present(of: phone.bellhop)
        #expect(told.contains(.pending([], answering: [:])) && !told.contains(.session(session("a"))))
    }

    @Test("Signing out resets the published preferences")
    func resetPreferences() async throws {
        let phone = try await TestPhone.paired()
        await phone.bellhop.turn(.type(.reminders), on: false)
        let updates = await phone.bellhop.updates()
        try await phone.bellhop.leave()
        phone.bellhop.publisher.publish(.items([]))
        var last: NotificationPreferences?
        for await update in updates {
            if case .preferences(let told) = update { last = told }
            if update == .items([]) { break }
        }
        #expect(last == .default)
    }

    @Test("The last of several settings in quick succession counts")
    @MainActor
    func order() async throws {
        let phone = try await TestPhone.paired()
        _ = await phone.bellhop.notificationPreferences()
        for _ in 0..<50 {
            let taps = (1...20).map { limit in
                Task { try await phone.bellhop.set(.frequencyCap(FrequencyCap(limit: limit, seconds: 3600))) }
            }
            for tap in taps { _ = try await tap.value }
            #expect(await phone.bellhop.notificationPreferences().frequencyCap?.limit == 20)
        }
    }

    @Test("The last of several settings counts when they precede the first read of the stored preferences")
    @MainActor
    func orderAtLaunch() async throws {
        let former = try await TestPhone.paired()
        for _ in 0..<20 {
            let phone = former.restarted()
            let gate = Gate()
            await phone.journal.watchReads { if $0.drawer == .preferences { await gate.pass() } }
            let first = Task { await phone.bellhop.notificationPreferences() }
            await gate.arrived()
            let taps = (1...20).map { limit in
                Task { try await phone.bellhop.set(.frequencyCap(FrequencyCap(limit: limit, seconds: 3600))) }
            }
            // They arrive during the reconciliation, and wait.
            for _ in 0..<20 { await Task.yield() }
            gate.open()
            for tap in taps { _ = try await tap.value }
            #expect(await phone.bellhop.notificationPreferences().frequencyCap?.limit == 20)
            _ = await first.value
        }
    }

    @Test("A registration that is slow to store does not overwrite a newer one")
    func registration() async throws {
        let phone = TestPhone()
        let gate = Gate()
        await phone.journal.watch { if $0.drawer == .owner { await gate.pass() } }
        let pairing = Task { try await phone.pair(with: Fixture.user) }
        await gate.arrived()
        await phone.bellhop.registration.publish(.leaving)
        gate.open()
        try await pairing.value
        #expect(await present(of: phone.bellhop).first == .registration(.leaving))
    }
}
