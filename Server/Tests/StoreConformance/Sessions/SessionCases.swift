import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let sessionCases: [ConformanceCase] = [
        ConformanceCase("A session comes back as it was put") { scene async throws in
            let session = scene.session()
            #expect(try await scene.store.put(session) == session)
            #expect(try await scene.store.session("run-1", of: "ada") == session)
            #expect(try await scene.store.session("run-2", of: "ada") == nil)
        },
        ConformanceCase("The same session put again keeps its start and takes the rest") { scene in
            _ = try await scene.store.put(scene.session())
            var again = scene.session(at: 50)
            again.title = "Fix the build, second try"
            again.progress = nil
            let stored = try await scene.store.put(again)
            #expect(stored.startedAt == scene.at(0))
            #expect(stored.updatedAt == scene.at(50))
            #expect(stored.title == "Fix the build, second try")
            #expect(stored.progress == nil)
            #expect(try await scene.store.session("run-1", of: "ada") == stored)
        },
        ConformanceCase("Two users may have sessions of the same id") { scene in
            let ada = try await scene.store.put(scene.session())
            let bob = try await scene.store.put(scene.session(of: "bob", at: 5))
            #expect(try await scene.store.session("run-1", of: "ada") == ada)
            #expect(try await scene.store.session("run-1", of: "bob") == bob)
        },
        ConformanceCase("An update changes what it names and nothing else") { scene in
            let session = try await scene.store.put(scene.session())
            let waiting = try #require(
                try await scene.store.update("run-1", of: "ada", SessionUpdate(status: .waiting), at: scene.at(5)))
            #expect(waiting.status == .waiting)
            #expect(waiting.updatedAt == scene.at(5))
            #expect(waiting.operation == session.operation)
            #expect(waiting.progress == session.progress)
            #expect(waiting.startedAt == session.startedAt)
            let progress = AgentSession.Progress(completed: 3, total: 4, currentTask: "Ship")
            let busy = try #require(
                try await scene.store.update(
                    "run-1", of: "ada", SessionUpdate(operation: "Running tests", progress: progress), at: scene.at(6)))
            #expect(busy.status == .waiting)
            #expect(busy.operation == "Running tests")
            #expect(busy.progress == progress)
            #expect(try await scene.store.session("run-1", of: "ada") == busy)
        },
        ConformanceCase("A session that is not there, or is another's, cannot be updated") { scene in
            _ = try await scene.store.put(scene.session(of: "bob"))
            #expect(
                try await scene.store.update("run-1", of: "ada", SessionUpdate(status: .failed), at: scene.at(1)) == nil
            )
            #expect(try await scene.store.session("run-1", of: "bob")?.status == .running)
        },
        ConformanceCase("Sessions that are silent and wait for no ask are ended, those that were heard of first") {
            scene in
            for (index, id) in (["one", "two", "three", "new"] as [SessionID]).enumerated() {
                _ = try await scene.store.put(scene.session(id, at: Int64(index)))
            }
            _ = try await scene.store.update("two", of: "ada", SessionUpdate(status: .waiting), at: scene.at(1))
            _ = try await scene.store.put(scene.session("over", at: 0))
            _ = try await scene.store.update("over", of: "ada", SessionUpdate(status: .failed), at: scene.at(0))
            func end(_ count: Int) async throws -> [AgentSession] {
                try await scene.store.endSilentSessions(
                    changedBefore: scene.at(3), SessionUpdate(operation: "Silence"), at: scene.at(9), limit: count)
            }
            #expect(try await end(2).map(\.id) == ["one", "two"])
            let ended = try await end(2)
            #expect(ended.map(\.id) == ["three"] && ended.map(\.status) == [.completed])
            #expect(ended.map(\.operation) == ["Silence"] && ended.map(\.updatedAt) == [scene.at(9)])
            #expect(try await end(2) == [])
            #expect(try await scene.store.session("new", of: "ada")?.status == .running)
            #expect(try await scene.store.session("over", of: "ada")?.status == .failed)
        },
        ConformanceCase("A user's sessions are listed by their latest change") { scene in
            for (index, id) in (["one", "two", "three"] as [SessionID]).enumerated() {
                _ = try await scene.store.put(scene.session(id, at: Int64(index)))
            }
            _ = try await scene.store.put(scene.session("other", of: "bob"))
            _ = try await scene.store.update("one", of: "ada", SessionUpdate(), at: scene.at(9))
            #expect(try await scene.store.sessions(of: "ada", limit: 9).map(\.id) == ["one", "three", "two"])
            #expect(try await scene.store.sessions(of: "ada", limit: 1).map(\.id) == ["one"])
        },
    ]
}

extension Scene {
    fileprivate func session(_ id: SessionID = "run-1", of user: UserID = "ada", at seconds: Int64 = 0) -> AgentSession
    {
        AgentSession(
            id: id, userID: user, title: "Fix the build", origin: Origin(agent: "claude", host: "laptop"),
            operation: "Reading", progress: .init(completed: 1, total: 4), startedAt: at(seconds),
            updatedAt: at(seconds))
    }
}
