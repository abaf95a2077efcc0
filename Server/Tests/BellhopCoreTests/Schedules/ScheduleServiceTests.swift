import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Creating, changing and cancelling schedules")
struct SchedulesTests {
    private let bench = EngineBench()
    private var soon: Timestamp { bench.time.now + .seconds(60) }

    private func create(_ request: ScheduleRequest, by key: KeyRecord = .agent()) async throws -> Schedule {
        switch try await bench.schedules.create(request, by: key, recorder: nil) {
        case .accepted(let schedule): return schedule
        case .repeated: throw StoreUnavailable("a new schedule was taken for a repetition")
        }
    }

    @Test("A schedule is stored as returned, by default a reminder for the key's user")
    func creation() async throws {
        let key = KeyRecord.agent()
        let made = try await create(.milk(at: soon), by: key)
        #expect(try await bench.store.schedule(made.id) == made)
        #expect(made.to == .user("ada"))
        #expect(made.notification.category == .reminder)
        #expect(made.next == soon)
        #expect(made.state == .waiting)
        #expect(made.revision == 1)
        #expect(made.createdBy == key.id)
        var update = ScheduleRequest.milk(at: soon)
        update.notification.category = .update
        #expect(try await create(update).notification.category == .update)
    }

    @Test("Creating, changing or cancelling a schedule notifies the scheduler")
    func waking() async throws {
        let mark = bench.workSignal.latest()
        let made = try await create(.milk(at: soon))
        #expect(bench.workSignal.latest() == mark + 1)
        _ = try await bench.schedules.update(
            made.id, ScheduleUpdate(when: ScheduleTiming(at: .moment(soon))), by: .agent())
        _ = try await bench.schedules.cancel(made.id, by: .agent())
        #expect(bench.workSignal.latest() == mark + 3)
    }

    @Test("Two requests under one idempotency key create one schedule")
    func repetition() async throws {
        let record = IdempotencyRecord(
            scope: .make(at: soon), key: "k", requestDigest: [1], status: 201, body: [2], createdAt: bench.time.now)
        let request = ScheduleRequest.milk(at: soon)
        var repeated = 0
        for _ in 0..<3 {
            if case .repeated(let kept) = try await bench.schedules.create(
                request, by: .agent(), recorder: { _ in record })
            {
                #expect(kept == record)
                repeated += 1
            }
        }
        #expect(repeated == 2)
        #expect(try await bench.store.schedules(.init(), before: nil, limit: 9).count == 1)
    }

    @Test("Keys of agents and devices schedule for their own user, an admin's key for any user")
    func others() async throws {
        let phone = try await bench.phone()
        let bobs = ScheduleRequest(
            to: .user("bob"), notification: NotificationRequest(title: "Milk", body: ""),
            when: ScheduleTiming(at: .moment(soon)))
        for key in [KeyRecord.agent(), phone.key] {
            #expect(try await create(.milk(at: soon), by: key).to == .user("ada"))
            await expectRefusal(.forbidden) { try await create(bobs, by: key) }
        }
        let made = try await create(bobs, by: .admin())
        for key in [KeyRecord.agent(), phone.key] {
            await expectRefusal(.forbidden) { try await bench.schedules.schedule(made.id, for: key) }
            await expectRefusal(.forbidden) { try await bench.schedules.cancel(made.id, by: key) }
            await expectRefusal(.forbidden) { try await bench.schedules.update(made.id, ScheduleUpdate(), by: key) }
            await expectRefusal(.forbidden) {
                try await bench.schedules.list(for: key, of: "bob", state: nil, before: nil, limit: 9)
            }
        }
        #expect(try await bench.schedules.schedule(made.id, for: .agent(of: "bob")) == made)
        let own = try await create(.milk(at: soon))
        await expectRefusal(.forbidden) {
            try await bench.schedules.update(own.id, ScheduleUpdate(to: .user("bob")), by: .agent())
        }
        let moved = try await bench.schedules.update(own.id, ScheduleUpdate(to: .user("bob")), by: .admin())
        #expect(moved.to == .user("bob"))
    }

    @Test("A list has the schedules of the key's user; an admin's list has all")
    func lists() async throws {
        let ada = try await create(.milk(at: soon))
        bench.time.advance(by: .milliseconds(1))
        let bob = try await create(.milk(at: soon), by: .agent(of: "bob"))
        let schedules = bench.schedules
        #expect(try await schedules.list(for: .agent(), of: nil, state: nil, before: nil, limit: 9) == [ada])
        #expect(try await schedules.list(for: .admin(), of: nil, state: nil, before: nil, limit: 9) == [bob, ada])
        #expect(try await schedules.list(for: .admin(), of: "bob", state: nil, before: nil, limit: 9) == [bob])
        #expect(try await schedules.list(for: .admin(), of: nil, state: nil, before: bob.id, limit: 0) == [ada])
    }

    @Test("An invalid schedule is rejected with an error that names the field", arguments: refusals)
    func refused(_ when: ScheduleTiming, _ code: APIErrorCode, _ message: String) async throws {
        let request = ScheduleRequest(notification: NotificationRequest(title: "Milk", body: ""), when: when)
        do {
            let made = try await create(request)
            Issue.record("not refused, but \(made)")
        } catch let error as APIError {
            #expect(error.code == code)
            #expect(error.message.hasPrefix(message), "\(error.message)")
        }
        #expect(try await bench.store.schedules(.init(), before: nil, limit: 9).isEmpty)
    }

    /// The bench's clock shows 2026-01-01T00:00:00Z.
    private static let refusals: [(ScheduleTiming, APIErrorCode, String)] = [
        (timing("2026-01-01T00:00:00Z"), .scheduleInPast, "when: has passed at 2026-01-01T00:00:00.000Z"),
        (timing("2025-12-31T23:59:59Z"), .scheduleInPast, "when: has passed"),
        (timing("2026-01-01T00:59", "Europe/Berlin"), .scheduleInPast, "when: has passed at 2025-12-31T23:59:00"),
        (
            timing("2025-12-01T00:00", "UTC", Recurrence(every: .day, until: PlannedTime("2025-12-24T00:00"))),
            .scheduleInPast, "when: has passed at 2025-12-24"
        ),
        (timing("2026-06-01T00:00"), .invalidRequest, "when.time_zone: is missing"),
        (timing("2026-06-01T00:00:00Z", nil, Recurrence(every: .day)), .invalidRequest, "when.time_zone: is missing"),
        (timing("2026-06-01T00:00", "Mars/Olympus"), .invalidRequest, #"when.time_zone: "Mars/Olympus" is no"#),
        (timing("2031-01-05T00:00:01Z"), .invalidRequest, "when.at: is more than 5 years ahead"),
        (timing("9999-12-31T23:59:59Z"), .invalidRequest, "when.at: is more than 5 years ahead"),
        (
            timing("2026-06-01T00:00", "UTC", Recurrence(every: .day, on: [.monday])), .invalidRequest,
            "when.repeat.on: only allowed"
        ),
        (
            timing("2026-06-01T00:00", "UTC", Recurrence(every: .week, on: [])), .invalidRequest,
            "when.repeat.on: is empty"
        ),
        (
            timing("2026-06-01T00:00", "UTC", Recurrence(every: .day, until: PlannedTime("2026-05-01T00:00"))),
            .invalidRequest, "when.repeat.until: is before"
        ),
        (
            timing(
                "2026-06-01T00:00", "UTC",
                Recurrence(every: .week, on: [.friday], until: PlannedTime("2026-06-03T00:00"))),
            .invalidRequest, "when.repeat: none of its days"
        ),
    ]

    private static func timing(_ at: String, _ zone: String? = nil, _ recurrence: Recurrence? = nil) -> ScheduleTiming {
        ScheduleTiming(
            at: PlannedTime(at) ?? .moment(Timestamp(seconds: 0)), timeZone: zone, recurrence: recurrence)
    }

    @Test("The notification has the same rules as an immediate one, and names no user")
    func content() async throws {
        let contents: [(NotificationRequest, String)] = [
            (NotificationRequest(userID: "ada", title: "Milk", body: ""), "notification.user_id:"),
            (NotificationRequest(title: " ", body: ""), "notification.title:"),
            (NotificationRequest(title: "Milk", body: "", category: .approvalRequest), "notification.category:"),
        ]
        let made = try await create(.milk(at: soon))
        for (content, message) in contents {
            let request = ScheduleRequest(notification: content, when: ScheduleTiming(at: .moment(soon)))
            let refused = await #expect(throws: APIError.self) { try await create(request) }
            #expect(refused?.message.hasPrefix(message) == true, "\(String(describing: refused))")
            let changed = await #expect(throws: APIError.self) {
                try await bench.schedules.update(made.id, ScheduleUpdate(notification: content), by: .agent())
            }
            #expect(changed?.message.hasPrefix(message) == true, "\(String(describing: changed))")
        }
        #expect(try await bench.store.schedule(made.id) == made)
    }

    @Test("Recipients with texts of their own are checked at creation and at a change of either part")
    func recipients() async throws {
        let milk = NotificationRequest(title: "Milk", body: "")
        func request(_ recipient: Audience.Recipient) -> ScheduleRequest {
            ScheduleRequest(
                to: .recipients([recipient]), notification: milk, when: ScheduleTiming(at: .moment(soon)))
        }
        let refused = await #expect(throws: APIError.self) {
            try await create(request(.init(user: "bob", title: "")), by: .admin())
        }
        #expect(refused?.message == "to.recipients[0].title: is empty")
        let made = try await create(request(.init(user: "bob", title: "Bread")), by: .admin())
        let silent = NotificationRequest(
            title: "", body: "", options: NotificationOptions(isSilent: true, data: ["x": 1]))
        let updates = [
            ScheduleUpdate(to: .recipients([.init(user: "bob", title: "")])), ScheduleUpdate(notification: silent),
        ]
        for update in updates {
            let error = await #expect(throws: APIError.self) {
                try await bench.schedules.update(made.id, update, by: .admin())
            }
            #expect(error?.message.hasPrefix("to.recipients[0].title:") == true, "\(String(describing: error))")
        }
        #expect(try await bench.store.schedule(made.id) == made)
    }

    @Test("A schedule whose payload would not fit is rejected at creation")
    func size() async throws {
        let data = ["story": JSONValue.string(String(repeating: "x", count: 5000))]
        let large = NotificationRequest(title: "Milk", body: "", options: NotificationOptions(data: data))
        let request = ScheduleRequest(notification: large, when: ScheduleTiming(at: .moment(soon)))
        await expectRefusal(.payloadTooLarge) { try await create(request) }
    }

    @Test("A repeating schedule may have begun long ago, and continues from now")
    func begunLongAgo() async throws {
        let request = ScheduleRequest.milk(at: bench.time.now - .seconds(86_400 * 400 + 60), every: .day)
        #expect(try await create(request).next == bench.time.now + .seconds(86_400 - 60))
    }

    @Test("An update changes the named fields of the named revision")
    func updates() async throws {
        let made = try await create(.milk(at: soon))
        let milk = ScheduleUpdate(revision: 1, notification: NotificationRequest(title: "Bread", body: "Two"))
        bench.time.advance(by: .seconds(5))
        let changed = try await bench.schedules.update(made.id, milk, by: .agent())
        #expect(changed.notification == NotificationRequest(title: "Bread", body: "Two", category: .reminder))
        #expect(changed.when == made.when)
        #expect(changed.next == made.next)
        #expect(changed.revision == 2)
        #expect(changed.updatedAt == bench.time.now)
        #expect(try await bench.store.schedule(made.id) == changed)
        await expectRefusal(.scheduleChanged) { try await bench.schedules.update(made.id, milk, by: .agent()) }
        let past = ScheduleUpdate(when: ScheduleTiming(at: .moment(bench.time.now)))
        await expectRefusal(.scheduleInPast) { try await bench.schedules.update(made.id, past, by: .agent()) }
        #expect(try await bench.store.schedule(made.id) == changed)
    }

    @Test("Fifty simultaneous changes all succeed without a revision, and only the first with one")
    func manyUpdates() async throws {
        let made = try await create(.milk(at: soon))
        let schedules = bench.schedules
        func all(naming revision: Int?) async -> Int {
            await withTaskGroup(of: Bool.self) { group in
                for index in 0..<50 {
                    group.addTask {
                        let content = NotificationRequest(title: "Number \(index)", body: "")
                        let update = ScheduleUpdate(revision: revision, notification: content)
                        return (try? await schedules.update(made.id, update, by: .agent())) != nil
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
        }
        #expect(await all(naming: nil) == 50)
        #expect(try await bench.store.schedule(made.id)?.revision == 51)
        #expect(await all(naming: 51) == 1)
        #expect(try await bench.store.schedule(made.id)?.revision == 52)
    }

    @Test("Cancelling twice is allowed; a sent schedule can be neither cancelled nor changed")
    func ends() async throws {
        let made = try await create(.milk(at: soon))
        let cancelled = try await bench.schedules.cancel(made.id, by: .agent())
        #expect(cancelled.state == .cancelled)
        #expect(cancelled.next == nil)
        #expect(try await bench.schedules.cancel(made.id, by: .agent()) == cancelled)
        await expectRefusal(.scheduleEnded) {
            try await bench.schedules.update(made.id, ScheduleUpdate(), by: .agent())
        }

        let sent = try await create(.milk(at: soon))
        let firing = try #require(sent.firing(at: soon))
        #expect(try await bench.store.replace(firing.schedule))
        await expectRefusal(.scheduleEnded) { try await bench.schedules.cancel(sent.id, by: .agent()) }
        await expectRefusal(.notFound) { try await bench.schedules.cancel(.make(at: soon), by: .agent()) }
    }
}
