import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let sessionCases: [ConformanceCase] = [
        ConformanceCase("A session is read as it was put") { fixture async throws in
            let session = fixture.session()
            #expect(try await fixture.store.put(session) == session)
            #expect(try await fixture.store.session("run-1", of: "ada") == session)
            #expect(try await fixture.store.session("run-2", of: "ada") == nil)
        },
        ConformanceCase("A session put again keeps its start time") { fixture in
            _ = try await fixture.store.put(fixture.session())
            var again = fixture.session(at: 50)
            again.title = "Fix the build, second try"
            again.progress = nil
            let stored = try await fixture.store.put(again)
            #expect(stored.startedAt == fixture.at(0))
            #expect(stored.updatedAt == fixture.at(50))
            #expect(stored.title == "Fix the build, second try")
            #expect(stored.progress == nil)
            #expect(try await fixture.store.session("run-1", of: "ada") == stored)
        },
        ConformanceCase("Two users may have sessions of the same id") { fixture in
            let ada = try await fixture.store.put(fixture.session())
            let bob = try await fixture.store.put(fixture.session(of: "bob", at: 5))
            #expect(try await fixture.store.session("run-1", of: "ada") == ada)
            #expect(try await fixture.store.session("run-1", of: "bob") == bob)
        },
        ConformanceCase("An update changes only its fields") { fixture in
            let session = try await fixture.store.put(fixture.session())
            let waiting = try #require(
                try await fixture.store.update("run-1", of: "ada", SessionUpdate(status: .waiting), at: fixture.at(5)))
            #expect(waiting.status == .waiting)
            #expect(waiting.updatedAt == fixture.at(5))
            #expect(waiting.operation == session.operation)
            #expect(waiting.progress == session.progress)
            #expect(waiting.startedAt == session.startedAt)
            let progress = AgentSession.Progress(completed: 3, total: 4, currentTask: "Ship")
            let busy = try #require(
                try await fixture.store.update(
                    "run-1", of: "ada", SessionUpdate(operation: "Running tests", progress: progress), at: fixture.at(6)
                ))
            #expect(busy.status == .waiting)
            #expect(busy.operation == "Running tests")
            #expect(busy.progress == progress)
            #expect(try await fixture.store.session("run-1", of: "ada") == busy)
        },
        ConformanceCase("An unknown session, or another user's, cannot be updated") { fixture in
            _ = try await fixture.store.put(fixture.session(of: "bob"))
            #expect(
                try await fixture.store.update("run-1", of: "ada", SessionUpdate(status: .failed), at: fixture.at(1))
                    == nil
            )
            #expect(try await fixture.store.session("run-1", of: "bob")?.status == .running)
        },
        ConformanceCase("Silent sessions without a pending ask are ended, earliest update first") {
            fixture in
            for (index, id) in (["one", "two", "three", "new"] as [SessionID]).enumerated() {
                _ = try await fixture.store.put(fixture.session(id, at: Int64(index)))
            }
            _ = try await fixture.store.update("two", of: "ada", SessionUpdate(status: .waiting), at: fixture.at(1))
            _ = try await fixture.store.put(fixture.session("over", at: 0))
            _ = try await fixture.store.update("over", of: "ada", SessionUpdate(status: .failed), at: fixture.at(0))
            func end(_ count: Int) async throws -> [AgentSession] {
                try await fixture.store.endSilentSessions(
                    changedBefore: fixture.at(3), SessionUpdate(operation: "Silence"), at: fixture.at(9), limit: count)
            }
            #expect(try await end(2).map(\.id) == ["one", "two"])
            let ended = try await end(2)
            #expect(ended.map(\.id) == ["three"] && ended.map(\.status) == [.completed])
            #expect(ended.map(\.operation) == ["Silence"] && ended.map(\.updatedAt) == [fixture.at(9)])
            #expect(try await end(2) == [])
            #expect(try await fixture.store.session("new", of: "ada")?.status == .running)
            #expect(try await fixture.store.session("over", of: "ada")?.status == .failed)
        },
        ConformanceCase("A user's sessions are listed by their latest change") { fixture in
            for (index, id) in (["one", "two", "three"] as [SessionID]).enumerated() {
                _ = try await fixture.store.put(fixture.session(id, at: Int64(index)))
            }
            _ = try await fixture.store.put(fixture.session("other", of: "bob"))
            _ = try await fixture.store.update("one", of: "ada", SessionUpdate(), at: fixture.at(9))
            #expect(try await fixture.store.sessions(of: "ada", limit: 9).map(\.id) == ["one", "three", "two"])
            #expect(try await fixture.store.sessions(of: "ada", limit: 1).map(\.id) == ["one"])
        },
    ]
}

extension StoreFixture {
    fileprivate func session(_ id: SessionID = "run-1", of user: UserID = "ada", at seconds: Int64 = 0) -> AgentSession
    {
        AgentSession(
            id: id, userID: user, title: "Fix the build", origin: Origin(agent: "claude", host: "laptop"),
            operation: "Reading", progress: .init(completed: 1, total: 4), startedAt: at(seconds),
            updatedAt: at(seconds))
    }
}
