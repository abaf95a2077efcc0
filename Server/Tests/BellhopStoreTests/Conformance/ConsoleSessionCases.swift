import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let consoleSessionCases: [ConformanceCase] = [
        ConformanceCase("A link becomes a session once, before its end") { fixture in
            let store = fixture.store
            func add(_ hash: [UInt8], until end: Int64) async throws {
                _ = try await store.addConsoleLink(
                    .make(at: fixture.at(0)), hash: hash, user: "ada", role: .admin, at: fixture.at(0),
                    until: fixture.at(end), idempotency: nil)
            }
            try await add(hash(1), until: 10)
            try await add(hash(2), until: 10)
            #expect(try await store.consoleSession(hash: hash(1), at: fixture.at(1)) == nil)
            func use(_ code: [UInt8], _ secret: [UInt8], at second: Int64) async throws -> ConsoleSession? {
                try await store.useConsoleLink(
                    code: code, name: "Firefox", hash: secret, at: fixture.at(second), until: fixture.at(100))
            }
            let session = try #require(try await use(hash(1), hash(3), at: 9))
            #expect(session.userID == "ada" && session.role == .admin && session.createdAt == fixture.at(9))
            #expect(try await use(hash(1), hash(4), at: 9) == nil)
            #expect(try await use(hash(3), hash(4), at: 9) == nil)
            #expect(try await use(hash(2), hash(4), at: 10) == nil)
            #expect(try await store.consoleSession(hash: hash(3), at: fixture.at(99)) == session)
            #expect(try await store.consoleSession(hash: hash(3), at: fixture.at(100)) == nil)
        },
        ConformanceCase("Sessions are listed by their latest request, without links, ended ones and those of others") {
            fixture in
            let store = fixture.store
            let first = try await fixture.consoleSession(of: "ada", hash: 1, at: 1)
            let second = try await fixture.consoleSession(of: "ada", hash: 2, at: 2)
            _ = try await fixture.consoleSession(of: "bob", hash: 3, at: 3)
            _ = try await store.addConsoleLink(
                .make(at: fixture.at(4)), hash: hash(4), user: "ada", role: .admin, at: fixture.at(4),
                until: fixture.at(50), idempotency: nil)
            let listed = try await store.consoleSessions(of: "ada", at: fixture.at(5)).map(\.id)
            #expect(listed == [second.id, first.id])
            try await store.noteConsoleSession(first.id, seenAt: fixture.at(6), until: fixture.at(200))
            let extended = try await store.consoleSessions(of: "ada", at: fixture.at(150))
            #expect(extended.map(\.id) == [first.id] && extended.first?.lastSeenAt == fixture.at(6))
            #expect(try await !store.endConsoleSession(first.id, of: "bob"))
            #expect(try await store.endConsoleSession(first.id, of: "ada"))
            #expect(try await store.consoleSession(hash: hash(1), at: fixture.at(7)) == nil)
        },
        ConformanceCase("A session ends with the device to which it is bound") { fixture in
            let phone = try await fixture.device()
            let bound = try await fixture.consoleSession(of: "ada", hash: 1, at: 1)
            let other = try await fixture.consoleSession(of: "ada", hash: 2, at: 2)
            try await fixture.store.bindConsoleSession(bound.id, to: phone.id)
            #expect(try await fixture.store.consoleSession(hash: hash(1), at: fixture.at(3))?.deviceID == phone.id)
            _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(4))
            #expect(try await fixture.store.consoleSessions(of: "ada", at: fixture.at(5)).map(\.id) == [other.id])
        },
    ]
}

extension StoreFixture {
    /// A session until second 100.
    fileprivate func consoleSession(of user: UserID, hash number: UInt8, at second: Int64) async throws
        -> ConsoleSession
    {
        let session = ConsoleSession(
            id: .make(at: at(second)), userID: user, role: .device, name: "Firefox", createdAt: at(second),
            lastSeenAt: at(second))
        try await store.addConsoleSession(session, hash: hash(number), until: at(100))
        return session
    }
}
