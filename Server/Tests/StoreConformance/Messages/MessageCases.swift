import BellhopModel
import BellhopStore
import Testing

extension Scene {
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

extension StoreConformance {
    static let messageCases: [ConformanceCase] = [
        ConformanceCase("A message comes back as it was sent, and its recipient is told") { scene in
            try await scene.device(of: "ben")
            let first = scene.message("Hi 👋")
            #expect(try await scene.send(first) == .stored(deliveries: 1))
            let reply = scene.message(from: "ben", to: "ada", replyTo: first.id, at: 1)
            #expect(try await scene.send(reply) == .stored(deliveries: 0))
            #expect(try await scene.store.message(first.id) == first)
            #expect(try await scene.store.message(reply.id) == reply)
            #expect(try await scene.store.message(.make(at: scene.at(0))) == nil)
            #expect(try await scene.store.notifications(of: "ben", before: nil, limit: 9).count == 1)
        },
        ConformanceCase("A message that is sent again under its idempotency key is sent once") { scene async throws in
            let record = scene.idempotencyRecord()
            #expect(try await scene.send(scene.message(), idempotency: record) == .stored(deliveries: 0))
            let again = scene.message(at: 1)
            #expect(try await scene.send(again, idempotency: record) == .repeated(record))
            #expect(try await scene.store.message(again.id) == nil)
            #expect(try await scene.store.notifications(of: "ben", before: nil, limit: 9).count == 1)
        },
        ConformanceCase("Both sides have a message, nobody else; by pages in both directions") { scene in
            let all = (0..<5).map {
                scene.message(from: $0 % 2 == 0 ? "ada" : "ben", to: $0 % 2 == 0 ? "ben" : "ada", at: $0)
            }
            for message in all { _ = try await scene.send(message) }
            _ = try await scene.send(scene.message(from: "eve", to: "mallory", at: 9))
            let store = scene.store
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
        ConformanceCase("One conversation can be read alone, and a note to oneself is one message") { scene in
            let mine = scene.message(from: "ada", to: "ada", in: "notes")
            _ = try await scene.send(mine)
            _ = try await scene.send(scene.message(in: "other", at: 1))
            let later = scene.message(to: "ada", in: "notes", at: 2)
            _ = try await scene.send(later)
            let notes = try await scene.store.messages(of: "ada", .newest(before: nil), in: "notes", limit: 9)
            #expect(notes == [later, mine])
            #expect(try await scene.store.messages(of: "ada", .after(mine.id), in: "notes", limit: 9) == [later])
        },
        ConformanceCase("Nobody can read on after a message that is not there, and before it there is nothing") {
            scene async throws in
            _ = try await scene.send(scene.message())
            let unknown = MessageID.make(at: scene.at(9))
            #expect(try await scene.store.messages(of: "ada", .after(unknown), in: nil, limit: 9) == nil)
            let before = try await scene.store.messages(of: "ada", .newest(before: unknown), in: nil, limit: 9)
            #expect(before == [])
        },
        ConformanceCase("Messages are forgotten oldest first, for both sides, and those who were told keep that") {
            scene async throws in
            let all = (0..<4).map { scene.message(at: $0) }
            for message in all { _ = try await scene.send(message) }
            let store = scene.store
            #expect(try await store.forgetMessages(before: scene.at(0), limit: 9) == 0)
            #expect(try await store.forgetMessages(before: scene.at(3), limit: 2) == 2)
            #expect(try await store.forgetMessages(before: scene.at(3), limit: 2) == 1)
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
