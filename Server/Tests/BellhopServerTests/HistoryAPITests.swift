import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTestSupport
import Testing

@Suite("The history over HTTP")
struct HistoryAPITests {
    private static let path = API.notificationHistory.path

    @discardableResult
    private static func send(_ server: TestServer, _ request: NotificationRequest) async throws -> NotificationID {
        server.time.advance(by: .seconds(1))
        let sent: UserNotification = try await server.send(
            "POST", "/v1/notifications", key: server.agent, json: request
        ).decode()
        return sent.id
    }

    private static func page(_ server: TestServer, _ query: String, key: Secret? = nil) async throws
        -> Page<UserNotification>
    {
        let answered = try await server.send("GET", path + query, key: key ?? server.agent)
        #expect(answered.status == 200)
        return try answered.decode()
    }

    @Test("A page has its number, the totals and the badge; a page beyond the last is empty with the same totals")
    func pages() async throws {
        try await TestServer.run { server in
            var ids: [NotificationID] = []
            for number in 1...5 {
                ids.insert(try await Self.send(server, NotificationRequest(title: "\(number)", body: "")), at: 0)
            }
            let last = try await server.send("GET", Self.path + "?page=3&limit=2", key: server.agent)
            let page: Page<UserNotification> = try last.decode()
            #expect(page.items.map(\.id) == [ids[4]])
            let text = String(decoding: last.body, as: UTF8.self)
            #expect(text.contains(#""limit":2,"page":3,"pages":3,"total":5,"unread":5"#), "\(text)")
            let beyond = try await Self.page(server, "?page=9&limit=2")
            #expect(beyond == Page(items: [], unread: 5, number: PageNumber(page: 9, limit: 2, total: 5)))
            let plain = try await Self.page(server, "")
            #expect(plain.items.map(\.id) == ids)
            #expect(plain.unread == 5)
            #expect(plain.number == PageNumber(page: 1, limit: 50, total: 5))
            let rest = try await Self.page(server, "?before=\(ids[1])")
            #expect(rest.items.map(\.id) == Array(ids[2...]))
            #expect(rest.unread == 5)
            #expect(rest.number == nil)
        }
    }

    @Test("The history can be filtered by category, type, session, thread, time span and read state")
    func filters() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let milk = try await Self.send(server, NotificationRequest(title: "Milk", body: "", category: .reminder))
            let hello = try await Self.send(
                server, NotificationRequest(title: "Hello", body: "", category: .message, thread: "chat 1"))
            let done = try await Self.send(
                server, NotificationRequest(title: "Done", body: "", category: .taskComplete, sessionID: "run/1"))
            #expect(
                try await server.send("POST", "/v1/notifications/\(milk)/read", key: phone.key).status == 204)
            let expected = [
                "?category=TASK_COMPLETE": [done], "?type=reminders": [milk], "?type=messages&category=reminder": [],
                "?session=run%2F1": [done], "?thread=chat%201": [hello], "?read=true": [milk],
                "?read=false": [done, hello], "?since=\(TestServer.start + .seconds(3))": [done],
                "?until=\(TestServer.start + .seconds(2))": [milk],
            ]
            for (query, ids) in expected {
                let page = try await Self.page(server, query)
                #expect(page.items.map(\.id) == ids, "\(query)")
                #expect(page.number?.total == ids.count, "\(query)")
                #expect(page.unread == 2)
            }
        }
    }

    @Test(
        "An invalid history query is refused with the parameter's name",
        arguments: [
            "page=0", "page=-1", "page=one", "page=9223372036854775808", "limit=0", "limit=201", "read=maybe",
            "since=yesterday", "type=polls", "session=", "thread=", "category=",
        ])
    func refused(_ query: String) async throws {
        try await TestServer.run { server in
            let answered = try await server.send("GET", Self.path + "?" + query, key: server.agent)
            #expect(answered.status == 400)
            let name = query.prefix { $0 != "=" }
            #expect(try answered.decode(APIError.self).message.hasPrefix("\(name):"))
        }
    }

    @Test("A page together with a cursor is refused, and so is a span that ends before it begins")
    func contradictions() async throws {
        try await TestServer.run { server in
            let id = try await Self.send(server, NotificationRequest(title: "t", body: ""))
            for query in ["page=1&before=\(id)", "since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z"] {
                #expect(try await server.send("GET", Self.path + "?" + query, key: server.agent).status == 400)
            }
        }
    }

    @Test("Only an admin reads the history and the timelines of another user")
    func admin() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, user: "bob")
            let id = try await Self.send(server, NotificationRequest(title: "t", body: ""))
            let owner = try await Self.page(server, "?user=owner", key: server.admin)
            #expect(owner.items.map(\.id) == [id])
            #expect(try await Self.page(server, "?user=bob", key: server.admin).items.isEmpty)
            #expect(try await server.send("GET", Self.path + "?user=owner", key: phone.key).status == 403)
            #expect(try await server.send("GET", "/v1/notifications/\(id)", key: phone.key).status == 403)
            #expect(try await server.send("GET", "/v1/notifications/\(id)", key: server.admin).status == 200)
        }
    }

    @Test("A notification lists its deliveries with their states and devices")
    func deliveries() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            let id = try #require(try await Self.page(server, "").items.first?.id)
            let detail: NotificationTimeline = try await server.send(
                "GET", "/v1/notifications/\(id)", key: server.agent
            ).decode()
            #expect(
                detail.deliveries == [
                    DeliveryStatus(
                        deviceID: phone.id, purpose: .show, state: .waiting, attempts: 0,
                        nextAttemptAt: TestServer.start)
                ])
            #expect(detail.devices.map(\.id) == [phone.id])
            #expect(detail.ask == ask)
        }
    }

    @Test("Marking all as read, or all up to one, returns the number of changed and of unread notifications")
    func readAll() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let first = try await Self.send(server, NotificationRequest(title: "1", body: ""))
            try await Self.send(server, NotificationRequest(title: "2", body: "", sessionID: "run-1"))
            try await Self.send(server, NotificationRequest(title: "3", body: ""))
            func read(_ body: String?) async throws -> ReadResult {
                let answered = try await server.send("POST", "/v1/notifications/read", key: phone.key, body: body)
                return try answered.decode()
            }
            #expect(try await read(#"{"up_to":"\#(first)"}"#) == ReadResult(read: 1, unread: 2))
            #expect(try await read(#"{"session_id":"run-1"}"#) == ReadResult(read: 1, unread: 1))
            #expect(try await read(nil) == ReadResult(read: 1, unread: 0))
            let refused = try await server.send("POST", "/v1/notifications/read", key: server.agent)
            #expect(refused.status == 403)
        }
    }
}
