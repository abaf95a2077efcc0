import BellhopModel
import BellhopSimulators
import Testing

/// The delivery guarantee, one fault of APNs after the other: nothing is lost, nothing is sent again that cannot mend
/// it, and whatever is sent again can be recognised.
@Suite("What APNs does to a push, and what Bellhop makes of it", .timeLimit(.minutes(10)))
struct FaultTests {
    @Test("Sent once, sent again or given up, as the table says", arguments: FaultCase.refusals + FaultCase.connections)
    func fault(_ row: FaultCase) async throws {
        try await PushBench.run(row) { bench in
            let story = try await bench.play(row.attempts)
            #expect(story.endings == row.attempts.map(\.ending))
            #expect(story.waiting == 0)
            #expect(story.requests.count == row.attempts.reduce(0) { $0 + $1.requests })
            #expect(story.shown.count == row.arrivals)
            #expect(story.device.state == row.state)
            #expect(story.device.environment == row.environment)

            // What is sent again is the same push: a phone that gets it twice shows it once.
            #expect(Set(story.requests.map(\.headers.id)).count == 1)
            #expect(story.requests.first?.headers.id != nil)
            #expect(Set(story.requests.map(\.headers.collapseID)).count == 1)
            #expect(story.requests.first?.headers.collapseID != nil)
            #expect(Set(story.requests.map(\.payload)).count == 1)
        }
    }
}
