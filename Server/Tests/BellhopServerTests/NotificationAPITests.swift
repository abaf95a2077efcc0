import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTestSupport
import Testing

@Suite("Notifications, sessions and service routes over HTTP")
struct NotificationAPITests {
    @Test("A notification is accepted, listed and marked as read once, and has a timeline")
    func notification() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let sent = try await server.send(
                "POST", "/v1/notifications", key: server.agent,
                json: NotificationRequest(title: "Build finished", body: "42 tests passed"))
            #expect(sent.status == 202)
            let notification: UserNotification = try sent.decode()
            let history: Page<UserNotification> = try await server.send(
                "GET", "/v1/notifications/history", key: phone.key
            ).decode()
            #expect(history.items == [notification])
            #expect(
                try await server.send("POST", "/v1/notifications/\(notification.id)/read", key: phone.key).status == 204
            )
            let detail: NotificationTimeline = try await server.send(
                "GET", "/v1/notifications/\(notification.id)", key: server.agent
            ).decode()
            #expect(detail.notification.readAt == TestServer.start)
            #expect(detail.timeline.map(\.step).first == .accepted)
            #expect(detail.timeline.map(\.step).contains(.read))
        }
    }

    @Test("The history continues before a cursor")
    func paging() async throws {
        try await TestServer.run { server in
            var ids: [NotificationID] = []
            for number in 1...5 {
                server.time.advance(by: .seconds(1))
                let sent: UserNotification = try await server.send(
                    "POST", "/v1/notifications", key: server.agent,
                    json: NotificationRequest(title: "Number \(number)", body: "")
                ).decode()
                ids.insert(sent.id, at: 0)
            }
            let first: Page<UserNotification> = try await server.send(
                "GET", "/v1/notifications/history?limit=2", key: server.agent
            ).decode()
            #expect(first.items.map(\.id) == Array(ids[..<2]))
            let rest: Page<UserNotification> = try await server.send(
                "GET", "/v1/notifications/history?before=\(ids[1])", key: server.agent
            ).decode()
            #expect(rest.items.map(\.id) == Array(ids[2...]))
        }
    }

    @Test("An applied receipt of the agent is shown in the ask")
    func applied() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            _ = try await server.send(
                "POST", "/v1/asks/\(ask.id)/answer", key: phone.key, json: phone.answer(.approve, to: ask))
            let receipt = Receipt(kind: .applied, askID: ask.id)
            #expect(try await server.send("POST", "/v1/receipts", key: server.agent, json: receipt).status == 204)
            let after: Ask = try await server.send("GET", "/v1/asks/\(ask.id)", key: phone.key).decode()
            #expect(after.appliedAt == TestServer.start)
        }
    }

    @Test("A session is started, updated and listed")
    func session() async throws {
        try await TestServer.run { server in
            let started = try await server.send(
                "POST", "/v1/sessions", key: server.agent, json: SessionRequest(id: "run 1/a", title: "Fix the tests"))
            #expect(started.status == 201)
            let update = SessionUpdate(
                status: .waiting, operation: "Running tests", progress: .init(completed: 1, total: 3))
            let updated = try await server.send("PATCH", "/v1/sessions/run%201%2Fa", key: server.agent, json: update)
            #expect(updated.status == 200)
            let list: Page<AgentSession> = try await server.send("GET", "/v1/sessions", key: server.agent).decode()
            #expect(list.items.map(\.status) == [.waiting])
            #expect(list.items.first?.progress?.total == 3)
        }
    }

    @Test("Health, readiness and metrics need no key; metrics are Prometheus text")
    func health() async throws {
        try await TestServer.run { server in
            #expect(try await server.send("GET", "/healthz").status == 200)
            #expect(try await server.send("GET", "/readyz").status == 200)
            let metrics = try await server.send("GET", "/metrics")
            #expect(metrics.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
            let text = String(decoding: metrics.body, as: UTF8.self)
            #expect(text.contains("# TYPE bellhop_http_request_seconds histogram"))
            #expect(text.contains(#"bellhop_http_request_seconds_count{method="GET",route="/healthz",status="200"} 1"#))
        }
    }

    @Test("A key above its rate is refused with a Retry-After, and accepted afterwards")
    func rateLimit() async throws {
        try await TestServer.run(configure: {
            $0.burst = 2
            $0.requestsPerSecond = 0.5
        }) { server in
            let body = NotificationRequest(title: "t", body: "b")
            for _ in 0..<2 {
                #expect(try await server.send("POST", "/v1/notifications", key: server.agent, json: body).status == 202)
            }
            let refused = try await server.send("POST", "/v1/notifications", key: server.agent, json: body)
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == "2")
            server.time.advance(by: .seconds(2))
            #expect(try await server.send("POST", "/v1/notifications", key: server.agent, json: body).status == 202)
        }
    }

    @Test("A declined WebSocket upgrade gets a response, and the connection is closed")
    func declinedUpgrade() async throws {
        try await TestServer.run { server in
            let upgrade = [
                "connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13",
                "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
            ]
            let keyless = try await server.send("GET", "/v1/events", headers: upgrade)
            #expect(keyless.status == 401)
            let ordinary = try await server.send("GET", "/v1/asks", key: server.agent, headers: upgrade)
            #expect(ordinary.status == 200)
            let unknown = try await server.send("GET", "/nowhere", key: server.agent, headers: upgrade)
            #expect(unknown.status == 404)
            for answered in [keyless, ordinary, unknown] { #expect(answered.headers["connection"] == "close") }
        }
    }
}
