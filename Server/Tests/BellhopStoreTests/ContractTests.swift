import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopStore

@Suite("Store: contract")
struct ConformanceTests {
    @Test("The store fulfils each sentence of its contract", arguments: ConformanceCase.cases)
    func conforms(_ conformance: ConformanceCase) async throws {
        let folder = try TemporaryFolder()
        try await conformance.check(Store(folder: folder.path))
        withExtendedLifetime(folder) {}
    }

    @Test("The store folds bursts", arguments: ConformanceCase.burstCases)
    func folds(_ conformance: ConformanceCase) async throws {
        let folder = try TemporaryFolder()
        let options = SQLiteOptions(burst: ConformanceCase.burst)
        try await conformance.check(Store(folder: folder.path, options: options))
        withExtendedLifetime(folder) {}
    }
}

@Suite("Store: firing schedules")
struct FiringTests {
    private func schedule() -> Schedule {
        Schedule(
            id: .make(at: noon), to: .user("ada"), notification: NotificationRequest(title: "Milk", body: ""),
            when: ScheduleTiming(at: .moment(noon)), next: noon, createdBy: .make(at: noon), creator: "ada",
            createdAt: noon)
    }

    private func fired(_ schedule: Schedule) -> Schedule {
        var fired = schedule
        fired.state = .done
        fired.next = nil
        fired.revision += 1
        return fired
    }

    @Test("A schedule whose occurrence cannot be stored is not advanced")
    func atomicity() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let waiting = schedule()
        _ = try await store.add(waiting, idempotency: nil)
        let taken = UserNotification.sample()
        _ = try await store.accept(Submission(notification: taken))
        // The id is taken, so the last step of the transaction fails.
        await #expect(throws: StoreUnavailable.self) {
            try await store.fire(fired(waiting), .notification(Submission(notification: taken)))
        }
        #expect(try await store.schedule(waiting.id) == waiting)
        #expect(try await store.nextScheduleDue() == noon)
        let another = Submission(notification: .sample())
        #expect(try await store.fire(fired(waiting), .notification(another)))
        #expect(try await store.nextScheduleDue() == nil)
    }

    @Test("A lost transaction is repeated by the next process, and a committed one is not")
    func crash() async throws {
        let folder = try TemporaryFolder()
        let waiting = schedule()
        let sent = UserNotification.sample()
        do {
            let store = try Store(folder: folder.path)
            _ = try await store.add(waiting, idempotency: nil)
            // The state of a process that dies before the commit.
            await #expect(throws: StoreUnavailable.self) {
                try await store.write { db in
                    let document = try CanonicalJSON.text(fired(waiting))
                    #expect(try db.schedules.replace(fired(waiting), document: document))
                    _ = try db.submit(Submission(notification: sent))
                    throw StoreUnavailable("the process dies")
                }
            }
        }
        do {
            let store = try Store(folder: folder.path)
            #expect(try await store.notification(sent.id) == nil)
            #expect(try await store.dueSchedules(at: noon, limit: 9) == [waiting])
            #expect(try await store.fire(fired(waiting), .notification(Submission(notification: sent))))
        }
        let store = try Store(folder: folder.path)
        #expect(try await store.notification(sent.id) == sent)
        #expect(try await store.dueSchedules(at: noon + .seconds(86_400), limit: 9).isEmpty)
        let again = Submission(notification: .sample())
        #expect(try await !store.fire(fired(waiting), .notification(again)))
    }
}
