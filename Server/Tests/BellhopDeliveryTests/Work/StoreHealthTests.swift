import BellhopModel
import BellhopStore
import BellhopTestSupport
import Logging
import Testing

@testable import BellhopCore

@Suite("Waiting for the store", .timeLimit(.minutes(10)))
struct StoreHealthTests {
    private let time = ManualTime()

    @Test("What another program or a full disk keeps from working is tried again until it works")
    func passing() async throws {
        let tries = Tally()
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { [time] in
                try await StoreUnavailable.waitingForStore(to: "opening", time: time, logger: .silent) {
                    tries.add()
                    if tries.count < 4 { throw StoreUnavailable("locked", isPassing: true) }
                    return tries.count
                }
            }
            for pause in [100, 200, 400] {
                let again = time.now + .milliseconds(pause)
                await time.sleeper(until: again)
                time.advance(to: again)
            }
            let made = try await group.next()
            #expect(made == 4)
        }
    }

    @Test("What stays as it is ends the wait at once")
    func lasting() async {
        await #expect(throws: StoreUnavailable.self) {
            try await StoreUnavailable.waitingForStore(to: "opening", time: time, logger: .silent) {
                throw StoreUnavailable("damaged")
            }
        }
    }
}
