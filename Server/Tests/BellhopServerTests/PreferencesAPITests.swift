import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@Suite("Preferences over HTTP")
struct PreferencesAPITests {
    private static let path = API.getPreferences.path
    private static let everythingOn =
        #"{"preferences":{"messages":true,"new_items":true,"reminders":true,"updates":true}}"#

    private static func text(_ answered: TestServer.Answered) -> String {
        String(decoding: answered.body, as: UTF8.self)
    }

    @Test("Every preference is on by default; a stored document is returned unchanged and replaces the former one")
    func roundTrip() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let first = try await server.send("GET", Self.path, key: phone.key)
            #expect(first.status == 200)
            #expect(Self.text(first) == Self.everythingOn)
            let body =
                #"{"categories":{"MINE":false},"preferences":{"digest":{"day":"monday"},"messages":true,"#
                + #""new_items":true,"polls":false,"reminders":false,"updates":true}}"#
            let put = try await server.send("PUT", Self.path, key: phone.key, body: body)
            #expect(put.status == 200)
            #expect(Self.text(put) == body)
            #expect(Self.text(try await server.send("GET", Self.path, key: phone.key)) == body)
            #expect(try await server.send("PUT", Self.path, key: phone.key, body: "{}").status == 200)
            #expect(Self.text(try await server.send("GET", Self.path, key: phone.key)) == Self.everythingOn)
        }
    }

    @Test("An admin reads and sets the preferences of any user with `user`; a device only those of its own user")
    func users() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, user: "ada b")
            let quiet = NotificationPreferences(categories: [.taskComplete: false])
            let path = Self.path + "?user=ada%20b"
            #expect(try await server.send("PUT", path, key: server.admin, json: quiet).status == 200)
            let own: NotificationPreferences = try await server.send("GET", Self.path, key: phone.key).decode()
            #expect(!own.allows(category: .taskComplete))
            #expect(try await server.send("GET", path, key: phone.key).status == 200)
            #expect(Self.text(try await server.send("GET", Self.path, key: server.admin)) == Self.everythingOn)
            for (method, body) in [("GET", nil), ("PUT", "{}")] {
                let refused = try await server.send(method, Self.path + "?user=bob", key: phone.key, body: body)
                #expect(refused.status == 403)
                #expect(refused.error == "forbidden")
            }
        }
    }

    @Test(
        "Invalid preferences are refused with the field's name",
        arguments: [
            (#"{"preferences":{"messages":"no"}}"#, "preferences.messages: true or false expected."),
            (#"{"preferences":{"messages":null}}"#, "preferences.messages: null is not allowed here."),
            (#"{"preferences":[]}"#, "preferences:"),
            (#"{"categories":true}"#, "categories:"),
            (#"{"categories":{"TASK_COMPLETE":"off"}}"#, "categories.TASK_COMPLETE: true or false expected."),
            (#"{"categories":{"TASK_COMPLETE":null}}"#, "categories.TASK_COMPLETE:"),
            (#"{"categories":{"":false}}"#, #"categories: the name "" must have 1 to 64 bytes"#),
            ("[]", "the body:"),
            (#"{"quiet_hours":{"start":"22:00","end":"7"}}"#, "quiet_hours.end: must be a time of day, such as 22:30"),
            (#"{"quiet_hours":{"start":"22:00","end":"22:00"}}"#, "quiet_hours: start and end are both 22:00"),
            (#"{"quiet_hours":{"start":"22:00","end":"07:00","days":[]}}"#, "quiet_hours.days: is empty"),
            (
                #"{"quiet_hours":{"start":"22:00","end":"07:00","time_zone":"berlin"}}"#,
                #"quiet_hours.time_zone: "berlin" is not an IANA time zone name; did you mean Europe/Berlin?"#
            ),
            (
                #"{"quiet_hours":{"start":"22:00","end":"07:00","time_zone":"Mars/Olympus"}}"#,
                #""Mars/Olympus" is not an IANA time zone name, such as Europe/Berlin"#
            ),
            (#"{"mutes":[{"until":"2027-01-31T09:30:00Z"}]}"#, "exactly one of session, topic and thread expected"),
            (#"{"mutes":[{"topic":"a"},{"topic":"a"}]}"#, "mutes: list each session, topic and thread once"),
            (#"{"mutes":[{"thread":""}]}"#, "mutes[0].thread: must have 1 to 128 bytes"),
            (#"{"frequency_cap":{"limit":0,"seconds":60}}"#, "frequency_cap.limit: 0 is not between 1 and 1000"),
            (#"{"quiethours":{"start":"22:00","end":"07:00"},"mute":[]}"#, "mute: unknown field, did you mean mutes?"),
            (#"{"frequency_cap":{"limit":1,"seconds":59}}"#, "frequency_cap.seconds: 59 is not between 60 and 604800"),
        ])
    func refused(_ body: String, _ message: String) async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let answered = try await server.send("PUT", Self.path, key: phone.key, body: body)
            #expect(answered.status == 400)
            #expect(answered.error == "invalid_request")
            let said = try answered.decode(APIError.self).message
            #expect(said.contains(message), "\(said)")
            #expect(Self.text(try await server.send("GET", Self.path, key: phone.key)) == Self.everythingOn)
        }
    }

    @Test("Quiet hours, mutes and a cap are returned as stored; an expired mute is omitted")
    func settings() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let end = server.time.now + .seconds(60)
            let body =
                #"{"frequency_cap":{"limit":5,"seconds":3600},"mutes":[{"session":"run-1","until":"\#(end)"},"#
                + #"{"topic":"news"}],"preferences":{"messages":true,"new_items":true,"reminders":true,"updates":true},"#
                + #""quiet_hours":{"allow_time_sensitive":true,"end":"07:00","start":"22:00","time_zone":"Asia/Tokyo"}}"#
            let put = try await server.send("PUT", Self.path, key: phone.key, body: body)
            #expect(Self.text(put) == body)
            #expect(Self.text(try await server.send("GET", Self.path, key: phone.key)) == body)
            server.time.advance(to: end)
            let later: NotificationPreferences = try await server.send("GET", Self.path, key: phone.key).decode()
            #expect(later.mutes == [Mute(.topic("news"))])
        }
    }

    @Test("A name that is not a valid user id is refused")
    func badUser() async throws {
        try await TestServer.run { server in
            let answered = try await server.send("GET", Self.path + "?user=", key: server.admin)
            #expect(answered.status == 400)
            #expect(try answered.decode(APIError.self).message.hasPrefix("user:"))
        }
    }

    @Test("A disabled notification is in the history with the reason in its timeline, and not queued")
    func disabled() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let quiet = NotificationPreferences(types: [.reminders: false])
            _ = try await server.send("PUT", Self.path, key: phone.key, json: quiet)
            let sent: UserNotification = try await server.send(
                "POST", "/v1/notifications", key: server.agent,
                json: NotificationRequest(title: "Milk", body: "Buy some", category: .reminder)
            ).decode()
            #expect(try await server.store.queueDepth() == 0)
            let detail: NotificationTimeline = try await server.send(
                "GET", "/v1/notifications/\(sent.id)", key: phone.key
            ).decode()
            #expect(detail.notification == sent)
            #expect(detail.timeline.map(\.step) == [.accepted, .cancelled])
            #expect(detail.timeline.last?.detail == "the user turned off the type reminders")
        }
    }
}
