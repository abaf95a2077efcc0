import BellhopModel
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// Whatever happens in whatever order, a notification is handed over exactly once.
@Suite struct ServiceMachineTests {
    private static let file = AttachmentFile(url: URL(fileURLWithPath: "/tmp/a.png"), typeIdentifier: "public.png")
    private static let better = EnrichedContent(title: "better")
    private static let events: [ServiceMachine.Event] = [
        .content(better), .file(file), .done, .overBudget, .expired, .cancelled,
    ]

    @Test("Every sequence of five events hands over at most once, the best there was, and loses no file")
    func allSequences() {
        let count = Self.events.count
        for number in 0..<(count * count * count * count * count) {
            var rest = number
            let sequence = (0..<5).map { _ in
                defer { rest /= count }
                return Self.events[rest % count]
            }
            check(sequence)
        }
    }

    private func check(_ sequence: [ServiceMachine.Event]) {
        var machine = ServiceMachine(EnrichedContent(title: "first"))
        var outcomes: [ServiceOutcome] = []
        var discarded = 0
        var isBetter = false
        var files = 0
        for event in sequence {
            let wasFinished = machine.isFinished
            if case .content = event, !wasFinished { isBetter = true }
            if case .file = event { files += 1 }
            switch machine.take(event) {
            case .none: break
            case .discard: discarded += 1
            case .handOver(let outcome):
                outcomes.append(outcome)
                #expect(outcome.content.title == (isBetter ? "better" : "first"))
                #expect((outcome.file != nil) == (files > 0))
            }
        }
        let ends = sequence.contains { event in
            switch event {
            case .content, .file: false
            default: true
            }
        }
        #expect(outcomes.count == (ends ? 1 : 0))
        if ends { #expect(discarded + (outcomes.first?.file == nil ? 0 : 1) == files) }
    }

    @Test("The run itself hands over exactly once when the end, the system and the task's end race", arguments: 0..<200)
    func races(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let clock = ManualClock()
        let receiver = ServiceRunTests.Receiver()
        let gate = Gate()
        let port = FakeDownloads { _ in
            await gate.pass()
            throw URLError(.timedOut)
        }
        let run = ServiceRun(
            ServiceRunTests.payload(image: ServiceRunTests.picture), id: "n",
            ports: ServicePorts(clock: clock, journal: MemoryJournal(), downloads: port), handOver: receiver.take)
        let task = Task { await run.run() }
        let moves: [@Sendable () -> Void] = [
            { run.expire() }, { task.cancel() }, { gate.open() }, { clock.runFree() }, { run.expire() },
        ]
        await withTaskGroup(of: Void.self) { group in
            for move in moves.shuffled(using: &random) {
                let pauses = Int.random(in: 0..<6, using: &random)
                group.addTask {
                    for _ in 0..<pauses { await Task.yield() }
                    move()
                }
            }
        }
        await task.value
        #expect(receiver.outcomes.count == 1)
    }
}
