import BellhopModel
import BellhopSimulators
import BellhopStore
import BellhopStoreSQLite
import BellhopTestSupport
import Testing

@testable import BellhopCore

/// The delivery guarantee on the way to Android, one fault of FCM after the other.
@Suite("What FCM does to a message, and what Bellhop makes of it", .timeLimit(.minutes(10)))
struct AndroidFaultTests {
    @Test("Sent once, sent again or given up, as the table says", arguments: AndroidFault.table)
    func fault(_ row: AndroidFault) async throws {
        try await AndroidBench.run(patience: row.patience) { bench in
            for fault in row.faults { bench.fcm.script(fault) }
            for fault in row.tokenFaults { bench.fcm.scriptToken(fault) }
            let shown = bench.fcm.attach(token: bench.phone.device.token)
            let story = try await play(row.attempts, on: bench)
            #expect(story.endings == row.attempts.map(\.ending))
            #expect(story.waiting == 0)
            #expect(bench.fcm.received.count == row.attempts.reduce(0) { $0 + $1.requests })
            #expect(story.device.state == row.state)
            await bench.fcm.stop()
            let arrived = await shown.reduce(into: [DeliveredMessage]()) { $0.append($1) }
            #expect(arrived.count == row.arrivals)
            // What is sent again replaces what was shown.
            #expect(Set(arrived.map { $0.notification?["tag"]?.string }).count == min(row.arrivals, 1))
        }
    }

    /// Accepts a notification and lets the dispatcher work until the last of `attempts` is over, moving time on to each
    /// moment at which the queue says that the next is due.
    private func play(_ attempts: [FaultCase.Attempt], on bench: AndroidBench) async throws -> AndroidStory {
        let requests = bench.fcm.requests()
        let start = bench.time.now
        let mark = bench.wake.mark
        let notification = try await bench.accept()
        try await running(bench.dispatcher()) { _ in
            var arrivals = requests.makeAsyncIterator()
            for (number, attempt) in attempts.enumerated() {
                for _ in 0..<attempt.requests {
                    _ = await arrivals.next()
                    bench.fcm.release()
                }
                guard case .deferred = attempt.ending else { break }
                // It rang for the notification, and rings for each deferral once that is stored.
                try await bench.wake.wait(since: mark + 1 + UInt64(number), until: nil, time: bench.time)
                bench.time.advance(to: try #require(try await bench.store.nextDeliveryDue()))
            }
        }
        return AndroidStory(
            start: start, timeline: try await bench.store.timeline(of: notification.id),
            device: try #require(try await bench.store.device(bench.phone.device.id)),
            waiting: try await bench.store.queueDepth())
    }
}

/// What became of one notification.
struct AndroidStory: Sendable {
    let start: Timestamp
    let timeline: [TimelineEntry]
    /// As it is registered in the end.
    let device: Device
    /// How many deliveries the queue still holds.
    let waiting: Int

    var endings: [FaultCase.Attempt.Ending] { timeline.attemptEndings(since: start) }
}
