import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@Suite("Actions with faults and restarts in random order")
struct RetryQueuePropertyTests {
    @Test("Each response is carried out at most once, and never after its expiry", arguments: 0..<60)
    func property(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let clock = ManualClock()
        let backend = FakeBackend(clock: clock)
        var phone = try await TestPhone.paired(clock: clock, actions: backend)
        var responses: [NotificationResponse] = []
        var taps: [String: Duration] = [:]
        // A clock set back while the device is off cannot be detected.
        let isRestarted = seed.isMultiple(of: 2)
        for step in 0..<40 {
            switch Int.random(in: 0..<9, using: &random) {
            case 0, 1:
                var payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: .reminder))
                payload.itemID = "\(step)"
                let notification = await phone.center.show(payload, id: "n\(step)")
                responses.append(NotificationResponse(to: notification, "COMPLETE_TASK"))
                taps[notification.id] = clock.uptime
                await phone.bellhop.responded(responses[responses.count - 1])
            case 2:
                if let response = responses.randomElement(using: &random) { await phone.bellhop.responded(response) }
            case 3: await backend.setAway(Bool.random(using: &random))
            case 4: await backend.refuse(Bool.random(using: &random) ? "no" : nil)
            case 5: if isRestarted { phone = phone.restarted() }
            case 6: clock.advance(by: .seconds(Int64.random(in: 0..<40_000, using: &random)))
            case 7: if !isRestarted { clock.set(by: .seconds(Int64.random(in: -40_000..<0, using: &random))) }
            default: await phone.bellhop.becameActive()
            }
        }
        await backend.setAway(false)
        await backend.refuse(nil)
        await phone.bellhop.becameActive()
        let done = await backend.done
        #expect(Set(done.map(\.id)).count == done.count)
        for call in await backend.calls {
            let tap = try #require(taps[call.action.notification.id])
            #expect(call.at < tap + ContentAction.lifetime)
        }
        #expect(await phone.journal.count(in: .actions) <= responses.count)
    }

    @Test("The categories are always a superset of the app's own", arguments: 0..<30)
    func categories(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let phone = TestPhone()
        let names = (0..<6).map { CategoryID("HOST_\($0)") }.filter { _ in Bool.random(using: &random) }
        let own = names.compactMap { id in
            CategoryCatalog.all.randomElement(using: &random).map {
                NotificationCategory(
                    id: id, family: $0.family, kind: $0.kind, purpose: $0.purpose, actions: $0.actions,
                    options: $0.options, hiddenPreviewPlaceholder: $0.hiddenPreviewPlaceholder,
                    summaryFormat: $0.summaryFormat, playsSound: $0.playsSound,
                    interruptionLevel: $0.interruptionLevel)
            }
        }
        await phone.center.setHostCategories(own)
        for _ in 0..<Int.random(in: 1...3, using: &random) { await phone.center.register(CategoryCatalog.all) }
        let registered = await phone.center.registered()
        #expect(Set(registered).isSuperset(of: own.map(RegisteredCategory.init)))
        #expect(Set(registered).isSuperset(of: CategoryCatalog.all.map(RegisteredCategory.init)))
        #expect(Set(registered.map(\.id)).count == registered.count)
    }
}
