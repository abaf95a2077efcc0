import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Preferences", .timeLimit(.minutes(10)))
struct PreferencesTests {
    private let bench = EngineBench()
    private var preferences: PreferencesService { PreferencesService(store: bench.store, time: bench.time) }
    private let quiet: NotificationPreferences = {
        let types = PreferenceType.known.map { ($0, $0 != .reminders) }
        return NotificationPreferences(
            types: Dictionary(uniqueKeysWithValues: types), categories: [.approvalRequest: false])
    }()

    @Test("A device sets and reads the preferences of its own user")
    func ownUser() async throws {
        let phone = TestPhone()
        #expect(try await preferences.preferences(of: nil, for: phone.key) == .default)
        #expect(try await preferences.put(quiet, of: nil, by: phone.key) == quiet)
        #expect(try await preferences.preferences(of: "ada", for: phone.key) == quiet)
        #expect(try await preferences.preferences(of: nil, for: TestPhone(of: "bob").key) == .default)
    }

    @Test("An admin names any user, a device only its own, and an agent none")
    func roles() async throws {
        _ = try await preferences.put(quiet, of: "bob", by: .admin())
        #expect(try await preferences.preferences(of: "bob", for: .admin()) == quiet)
        #expect(try await preferences.preferences(of: nil, for: .admin()) == .default)
        await expectRefusal(.forbidden) { try await preferences.preferences(of: "bob", for: TestPhone().key) }
        await expectRefusal(.forbidden) { try await preferences.put(.default, of: "bob", by: TestPhone().key) }
        await expectRefusal(.forbidden) { try await preferences.preferences(of: nil, for: .agent()) }
        await expectRefusal(.forbidden) { try await preferences.put(.default, of: nil, by: .agent()) }
        #expect(try await bench.store.preferences(of: "bob") == quiet)
    }

    static let names = (0..<APILimits.preferences).map { "name-\($0)" }

    @Test("As many names as the limit are accepted, and one more is rejected")
    func count() async throws {
        let categories = Dictionary(uniqueKeysWithValues: Self.names.map { (CategoryID($0), false) })
        _ = try await preferences.put(NotificationPreferences(categories: categories), of: nil, by: TestPhone().key)
        let more = NotificationPreferences(types: [.messages: false], categories: categories)
        await expectRefusal(.invalidRequest) { try await preferences.put(more, of: nil, by: TestPhone().key) }
    }

    @Test(
        "Preferences beyond the size limit are rejected, and nothing is stored",
        arguments: [
            #"{"preferences":{"own":"\#(String(repeating: "x", count: APILimits.preferencesSize))"}}"#
        ])
    func outOfRange(_ text: String) async throws {
        let bad = try CanonicalJSON.decode(NotificationPreferences.self, from: text.utf8)
        await expectRefusal(.invalidRequest) { try await preferences.put(bad, of: nil, by: TestPhone().key) }
        #expect(try await bench.store.preferences(of: "ada") == .default)
    }

    @Test("A disabled category is published and kept in the history, and no device receives it")
    func refusedNotification() async throws {
        _ = try await bench.phone()
        _ = try await preferences.put(quiet, of: nil, by: TestPhone().key)
        let events = bench.hub.subscribe("ada")
        let request = NotificationRequest(title: "Milk", body: "Buy some", category: .reminder)
        let sent = try await bench.notifications.send(request, by: .agent(), recorder: nil)
        bench.hub.finish()
        guard case .accepted(let notification) = sent else {
            Issue.record("not accepted")
            return
        }
        #expect(bench.database.deliveries.isEmpty)
        #expect(await events.reduce(into: []) { $0.append($1) } == [.notificationCreated(notification), .badge(1)])
        let timeline = try await bench.notifications.timeline(notification.id, for: .agent()).timeline
        #expect(timeline.map(\.step) == [.accepted, .cancelled])
        #expect(timeline.last?.detail == "the user turned off the type reminders")
    }

    @Test("An ask of a disabled category is not pushed, and can still be answered")
    func refusedAsk() async throws {
        let phone = try await bench.phone()
        _ = try await preferences.put(quiet, of: nil, by: phone.key)
        let ask = try await bench.ask()
        #expect(bench.database.deliveries.isEmpty)
        #expect(try await bench.asks.list(for: phone.key, state: .pending, limit: 9) == [ask])
        let answered = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        #expect(answered.state == .approved)
        #expect(bench.database.deliveries.isEmpty)
    }
}
