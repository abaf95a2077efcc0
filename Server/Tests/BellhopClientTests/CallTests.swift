import BellhopClient
import BellhopModel
import BellhopTestSupport
import Testing

@Suite("API calls", .timeLimit(.minutes(10)))
struct CallTests {
    @Test("A write has the key, JSON and an idempotency key; a read only has the key")
    func headers() async throws {
        let turns: [Script.Turn] = [try .json(201, Fixtures.ask()), try .json(200, Page(items: [Fixtures.ask()]))]
        try await withScript(turns) { client, script, server in
            let created = try await client.createAsk(Fixtures.request, idempotencyKey: "k-1")
            #expect(created == CreatedAsk(ask: Fixtures.ask(), isRepeated: false))
            #expect(
                try await client.call(API.listAsks, query: ["state": "pending", "limit": 10]).items == [Fixtures.ask()])

            let (write, read) = (script.requests[0], script.requests[1])
            #expect(write.method == "POST")
            #expect(write.target == "/v1/asks")
            #expect(write.headers["host"] == "127.0.0.1:\(server.port)")
            #expect(write.headers["authorization"] == "Bearer \(script.key.reveal())")
            #expect(write.headers["content-type"] == "application/json")
            #expect(write.headers["idempotency-key"] == "k-1")
            #expect(try write.body == CanonicalJSON.text(Fixtures.request))
            #expect(read.method == "GET")
            #expect(read.target == "/v1/asks?state=pending&limit=10")
            #expect(read.headers["authorization"] == "Bearer \(script.key.reveal())")
            #expect(read.headers["idempotency-key"] == nil)
            #expect(read.headers["content-type"] == nil)
            #expect(read.body.isEmpty)
        }
    }

    @Test("A repeated response is marked as such")
    func repeated() async throws {
        let turns: [Script.Turn] = [try .json(201, Fixtures.ask(), headers: ["Idempotency-Replayed": "true"])]
        try await withScript(turns) { client, _, _ in
            let created = try await client.createAsk(Fixtures.request, idempotencyKey: "k")
            #expect(created.isRepeated)
        }
    }

    @Test("Without an idempotency key each write gets a new one")
    func newKeys() async throws {
        let turns: [Script.Turn] = [try .json(201, Fixtures.ask()), try .json(201, Fixtures.ask())]
        try await withScript(turns) { client, script, _ in
            _ = try await client.createAsk(Fixtures.request)
            _ = try await client.createAsk(Fixtures.request)
            let keys = script.requests.compactMap { $0.headers["idempotency-key"] }
            #expect(Set(keys).count == 2)
            #expect(keys.allSatisfy { $0.count == 32 })
        }
    }

    @Test("All attempts of one write share one idempotency key, and the pauses grow")
    func sameKeyOverRetries() async throws {
        let time = TestTime()
        let busy = try Script.Turn.json(503, APIError(.storageUnavailable))
        // The kept connection ends, and so does a new one.
        let turns: [Script.Turn] = [.drop, busy, .drop, .drop, try .json(201, Fixtures.ask())]
        try await withScript(turns, time: time) { client, script, _ in
            _ = try await client.createAsk(Fixtures.request)
            #expect(script.requests.count == 5)
            #expect(Set(script.requests.map { $0.headers["idempotency-key"] }).count == 1)
            #expect(Set(script.requests.map(\.body)).count == 1)
            #expect(time.pauses == [.milliseconds(250), .milliseconds(500), .seconds(1)])
        }
    }

    @Test("Retry-After delays the next attempt")
    func retryAfter() async throws {
        let time = TestTime()
        let busy = try Script.Turn.json(429, APIError(.tooManyRequests), headers: ["Retry-After": "3"])
        try await withScript([busy, try .json(200, Fixtures.ask())], time: time) { client, _, _ in
            _ = try await client.getAsk(Fixtures.askID)
            #expect(time.pauses == [.seconds(3)])
        }
    }

    @Test("Attempts end when the time for retries is over")
    func retryLimit() async throws {
        let time = TestTime()
        let busy = try Script.Turn.json(503, APIError(.shuttingDown))
        try await withScript(Array(repeating: busy, count: 50), time: time) { client, script, _ in
            await #expect(throws: ClientError.refused(APIError(.shuttingDown), retryAfter: nil)) {
                try await client.call(API.listDevices).items
            }
            #expect(time.now - TestTime.start < .seconds(8))
            #expect(script.requests.count == 6)
        }
    }

    @Test("A request whose response shows a secret once is not repeated when its outcome is unknown")
    func secretsOnce() async throws {
        try await withScript([
            .drop, try .json(201, Pairing(id: PairingID(high: 1, low: 2), code: "x", expiresAt: Fixtures.created)),
        ]) {
            client, script, _ in
            await #expect(throws: ClientError.self) { try await client.call(API.createPairing, body: PairingRequest()) }
            #expect(script.requests.count == 1)
        }
        try await withScript([try .json(500, APIError(.internalError))]) { client, script, _ in
            await #expect(throws: ClientError.self) { try await client.call(API.createPairing, body: PairingRequest()) }
            #expect(script.requests.count == 1)
        }
        let busy = try Script.Turn.json(503, APIError(.storageUnavailable))
        let pairing = Pairing(id: PairingID(high: 1, low: 2), code: "AB12", expiresAt: Fixtures.created)
        try await withScript([busy, try .json(201, pairing)]) { client, _, _ in
            let made = try await client.call(API.createPairing, body: PairingRequest())
            #expect(made == pairing)
        }
    }

    @Test("A raw request is sent unchanged, and any status is returned as a value")
    func rawSend() async throws {
        let turns: [Script.Turn] = [.reply(409, "{}", headers: ["X-One": "1"])]
        try await withScript(turns, key: Secret("device")) { client, script, _ in
            let reply = try await client.send(
                "PATCH", "/v1/x?y=1", headers: ["Authorization": "Bearer device"], body: Array("{}".utf8))
            #expect(reply.status == 409)
            #expect(reply.headers["x-one"] == "1")
            #expect(reply.body == Array("{}".utf8))
            #expect(script.requests[0].headers["authorization"] == "Bearer device")
            #expect(script.requests[0].target == "/v1/x?y=1")
        }
    }

    @Test("Every route is called with its own path and method")
    func routes() async throws {
        let notification = UserNotification(
            id: NotificationID(high: 1, low: 2), userID: "anna", category: .sessionStatus, title: "t", body: "b",
            createdAt: Fixtures.created, expiresAt: Fixtures.created)
        let session = AgentSession(
            id: "s/1", userID: "anna", title: "t", startedAt: Fixtures.created, updatedAt: Fixtures.created)
        let record = KeyRecord(
            id: KeyID(high: 1, low: 2), role: .agent, userID: "anna", label: "laptop", createdAt: Fixtures.created)
        let activity = LiveActivitySummary(
            id: LiveActivityID(high: 1, low: 2), deviceID: Fixtures.deviceID, phase: .live)
        let token = try #require(DeviceToken("ab12"))
        let id = Fixtures.askID.description
        let device = DeviceSummary(
            Device(
                id: Fixtures.deviceID, userID: "anna", name: "iPhone", platform: .ios,
                token: try #require(DeviceToken("aa")), environment: .production, app: "a", publicKey: [4],
                registeredAt: Fixtures.created))
        let since = Fixtures.created.description.replacing(":", with: "%3A")
        let user = UserSummary(userID: "anna", devices: 1, activeDevices: 1, notifications: 1, unread: 0)
        let turns: [Script.Turn] = try [
            .json(200, Fixtures.ask()), .json(200, Fixtures.ask(.withdrawn)),
            .json(202, notification), .json(200, Page(items: [notification])),
            .json(200, NotificationTimeline(notification: notification, timeline: [])), .reply(204, ""),
            .reply(204, ""),
            .json(201, session), .json(200, session), .json(200, Page(items: [session])),
            .json(200, SessionDetail(session: session, liveActivities: [activity])), .json(200, activity),
            .reply(204, ""), .reply(204, ""),
            .json(200, Page<DeviceSummary>(items: [])), .reply(204, ""),
            .json(201, CreatedKey(record: record, key: Secret("s"))), .json(200, Page(items: [record])),
            .reply(204, ""),
            .json(200, NotificationPreferences.default), .json(200, NotificationPreferences.default),
            .json(200, ["status": "ready"]),
            .json(200, Page(items: [notification], number: PageNumber(page: 2, limit: 9, total: 10))),
            .json(200, ReadResult(read: 1, unread: 0)), .json(200, device), .json(200, device),
            .json(200, Page(items: [user])),
        ]
        try await withScript(turns) { client, script, _ in
            _ = try await client.answerAsk(
                Fixtures.askID, AnswerRequest(answer: .approve, inputDigest: "d", signature: "s"))
            try await client.withdrawAsk(Fixtures.askID, reason: .answeredInTerminal)
            try await client.call(API.sendNotification, body: NotificationRequest(title: "t", body: "b"))
            _ = try await client.call(API.notificationHistory, query: ["before": notification.id, "limit": 2])
            _ = try await client.call(API.getNotification, notification.id)
            try await client.call(API.readNotification, notification.id)
            try await client.call(API.sendReceipt, body: Receipt(kind: .applied, askID: Fixtures.askID))
            try await client.call(API.startSession, body: SessionRequest(id: "s/1", title: "t"))
            try await client.call(API.updateSession, "s/1", body: SessionUpdate(status: .completed))
            _ = try await client.call(API.listSessions).items
            #expect(try await client.call(API.getSession, "s/1").liveActivities == [activity])
            try await client.call(API.reportLiveActivity, "s/1", body: LiveActivityReport(token: token))
            try await client.call(API.putPushToStart, Fixtures.deviceID, body: PushToStartRequest(token: token))
            try await client.call(API.removePushToStart, Fixtures.deviceID)
            _ = try await client.call(API.listDevices).items
            try await client.call(API.removeDevice, Fixtures.deviceID)
            _ = try await client.call(API.createKey, body: KeyRequest(role: .agent, label: "laptop"))
            _ = try await client.call(API.listKeys).items
            try await client.call(API.revokeKey, record.id)
            _ = try await client.call(API.getPreferences)
            try await client.call(API.putPreferences, query: ["user": "ada b"], body: NotificationPreferences.default)
            try await client.checkReadiness()
            var query = HistoryQuery(user: "ada b", isRead: false)
            (query.category, query.type, query.session, query.thread) = (.reminder, .reminders, "s/1", "t")
            query.since = Fixtures.created
            #expect(try await client.notificationHistory(query, page: 2, limit: 9).number?.pages == 2)
            try await client.call(API.readNotifications, body: ReadRequest(thread: "t"))
            _ = try await client.call(API.getDevice, device.id)
            try await client.call(API.updateDevice, device.id, body: DeviceUpdate(name: "Work"))
            #expect(try await client.call(API.listUsers, query: ["after": "ada b", "limit": 9]).items == [user])
            #expect(
                script.requests.map { "\($0.method) \($0.target)" } == [
                    "POST /v1/asks/\(id)/answer", "DELETE /v1/asks/\(id)?reason=answered_in_terminal",
                    "POST /v1/notifications",
                    "GET /v1/notifications/history?before=\(notification.id)&limit=2",
                    "GET /v1/notifications/\(notification.id)", "POST /v1/notifications/\(notification.id)/read",
                    "POST /v1/receipts", "POST /v1/sessions", "PATCH /v1/sessions/s%2F1", "GET /v1/sessions",
                    "GET /v1/sessions/s%2F1", "POST /v1/sessions/s%2F1/live-activity",
                    "PUT /v1/devices/\(Fixtures.deviceID)/push-to-start",
                    "DELETE /v1/devices/\(Fixtures.deviceID)/push-to-start",
                    "GET /v1/devices", "DELETE /v1/devices/\(Fixtures.deviceID)",
                    "POST /v1/keys", "GET /v1/keys", "DELETE /v1/keys/\(record.id)",
                    "GET /v1/users/notification-preferences", "PUT /v1/users/notification-preferences?user=ada%20b",
                    "GET /readyz",
                    "GET /v1/notifications/history?user=ada%20b&category=reminder&type=reminders&session=s%2F1"
                        + "&thread=t&read=false&since=\(since)&page=2&limit=9",
                    "POST /v1/notifications/read", "GET /v1/devices/\(device.id)", "PATCH /v1/devices/\(device.id)",
                    "GET /v1/users?after=ada%20b&limit=9",
                ])
        }
    }
}
