import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

/// The test server's clock shows 2027-01-15T08:00:00Z.
@Suite("Schedules over HTTP")
struct ScheduleAPITests {
    private static let path = API.createSchedule.path
    private static let milk =
        #"{"notification":{"title":"Milk","body":"Buy some"},"when":{"at":"2027-01-16T09:00","time_zone":"Europe/Berlin"}}"#

    private static func body(_ when: String, _ rest: String = "") -> String {
        #"{"notification":{"title":"Milk","body":"Buy some"},"when":\#(when)\#(rest)}"#
    }

    @Test("A schedule is created, read, changed and cancelled")
    func life() async throws {
        try await TestServer.run { server in
            let made = try await server.send("POST", Self.path, key: server.agent, body: Self.milk)
            #expect(made.status == 201)
            let schedule: Schedule = try made.decode()
            #expect(schedule.next == Timestamp("2027-01-16T08:00:00Z"))
            let one = "\(Self.path)/\(schedule.id)"
            let read: Schedule = try await server.send("GET", one, key: server.agent).decode()
            #expect(read == schedule)
            let update =
                #"{"revision":1,"when":{"at":"2027-01-18T09:00","time_zone":"Europe/Berlin","repeat":{"every":"week","on":["monday"]}}}"#
            let changed = try await server.send("PATCH", one, key: server.agent, body: update)
            #expect(changed.status == 200)
            #expect(try changed.decode(Schedule.self).next == Timestamp("2027-01-18T08:00:00Z"))
            let stale = try await server.send("PATCH", one, key: server.agent, body: update)
            #expect(stale.status == 409)
            #expect(stale.error == "schedule_changed")
            let list: Page<Schedule> = try await server.send(
                "GET", API.listSchedules.path + "?state=waiting&limit=5", key: server.agent
            ).decode()
            #expect(list.items.map(\.id) == [schedule.id])
            for _ in 0..<2 {
                let cancelled = try await server.send("DELETE", one, key: server.agent)
                #expect(cancelled.status == 200)
                #expect(try cancelled.decode(Schedule.self).state == .cancelled)
            }
            let late = try await server.send("PATCH", one, key: server.agent, body: "{}")
            #expect(late.error == "schedule_ended")
            #expect(try await server.store.nextScheduleDue() == nil)
        }
    }

    @Test("Two requests under one idempotency key create one schedule with one response; another body is refused")
    func idempotency() async throws {
        try await TestServer.run { server in
            let headers = ["idempotency-key": "milk-1"]
            let first = try await server.send("POST", Self.path, key: server.agent, body: Self.milk, headers: headers)
            let again = try await server.send("POST", Self.path, key: server.agent, body: Self.milk, headers: headers)
            #expect(first.status == 201)
            #expect(again.status == 201)
            #expect(again.body == first.body)
            #expect(again.headers["idempotency-replayed"] == "true")
            let other = Self.body(#"{"at":"2027-02-01T09:00:00Z"}"#)
            let refused = try await server.send("POST", Self.path, key: server.agent, body: other, headers: headers)
            #expect(refused.error == "idempotency_key_reused")
            let far = Timestamp(seconds: 4_000_000_000)
            #expect(try await server.store.dueSchedules(at: far, limit: 9).count == 1)
        }
    }

    @Test(
        "An invalid or impossible schedule is refused with the field's name",
        arguments: [
            (#"{}"#, 400, "at: this field is missing"),
            (#"{"at":"soon"}"#, 400, #"when.at: "soon" is not a time"#),
            (#"{"at":"2027-02-30T09:00","time_zone":"UTC"}"#, 400, "when.at:"),
            (#"{"at":"2027-01-16T24:00","time_zone":"UTC"}"#, 400, "when.at:"),
            (#"{"at":"2027-01-16T09:00+01:00"}"#, 400, "when.at:"),
            (#"{"at":1800000000}"#, 400, "when.at: a string expected"),
            (#"{"at":"2027-01-16T09:00"}"#, 400, "when.time_zone: is missing"),
            (#"{"at":"2027-01-16T09:00","time_zone":"Berlin"}"#, 400, "when.time_zone:"),
            (#"{"at":"2027-01-15T07:59:59Z"}"#, 422, "when: has passed"),
            (#"{"at":"2033-01-01T00:00:00Z"}"#, 400, "when.at: is more than 5 years ahead"),
            (#"{"at":"2027-01-16T09:00","time_zone":"UTC","repeat":{"every":"month"}}"#, 400, "when.repeat.every:"),
            (
                #"{"at":"2027-01-16T09:00","time_zone":"UTC","repeat":{"every":"week","on":["Mo"]}}"#, 400,
                "when.repeat.on"
            ),
            (
                #"{"at":"2027-01-16T09:00","time_zone":"UTC","repeat":{"every":"day","until":"2027-01-01T00:00"}}"#,
                400,
                "when.repeat.until: is before"
            ),
            (
                #"{"at":"2027-01-16T09:00","time_zone":"UTC","repeat":{"every":"day","until":"never"}}"#, 400,
                "when.repeat.until:"
            ),
        ])
    func refused(_ when: String, _ status: Int, _ message: String) async throws {
        try await TestServer.run { server in
            let answered = try await server.send("POST", Self.path, key: server.agent, body: Self.body(when))
            #expect(answered.status == status)
            #expect(answered.error == (status == 422 ? "schedule_in_past" : "invalid_request"))
            let said = try answered.decode(APIError.self).message
            #expect(said.contains(message), "\(said)")
            #expect(try await server.store.nextScheduleDue() == nil)
        }
    }

    @Test("Agents and devices schedule for their own user; an admin for a topic or everyone, but not for an empty list")
    func audiences() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let when = #"{"at":"2027-01-16T09:00:00Z"}"#
            for audience in [
                #"{"user":"grace"}"#, #"{"topic":"news"}"#, #"{"everyone":true}"#, #"{"users":["a","b"]}"#,
            ] {
                let body = Self.body(when, #","to":\#(audience)"#)
                for key in [server.agent, phone.key] {
                    #expect(try await server.send("POST", Self.path, key: key, body: body).error == "forbidden")
                }
                #expect(try await server.send("POST", Self.path, key: server.admin, body: body).status == 201)
            }
            #expect(try await server.send("POST", Self.path, key: phone.key, body: Self.body(when)).status == 201)
            let empty = try await server.send(
                "POST", Self.path, key: server.admin, body: Self.body(when, #","to":{"users":[]}"#))
            #expect(empty.status == 400)
            #expect(try empty.decode(APIError.self).message.hasPrefix("to.users:"))
            let own: Page<Schedule> = try await server.send("GET", API.listSchedules.path, key: phone.key).decode()
            #expect(own.items.count == 1)
            let all: Page<Schedule> = try await server.send("GET", API.listSchedules.path, key: server.admin)
                .decode()
            #expect(all.items.count == 5)
        }
    }

    @Test("A list continues after its last entry, and invalid parameters are refused by name")
    func pages() async throws {
        try await TestServer.run { server in
            for _ in 0..<3 { _ = try await server.send("POST", Self.path, key: server.agent, body: Self.milk) }
            let path = API.listSchedules.path
            let first: Page<Schedule> = try await server.send("GET", path + "?limit=2", key: server.agent).decode()
            let last = try #require(first.items.last)
            let rest: Page<Schedule> = try await server.send(
                "GET", path + "?limit=2&before=\(last.id)", key: server.agent
            ).decode()
            #expect(first.items.count == 2)
            #expect(rest.items.count == 1)
            for query in ["state=late", "limit=0", "before=x", "user="] {
                #expect(try await server.send("GET", "\(path)?\(query)", key: server.admin).error == "invalid_request")
            }
        }
    }

    @Test("A notification is snoozed, with and without a body, and cancelled")
    func quiet() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let sent: UserNotification = try await server.send(
                "POST", "/v1/notifications", key: server.agent, body: #"{"title":"Milk","body":"Buy some"}"#
            ).decode()
            let path = "/v1/notifications/\(sent.id)"
            let snoozed = try await server.send("POST", path + "/snooze", key: phone.key)
            #expect(snoozed.status == 200)
            #expect(try snoozed.decode(UserNotification.self).snoozedUntil == TestServer.start + .seconds(900))
            let longer = try await server.send("POST", path + "/snooze", key: phone.key, body: #"{"minutes":60}"#)
            #expect(try longer.decode(UserNotification.self).snoozedUntil == TestServer.start + .seconds(3600))
            let wrong = try await server.send("POST", path + "/snooze", key: phone.key, body: #"{"minutes":0}"#)
            #expect(try wrong.decode(APIError.self).message.hasPrefix("minutes: 0 is not between 1 and 10080"))
            let back = try await server.send("DELETE", path, key: server.agent)
            #expect(back.status == 200)
            #expect(try back.decode(Cancellation.self) == Cancellation(stopped: 1, clearing: 0))
            #expect(try await server.store.queueDepth() == 0)
        }
    }

    @Test("DELETE of a notification cancels sent notifications and schedules")
    func oneAddress() async throws {
        try await TestServer.run { server in
            let made: Schedule = try await server.send("POST", Self.path, key: server.agent, body: Self.milk).decode()
            let answered = try await server.send("DELETE", "/v1/notifications/\(made.id)", key: server.agent)
            #expect(answered.status == 200)
            #expect(try await server.store.schedule(made.id)?.state == .cancelled)
            let unknown = try await server.send(
                "DELETE", "/v1/notifications/\(NotificationID.make(at: server.time.now))", key: server.agent)
            #expect(unknown.error == "not_found")
        }
    }
}
