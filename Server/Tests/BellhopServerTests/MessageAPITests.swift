import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@Suite("Messages over HTTP")
struct MessageAPITests {
    @Test("A reply goes to the sender, once per idempotency key, in the same conversation")
    func reply() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, user: "ada")
            let sent = try await server.send(
                "POST", "/v1/messages", key: server.admin,
                body: #"{"to":"ada","from":"ben","title":"Ben","text":"Are you coming?"}"#)
            #expect(sent.status == 201)
            let message: Message = try sent.decode()
            let told = try await server.store.notifications(of: "ada", before: nil, limit: 9)
            #expect(told.map(\.title) == ["Ben"] && told.first?.category == .message)
            #expect(told.first?.options?.messageID == "\(message.id)")
            let headers = ["Idempotency-Key": "r1"]
            let body = #"{"message_id":"\#(message.id)","text":"Yes"}"#
            let first = try await server.send(
                "POST", "/v1/messages/reply", key: phone.key, body: body, headers: headers)
            #expect(first.status == 201)
            let again = try await server.send(
                "POST", "/v1/messages/reply", key: phone.key, body: body, headers: headers)
            #expect(again.body == first.body)
            let reply: Message = try first.decode()
            #expect(reply.from == "ada" && reply.to == "ben" && reply.text == "Yes")
            #expect(reply.conversation == message.conversation && reply.replyTo == message.id)
            #expect(try await server.store.notifications(of: "ben", before: nil, limit: 9).map(\.body) == ["Yes"])
            for (path, expected) in [
                ("/v1/messages?user=ben", [reply, message]), ("/v1/messages?user=ben&after=\(message.id)", [reply]),
                ("/v1/messages?user=ben&before=\(reply.id)", [message]),
                ("/v1/messages?user=ada&conversation=\(message.conversation)&limit=1", [reply]),
                ("/v1/messages?user=ada&conversation=other", []),
            ] {
                let page: Page<Message> = try await server.send("GET", path, key: server.admin).decode()
                #expect(page.items == expected, "\(path)")
            }
            _ = try await server.store.pruneMessages(before: reply.sentAt + .milliseconds(1), limit: 1)
            let gone = try await server.send("GET", "/v1/messages?user=ben&after=\(message.id)", key: server.admin)
            #expect(gone.status == 410 && gone.error == "cursor_too_old")
            let own: Page<Message> = try await server.send("GET", "/v1/messages", key: phone.key).decode()
            #expect(own.items == [reply])
        }
    }

    @Test("A reply to another user's message, to no message, or without text is refused")
    func refused() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, user: "ada")
            let message: Message = try await server.send(
                "POST", "/v1/messages", key: server.admin, body: #"{"to":"ben","text":"Hi"}"#
            ).decode()
            let unknown = MessageID.make(at: TestServer.start)
            for (body, status) in [
                (#"{"message_id":"\#(message.id)","text":"Yes"}"#, 403),
                (#"{"message_id":"\#(unknown)","text":"Yes"}"#, 404),
                (#"{"message_id":"\#(message.id)","text":" \n"}"#, 400), (#"{"text":"Yes"}"#, 400),
            ] {
                let refused = try await server.send("POST", "/v1/messages/reply", key: phone.key, body: body)
                #expect(refused.status == status, "\(body)")
            }
            for key in [phone.key, server.agent] {
                let refused = try await server.send(
                    "POST", "/v1/messages", key: key, body: #"{"to":"ada","text":"Hi"}"#)
                #expect(refused.status == 403)
            }
            #expect(try await server.send("GET", "/v1/messages?user=ben", key: phone.key).status == 403)
            let both = "/v1/messages?before=\(message.id)&after=\(message.id)"
            #expect(try await server.send("GET", both, key: server.admin).status == 400)
            #expect(try await server.store.notifications(of: "ben", before: nil, limit: 9).count == 1)
        }
    }
}
