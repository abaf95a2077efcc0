import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("WorkSignal", .timeLimit(.minutes(10)))
struct WorkSignalTests {
    private let workSignal = WorkSignal()
    private let time = ManualTime()

    @Test("A notification between searching and waiting is not lost")
    func notLost() async throws {
        let mark = workSignal.latest()
        workSignal.notify()
        try await workSignal.wait(since: mark, until: nil, time: time)
        try await workSignal.wait(since: mark, until: time.now + .seconds(1), time: time)
    }

    @Test("One notification wakes all waiting tasks")
    func wakesAll() async throws {
        let mark = workSignal.latest()
        try await withThrowingTaskGroup(of: Void.self) { [workSignal, time] group in
            for second in 1...5 {
                let moment = time.now + .seconds(second)
                group.addTask { try await workSignal.wait(since: mark, until: moment, time: time) }
                await time.sleeper(until: moment)
            }
            workSignal.notify()
            try await group.waitForAll()
        }
        #expect(time.sleeperCount == 0)
    }

    @Test("Without a notification the wait ends at its moment")
    func moment() async throws {
        let moment = time.now + .seconds(1)
        try await withThrowingTaskGroup(of: Void.self) { [workSignal, time] group in
            group.addTask { try await workSignal.wait(since: workSignal.latest(), until: moment, time: time) }
            await time.sleeper(until: moment)
            time.advance(to: moment)
            try await group.waitForAll()
        }
    }

    @Test("A wait until a moment in the past returns at once")
    func past() async throws {
        try await workSignal.wait(since: workSignal.latest(), until: time.now, time: time)
    }

    @Test("Cancelling ends a wait without a limit", arguments: [true, false])
    func cancelled(withEnd: Bool) async {
        let moment = withEnd ? time.now + .seconds(1) : nil
        await withTaskGroup(of: Bool.self) { [workSignal, time] group in
            group.addTask {
                do { try await workSignal.wait(since: workSignal.latest(), until: moment, time: time) } catch {
                    return error is CancellationError
                }
                return false
            }
            group.cancelAll()
            #expect(await group.next() == true)
        }
    }

    @Test("A notification resumes only tasks that wait for one of its kinds of work")
    func kinds() async throws {
        let (deliveries, campaigns) = (workSignal.latest(of: .deliveries), workSignal.latest(of: .campaigns))
        async let other: Void = workSignal.wait(for: .campaigns, since: campaigns, until: nil, time: time)
        workSignal.notify([.deliveries, .deadlines])
        try await workSignal.wait(for: [.deliveries, .room], since: deliveries, until: nil, time: time)
        #expect(workSignal.latest(of: .campaigns) == campaigns)
        #expect(workSignal.latest(of: .deadlines) > deliveries)
        workSignal.notify(.campaigns)
        try await other
    }

    @Test("An accepted notification wakes only the dispatcher")
    func accept() async throws {
        let bench = EngineBench()
        let others: Work = [.deadlines, .campaigns, .schedules, .sessions]
        let before = bench.workSignal.latest(of: others)
        let deliveries = bench.workSignal.latest(of: .deliveries)
        _ = try await bench.notifications.send(
            NotificationRequest(title: "Done", body: ""), by: .agent(of: "ada"), recorder: nil)
        #expect(bench.workSignal.latest(of: others) == before)
        #expect(bench.workSignal.latest(of: .deliveries) > deliveries)
    }
}

@Suite("Time", .timeLimit(.minutes(10)))
struct TimeTests {
    @Test("A sleeper wakes at its moment, and not before")
    func sleeper() async throws {
        let time = ManualTime()
        let moment = time.now + .seconds(10)
        let woken = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await time.sleep(until: moment)
                woken.add()
            }
            await time.sleeper(until: moment)
            time.advance(by: .milliseconds(9999))
            #expect(time.sleeperCount == 1)
            #expect(woken.count == 0)
            time.advance(by: .milliseconds(1))
            try await group.waitForAll()
        }
        #expect(woken.count == 1)
        #expect(time.sleeperCount == 0)
    }

    @Test("A cancelled sleeper throws and is removed")
    func cancelled() async {
        let time = ManualTime()
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                do { try await time.sleep(until: time.now + .seconds(1)) } catch { return error is CancellationError }
                return false
            }
            await time.sleeper(until: time.now + .seconds(1))
            group.cancelAll()
            #expect(await group.next() == true)
        }
        #expect(time.sleeperCount == 0)
    }

    @Test("The system's clock does not wait for a moment in the past")
    func past() async throws {
        let time = SystemTime()
        let start = time.now
        try await time.sleep(until: start - .seconds(3600))
        try await time.sleep(until: start)
        #expect(time.now >= start)
    }

    @Test("The system's clock wakes at its moment")
    func future() async throws {
        let time = SystemTime()
        let moment = time.now + .milliseconds(5)
        try await time.sleep(until: moment)
        #expect(time.now >= moment)
    }
}
