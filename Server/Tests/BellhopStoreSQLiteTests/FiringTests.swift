import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopStoreSQLite

@Suite("SQLite store: firing schedules")
struct FiringTests {
    private func schedule() -> Schedule {
        Schedule(
            id: .make(at: noon), to: .user("ada"), notification: NotificationRequest(title: "Milk", body: ""),
            when: ScheduleTiming(at: .moment(noon)), next: noon, createdBy: .make(at: noon), creator: "ada", createdAt: noon)
    }

    private func fired(_ schedule: Schedule) -> Schedule {
        var fired = schedule
        fired.state = .done
        fired.next = nil
        fired.revision += 1
        return fired
    }

    @Test("What cannot be sent is not moved on: both happen, or neither")
    func atomicity() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore.open(folder: folder.path)
        let waiting = schedule()
        _ = try await store.add(waiting, idempotency: nil)
        let taken = UserNotification.sample()
        _ = try await store.accept(Submission(notification: taken))
        // Its id is taken, so that the last step of the transaction fails.
        await #expect(throws: StoreUnavailable.self) {
            try await store.fire(fired(waiting), .notification(Submission(notification: taken)))
        }
        #expect(try await store.schedule(waiting.id) == waiting)
        #expect(try await store.nextScheduleDue() == noon)
        let another = Submission(notification: .sample())
        #expect(try await store.fire(fired(waiting), .notification(another)))
        #expect(try await store.nextScheduleDue() == nil)
    }

    @Test("A transaction that was lost with its process is done by the next, one that was committed is not done again")
    func crash() async throws {
        let folder = try TemporaryFolder()
        let waiting = schedule()
        let sent = UserNotification.sample()
        do {
            let store = try SQLiteStore.open(folder: folder.path)
            _ = try await store.add(waiting, idempotency: nil)
            // As far as a process comes that dies before the commit.
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
            let store = try SQLiteStore.open(folder: folder.path)
            #expect(try await store.notification(sent.id) == nil)
            #expect(try await store.dueSchedules(at: noon, limit: 9) == [waiting])
            #expect(try await store.fire(fired(waiting), .notification(Submission(notification: sent))))
        }
        let store = try SQLiteStore.open(folder: folder.path)
        #expect(try await store.notification(sent.id) == sent)
        #expect(try await store.dueSchedules(at: noon + .seconds(86_400), limit: 9).isEmpty)
        let again = Submission(notification: .sample())
        #expect(try await !store.fire(fired(waiting), .notification(again)))
    }
}
