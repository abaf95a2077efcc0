import BellhopModel
import BellhopStore
import Testing

extension StoreFixture {
    func message(
        from: UserID = "ada", to: UserID = "ben", _ text: String = "Hello", in conversation: ConversationID = "c",
        replyTo: MessageID? = nil, at seconds: Int64 = 0
    ) -> Message {
        Message(
            id: .make(at: at(seconds)), conversation: conversation, from: from, to: to, text: text, replyTo: replyTo,
            sentAt: at(seconds))
    }

    func send(_ message: Message, idempotency: IdempotencyRecord? = nil) async throws -> SubmissionResult {
        try await store.send(
            message, telling: Submission(notification: notification(for: message.to), idempotency: idempotency))
    }
}

extension ConformanceCase {
    static let messageCases: [ConformanceCase] = [
        ConformanceCase("A message is read as it was sent, and its recipient is notified") { fixture in
            try await fixture.device(of: "ben")
            let first = fixture.message("Hi 👋")
            #expect(try await fixture.send(first) == .stored(deliveries: 1))
            let reply = fixture.message(from: "ben", to: "ada", replyTo: first.id, at: 1)
            #expect(try await fixture.send(reply) == .stored(deliveries: 0))
            #expect(try await fixture.store.message(first.id) == first)
            #expect(try await fixture.store.message(reply.id) == reply)
            #expect(try await fixture.store.message(.make(at: fixture.at(0))) == nil)
            #expect(try await fixture.store.notifications(of: "ben", before: nil, limit: 9).count == 1)
        },
        ConformanceCase("A message repeated under its idempotency key is sent once") { fixture async throws in
            let record = fixture.idempotencyRecord()
            #expect(try await fixture.send(fixture.message(), idempotency: record) == .stored(deliveries: 0))
            let again = fixture.message(at: 1)
            #expect(try await fixture.send(again, idempotency: record) == .repeated(record))
            #expect(try await fixture.store.message(again.id) == nil)
            #expect(try await fixture.store.notifications(of: "ben", before: nil, limit: 9).count == 1)
        },
        ConformanceCase("Only sender and recipient have a message, in pages in both directions") { fixture in
            let all = (0..<5).map {
                fixture.message(from: $0 % 2 == 0 ? "ada" : "ben", to: $0 % 2 == 0 ? "ben" : "ada", at: $0)
            }
            for message in all { _ = try await fixture.send(message) }
            _ = try await fixture.send(fixture.message(from: "eve", to: "mallory", at: 9))
            let store = fixture.store
            for user in ["ada", "ben"] as [UserID] {
                let newest = try await store.messages(of: user, .newest(before: nil), in: nil, limit: 3)
                #expect(newest == [all[4], all[3], all[2]])
                let older = try await store.messages(of: user, .newest(before: all[2].id), in: nil, limit: 3)
                #expect(older == [all[1], all[0]])
                let later = try await store.messages(of: user, .after(all[1].id), in: nil, limit: 2)
                #expect(later == [all[2], all[3]])
            }
            #expect(try await store.messages(of: "eve", .newest(before: nil), in: nil, limit: 9)?.count == 1)
        },
        ConformanceCase("A conversation is read alone, and a message to oneself is listed once") { fixture in
            let mine = fixture.message(from: "ada", to: "ada", in: "notes")
            _ = try await fixture.send(mine)
            _ = try await fixture.send(fixture.message(in: "other", at: 1))
            let later = fixture.message(to: "ada", in: "notes", at: 2)
            _ = try await fixture.send(later)
            let notes = try await fixture.store.messages(of: "ada", .newest(before: nil), in: "notes", limit: 9)
            #expect(notes == [later, mine])
            #expect(try await fixture.store.messages(of: "ada", .after(mine.id), in: "notes", limit: 9) == [later])
        },
        ConformanceCase("Reading after an unknown message fails, and before it there is nothing") {
            fixture async throws in
            _ = try await fixture.send(fixture.message())
            let unknown = MessageID.make(at: fixture.at(9))
            #expect(try await fixture.store.messages(of: "ada", .after(unknown), in: nil, limit: 9) == nil)
            let before = try await fixture.store.messages(of: "ada", .newest(before: unknown), in: nil, limit: 9)
            #expect(before == [])
        },
        ConformanceCase("Messages are deleted oldest first, for both sides, and their notifications stay") {
            fixture async throws in
            let all = (0..<4).map { fixture.message(at: $0) }
            for message in all { _ = try await fixture.send(message) }
            let store = fixture.store
            #expect(try await store.pruneMessages(before: fixture.at(0), limit: 9) == 0)
            #expect(try await store.pruneMessages(before: fixture.at(3), limit: 2) == 2)
            #expect(try await store.pruneMessages(before: fixture.at(3), limit: 2) == 1)
            for user in ["ada", "ben"] as [UserID] {
                let left = try await store.messages(of: user, .newest(before: nil), in: nil, limit: 9)
                #expect(left == [all[3]])
                let later = try await store.messages(of: user, .after(all[2].id), in: nil, limit: 9)
                #expect(later == nil)
            }
            #expect(try await store.message(all[0].id) == nil)
            #expect(try await store.notifications(of: "ben", before: nil, limit: 9).count == 4)
        },
    ]
}
