import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@Suite("Items over HTTP")
struct ItemAPITests {
    private static func put(_ server: TestServer, _ body: String, headers: [String: String] = [:]) async throws
        -> TestServer.Answered
    {
        try await server.send("POST", "/v1/items", key: server.admin, body: body, headers: headers)
    }

    @Test("An item is created, read, changed, replaced and deleted")
    func life() async throws {
        try await TestServer.run { server in
            let created = try await Self.put(
                server,
                #"{"id":"order/7","title":"Order","body":"Shipped","data":{"n":1},"due_at":"2027-01-16T00:00:00Z"}"#)
            #expect(created.status == 201)
            let path = "/v1/items/order%2F7"
            let read: Item = try await server.send("GET", path, key: server.admin).decode()
            let stored: Item = try created.decode()
            #expect(read == stored)
            #expect(read.dueAt == Timestamp("2027-01-16T00:00:00Z"))
            server.time.advance(by: .seconds(5))
            let patched: Item = try await server.send(
                "PATCH", path, key: server.admin, body: #"{"title":"Parcel","due_at":null}"#
            ).decode()
            #expect(patched.title == "Parcel" && patched.body == "Shipped" && patched.dueAt == nil)
            #expect(patched.updatedAt == TestServer.start + .seconds(5))
            let replaced: Item = try await Self.put(server, #"{"id":"order/7","title":"Order"}"#).decode()
            #expect(replaced.body.isEmpty && replaced.data == nil && replaced.createdAt == TestServer.start)
            let listed: Page<Item> = try await server.send("GET", "/v1/items", key: server.admin).decode()
            #expect(listed.items == [replaced])
            #expect(try await server.send("DELETE", path, key: server.admin).status == 204)
            for method in ["GET", "DELETE"] {
                let gone = try await server.send(method, path, key: server.admin)
                #expect(gone.status == 404 && gone.error == "not_found")
            }
        }
    }

    @Test("A device reads, completes and snoozes only the items that its user subscribes to")
    func devices() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, user: "ada")
            _ = try await Self.put(server, #"{"id":"mine","title":"T","subscribers":["ada"]}"#)
            _ = try await Self.put(server, #"{"id":"other","title":"T","subscribers":["ben"]}"#)
            let listed: Page<Item> = try await server.send("GET", "/v1/items", key: phone.key).decode()
            #expect(listed.items.map(\.id) == ["mine"])
            #expect(try await server.send("GET", "/v1/items/mine", key: phone.key).status == 200)
            for (method, path) in [
                ("GET", "/v1/items/other"), ("POST", "/v1/items/other/complete"), ("POST", "/v1/items/other/snooze"),
            ] {
                #expect(try await server.send(method, path, key: phone.key).status == 404, "\(method) \(path)")
            }
            for (method, path, body) in [
                ("POST", "/v1/items", #"{"id":"x","title":"T"}"#), ("PATCH", "/v1/items/mine", "{}"),
                ("DELETE", "/v1/items/mine", nil), ("POST", "/v1/items/mine/notify", nil),
                ("POST", "/v1/items/mine/remind", nil),
                ("POST", "/v1/items/mine/subscribers", #"{"users":["ben"]}"#),
                ("GET", "/v1/items?user=ben", nil), ("GET", "/v1/items/changes?user=ben", nil),
            ] as [(String, String, String?)] {
                let refused = try await server.send(method, path, key: phone.key, body: body)
                #expect(refused.status == 403, "\(method) \(path)")
            }
            #expect(try await server.send("GET", "/v1/items", key: server.agent).status == 403)
            for path in ["/v1/items/other/subscribers", "/v1/topics/other/subscribers"] {
                let refused = try await server.send("POST", path, key: phone.key)
                #expect(refused.status == 403 && refused.error == "forbidden", "\(path)")
            }
            let subscribed: SubscriptionResult = try await server.send(
                "POST", "/v1/items/other/subscribers", key: server.admin, body: #"{"users":["ada"]}"#
            ).decode()
            #expect(subscribed == SubscriptionResult(added: 1, topic: Topic(id: "other", subscribers: 2)))
            let completed: Item = try await server.send("POST", "/v1/items/other/complete", key: phone.key).decode()
            #expect(completed.completedBy == "ada" && completed.completedAt == TestServer.start)
            server.time.advance(by: .seconds(1))
            let again: Item = try await server.send("POST", "/v1/items/other/complete", key: server.admin).decode()
            #expect(again == completed)
            #expect(try await server.send("POST", "/v1/items/nothing/subscribers", key: server.admin).status == 404)
        }
    }

    @Test("Changes are paged from the reader's cursor, and without a valid cursor they begin with the whole list")
    func changes() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, user: "ada")
            for id in ["a", "b", "c"] {
                _ = try await Self.put(server, #"{"id":"\#(id)","title":"T","subscribers":["ada"]}"#)
            }
            let first: ItemChanges = try await server.send("GET", "/v1/items/changes?limit=2", key: phone.key).decode()
            #expect(first.changes.map(\.itemID) == ["a", "b"] && first.hasMore && first.isWhole)
            let second: ItemChanges = try await server.send(
                "GET", "/v1/items/changes?since=\(first.cursor)", key: phone.key
            ).decode()
            #expect(second.changes.map(\.itemID) == ["c"] && !second.hasMore && second.isWhole)
            _ = try await server.send("DELETE", "/v1/items/b", key: server.admin)
            let third: ItemChanges = try await server.send(
                "GET", "/v1/items/changes?since=\(second.cursor)&user=ada", key: server.admin
            ).decode()
            #expect(third.changes.map(\.kind) == [.deleted] && !third.isWhole)
            _ = try await server.store.pruneItemDeletions(before: .init(seconds: 4_000_000_000), limit: 9)
            let old = try await server.send("GET", "/v1/items/changes?since=\(second.cursor)", key: phone.key)
            #expect(old.status == 410 && old.error == "cursor_too_old")
            for cursor in ["x", "1", "1.2", "3.4.0", "-1.-1.0"] {
                let bad = try await server.send("GET", "/v1/items/changes?since=\(cursor)", key: phone.key)
                #expect(bad.status == 400 && bad.error == "invalid_request", "\(cursor)")
            }
        }
    }

    @Test("Notifying about an item creates one campaign per idempotency key, for its subscribers or named users")
    func notify() async throws {
        try await TestServer.run { server in
            _ = try await Self.put(
                server, #"{"id":"a","title":"Title","body":"Body","image_url":"https://example.com/a.png"}"#)
            let headers = ["Idempotency-Key": "n1"]
            let sent = try await server.send("POST", "/v1/items/a/notify", key: server.admin, headers: headers)
            #expect(sent.status == 202)
            let campaign: Campaign = try sent.decode()
            #expect(campaign.to.topic == "a")
            #expect(campaign.notification.category == .newItem)
            #expect(campaign.notification.title == "Title" && campaign.notification.body == "Body")
            #expect(campaign.notification.options?.itemID == "a")
            #expect(campaign.notification.options?.imageURL == "https://example.com/a.png")
            #expect(campaign.notification.options?.collapseKey == Item.announcementKey("a"))
            let again = try await server.send("POST", "/v1/items/a/notify", key: server.admin, headers: headers)
            #expect(again.body == sent.body)
            let all = try await server.store.campaigns(before: nil, limit: 9)
            #expect(all.count == 2)
            #expect(all.count { $0.notification.options?.isSilent == true } == 1)
            let named: Campaign = try await server.send(
                "POST", "/v1/items/a/notify", key: server.admin,
                body: #"{"users":["ada","ben"],"type":"update","title":"News"}"#
            ).decode()
            #expect(named.to.userCount == 2)
            #expect(named.notification.category == .update && named.notification.title == "News")
            let silent: Campaign = try await server.send(
                "POST", "/v1/items/a/notify", key: server.admin, body: #"{"silent":true}"#
            ).decode()
            #expect(silent.notification.options?.isSilent == true)
            #expect(try await server.store.campaigns(before: nil, limit: 9).count == 5)
        }
    }

    @Test("A reminder is due at the given moment, or the item's, or now; a completed item has none")
    func remind() async throws {
        try await TestServer.run { server in
            let due = TestServer.start + .seconds(3600)
            _ = try await Self.put(server, #"{"id":"a","title":"T","due_at":"\#(due)","subscribers":["ada"]}"#)
            _ = try await Self.put(server, #"{"id":"b","title":"T"}"#)
            for (path, body, moment) in [
                ("/v1/items/a/remind", nil, due), ("/v1/items/b/remind", nil, TestServer.start),
                ("/v1/items/a/remind", #"{"in":60}"#, TestServer.start + .seconds(60)),
                ("/v1/items/a/remind", #"{"at":"\#(due + .seconds(1))","users":["ada"]}"#, due + .seconds(1)),
            ] as [(String, String?, Timestamp)] {
                let made = try await server.send("POST", path, key: server.admin, body: body)
                #expect(made.status == 201)
                let schedule: Schedule = try made.decode()
                #expect(schedule.next == moment, "\(path) \(body ?? "")")
                #expect(schedule.notification.category == .reminder)
            }
            _ = try await server.send("POST", "/v1/items/a/complete", key: server.admin)
            #expect(try await server.store.nextScheduleDue() == TestServer.start)
            let late = try await server.send("POST", "/v1/items/a/remind", key: server.admin)
            #expect(late.status == 400)
        }
    }

    @Test("Snoozing an item reminds the device's own user in 15 minutes, or at the requested time")
    func snooze() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, user: "ada")
            _ = try await Self.put(server, #"{"id":"a","title":"T","subscribers":["ada","ben"]}"#)
            let made = try await server.send("POST", "/v1/items/a/snooze", key: phone.key)
            #expect(made.status == 201)
            let schedule: Schedule = try made.decode()
            #expect(schedule.to == .user("ada"))
            #expect(schedule.next == TestServer.start + .seconds(900))
            let later: Schedule = try await server.send(
                "POST", "/v1/items/a/snooze", key: phone.key, body: #"{"minutes":60}"#
            ).decode()
            #expect(later.next == TestServer.start + .seconds(3600))
            #expect(try await server.store.nextScheduleDue() == later.next)
            for minutes in [0, 10_081] {
                let bad = try await server.send(
                    "POST", "/v1/items/a/snooze", key: phone.key, body: #"{"minutes":\#(minutes)}"#)
                #expect(bad.status == 400)
            }
        }
    }

    @Test(
        "An invalid item is refused with the field's name",
        arguments: [
            (#"{"title":"T"}"#, "id"), (#"{"id":"","title":"T"}"#, "id"), (#"{"id":"changes","title":"T"}"#, "id"),
            (#"{"id":"a","title":" "}"#, "title"),
            (#"{"id":"a","title":"T","image_url":"http://x.com/a"}"#, "image_url"),
            (#"{"id":"a","title":"T","image_url":"https://u:p@x.com/a"}"#, "image_url"),
            (#"{"id":"a","title":"T","due_at":"tomorrow"}"#, "due_at"),
            (#"{"id":"a","title":"T","data":[]}"#, "data"),
            (#"{"id":"a","title":"T","data":{"x":"\#(String(repeating: "x", count: 65_536))"}}"#, "data"),
            (#"{"id":"a","title":"T","subscribers":[""]}"#, "subscribers"),
        ])
    func badInput(body: String, field: String) async throws {
        try await TestServer.run { server in
            let refused = try await Self.put(server, body)
            #expect(refused.status == 400)
            let error: APIError = try refused.decode()
            #expect(error.message.hasPrefix(field), "\(error.message)")
        }
    }

    @Test(
        "An invalid notify, remind or update request is refused with the field's name",
        arguments: [
            ("POST", "notify", #"{"users":[]}"#, "users"), ("POST", "notify", #"{"type":"x"}"#, "type"),
            ("POST", "remind", #"{"at":"2027-01-15T07:59:00Z"}"#, "at"), ("POST", "remind", #"{"in":-1}"#, "in"),
            ("POST", "remind", #"{"in":1,"at":"2028-01-15T09:00:00Z"}"#, "in"),
            ("PATCH", "", #"{"completed":true}"#, "completed"), ("PATCH", "", #"{"title":""}"#, "title"),
        ])
    func badActions(method: String, deed: String, body: String, field: String) async throws {
        try await TestServer.run { server in
            _ = try await Self.put(server, #"{"id":"a","title":"T"}"#)
            let path = "/v1/items/a" + (deed.isEmpty ? "" : "/" + deed)
            let refused = try await server.send(method, path, key: server.admin, body: body)
            #expect(refused.status == 400)
            let error: APIError = try refused.decode()
            #expect(error.message.hasPrefix(field), "\(error.message)")
        }
    }
}
