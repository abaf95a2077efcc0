import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@Suite("Topics over HTTP")
struct TopicAPITests {
    @Test("A device subscribes with an empty body, lists the topic, and unsubscribes")
    func device() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, user: "ada b")
            let path = "/v1/topics/news%2Ftech%20%F0%9F%9B%8E/subscribers"
            let subscribed = try await server.send("POST", path, key: phone.key)
            #expect(subscribed.status == 200)
            let topic = Topic(id: "news/tech 🛎", subscribers: 1)
            #expect(try subscribed.decode(SubscriptionResult.self) == SubscriptionResult(added: 1, topic: topic))
            let topics = try await server.send("GET", "/v1/topics", key: phone.key)
            #expect(try topics.decode(Page<Topic>.self).items == [topic])
            let ended = try await server.send("DELETE", path + "/ada%20b", key: phone.key)
            #expect(ended.status == 204)
            #expect(try await server.send("DELETE", path + "/ada%20b", key: phone.key).status == 204)
            let none = try await server.send("GET", "/v1/topics", key: phone.key)
            #expect(try none.decode(Page<Topic>.self).items.isEmpty)
        }
    }

    @Test("An admin subscribes many users and reads them page by page")
    func admin() async throws {
        try await TestServer.run { server in
            let path = "/v1/topics/releases/subscribers"
            let users = (10..<30).compactMap { UserID("user-\($0)") }
            let subscribed = try await server.send(
                "POST", path, key: server.admin, json: SubscriptionRequest(users: users))
            #expect(try subscribed.decode(SubscriptionResult.self).added == 20)
            var read: [UserID] = []
            while true {
                let after = read.last.map { "&after=\($0)" } ?? ""
                let page: Page<Subscriber> = try await server.send(
                    "GET", path + "?limit=7" + after, key: server.admin
                ).decode()
                if page.items.isEmpty { break }
                read += page.items.map(\.userID)
            }
            #expect(read == users)
            let own: Page<Topic> = try await server.send("GET", "/v1/topics?user=user-12", key: server.admin).decode()
            #expect(own.items == [Topic(id: "releases", subscribers: 20)])
        }
    }

    @Test("A device can neither name other users nor list subscribers; the error of invalid input names the field")
    func refused() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let path = "/v1/topics/releases/subscribers"
            let others = SubscriptionRequest(users: ["eve"])
            #expect(try await server.send("POST", path, key: phone.key, json: others).error == "forbidden")
            #expect(try await server.send("GET", path, key: phone.key).error == "forbidden")
            #expect(try await server.send("DELETE", path + "/eve", key: phone.key).error == "forbidden")
            for (body, message) in [
                (#"{"users":[]}"#, "users: is empty"), (#"{"users":"eve"}"#, "users:"),
                (#"{"users":[""]}"#, "users[0]:"),
            ] {
                let answered = try await server.send("POST", path, key: server.admin, body: body)
                #expect(answered.status == 400)
                let said = try answered.decode(APIError.self).message
                #expect(said.hasPrefix(message), "\(said)")
            }
            let long = String(repeating: "x", count: 129)
            #expect(try await server.send("GET", "/v1/topics/\(long)/subscribers", key: server.admin).status == 404)
        }
    }
}
