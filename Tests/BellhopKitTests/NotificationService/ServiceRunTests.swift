import BellhopModel
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// One notification in a service extension.
@Suite struct ServiceRunTests {
    /// Receives the delivered content.
    final class Receiver: @unchecked Sendable {
        private let lock = NSLock()
        // Guarded by `lock`.
        private var list: [ServiceOutcome] = []

        var outcomes: [ServiceOutcome] { lock.withLock { list } }
        func take(_ outcome: ServiceOutcome) { lock.withLock { list.append(outcome) } }
    }

    static func payload(image: String? = nil) -> PushPayload {
        var payload = PushPayload(aps: APS(alert: PushAlert(title: "Deploy", body: "npm test")), type: .complete)
        payload.filesChanged = 3
        payload.imageURL = image
        payload.notificationID = NotificationID(high: 1, low: 2)
        return payload
    }

    static let picture = "https://example.com/a.png"

    @Test("Text and picture are delivered together, once, and the receipt is stored")
    func whole() async throws {
        try await Attachments.inFolder { folder in
            let clock = ManualClock()
            let journal = MemoryJournal()
            let receiver = Receiver()
            let port = FakeDownloads { _ in .pieces([Attachments.png], ["content-type": "image/png"]) }
            let run = ServiceRun(
                Self.payload(image: Self.picture), id: "n",
                ports: ServicePorts(clock: clock, journal: journal, downloads: port, folder: folder),
                strings: Strings(.english), deliver: receiver.take)
            await run.run()
            run.expire()
            let outcome = try #require(receiver.outcomes.first)
            #expect(receiver.outcomes.count == 1)
            #expect(outcome.ending == .complete)
            #expect(outcome.content.subtitle == "3 files changed")
            let file = try #require(outcome.file)
            #expect(Attachments.files(in: folder) == [file.url.lastPathComponent])
            #expect(await ShownLog(journal).unsent() == [NotificationID(high: 1, low: 2)])
        }
    }

    @Test("A picture that exceeds the time budget is left out")
    func overBudget() async throws {
        try await Attachments.inFolder { folder in
            let clock = ManualClock()
            let receiver = Receiver()
            let gate = Gate()
            let port = FakeDownloads { _ in
                await gate.pass()
                throw CancellationError()
            }
            let run = ServiceRun(
                Self.payload(image: Self.picture), id: "n",
                ports: ServicePorts(clock: clock, downloads: port, folder: folder),
                limits: ServiceLimits(budget: .seconds(4)), deliver: receiver.take)
            async let done: Void = run.run()
            await clock.sleepers(2)
            #expect(receiver.outcomes.isEmpty)
            clock.advance(by: .seconds(4))
            await done
            #expect(receiver.outcomes.map(\.ending) == [.overBudget])
            #expect(receiver.outcomes.first?.content.title == "Deploy")
        }
    }

    @Test("When the system's time expires the enriched text is delivered and not the original")
    func expired() async throws {
        try await Attachments.inFolder { folder in
            let clock = ManualClock()
            let receiver = Receiver()
            let gate = Gate()
            let port = FakeDownloads { _ in
                await gate.pass()
                return .pieces([Attachments.png])
            }
            let run = ServiceRun(
                Self.payload(image: Self.picture), id: "n",
                ports: ServicePorts(clock: clock, downloads: port, folder: folder),
                strings: Strings(.english), deliver: receiver.take)
            async let done: Void = run.run()
            await gate.arrived()
            run.expire()
            #expect(receiver.outcomes.map(\.ending) == [.expired])
            #expect(receiver.outcomes.first?.content.subtitle == "3 files changed")
            gate.open()
            await done
            #expect(receiver.outcomes.count == 1)
            #expect(Attachments.files(in: folder).isEmpty)
        }
    }

    @Test("The budget of a run is within the system's limit", arguments: [0, 5, 30, 3600])
    func budget(_ seconds: Int64) {
        let budget = ServiceLimits(budget: .seconds(seconds)).budget
        #expect(budget > .zero && budget <= .seconds(25))
    }

    @Test("A missing picture, a full disk or an unavailable server does not change the text")
    func failures() async throws {
        let journal = MemoryJournal()
        await journal.setFull(true)
        let receiver = Receiver()
        let port = FakeDownloads { _ in throw URLError(.cannotConnectToHost) }
        let ports = ServicePorts(
            clock: ManualClock(), journal: journal, openAsks: FakeOpenAsks(truth: nil), downloads: port,
            folder: URL(fileURLWithPath: "/nowhere"))
        await ServiceRun(Self.payload(image: Self.picture), id: "n", ports: ports, deliver: receiver.take).run()
        #expect(receiver.outcomes.map(\.ending) == [.complete])
        #expect(receiver.outcomes.first?.file == nil)
    }

    @Test("Without a picture the code is drawn")
    func codePicture() async throws {
        let receiver = Receiver()
        var payload = Self.payload()
        payload.codePreview = "let x = 1"
        let ports = ServicePorts(clock: ManualClock(), pictures: FakePictures())
        await ServiceRun(payload, id: "n", ports: ports, deliver: receiver.take).run()
        #expect(receiver.outcomes.first?.file?.url.lastPathComponent == "let x = 1.png")
        #expect(receiver.outcomes.first?.file?.typeIdentifier == "public.png")
    }

    @Test("Notifications of ended asks are removed, and a new ended one has no buttons and no interruption")
    func stale() async throws {
        let clock = ManualClock()
        let center = FakeCenter(clock: clock)
        let (old, open, new) = (Fixture.ask(1), Fixture.ask(2), Fixture.ask(3))
        await center.show(Fixture.push(old), id: "old")
        await center.show(Fixture.push(open), id: "open")
        let receiver = Receiver()
        let ports = ServicePorts(
            clock: clock, center: center, openAsks: FakeOpenAsks(truth: OpenAsks([open], isComplete: true)))
        await ServiceRun(
            Fixture.push(new), id: "new", ports: ports, strings: Strings(.english), deliver: receiver.take
        )
        .run()
        #expect(await center.ids == ["open"])
        let content = try #require(receiver.outcomes.first?.content)
        #expect(content.subtitle == "Answered already")
        #expect(content.interruptionLevel == .passive)
        #expect(content.sound == nil)
        #expect(content.category == .sessionStatus)
    }

    @Test("The extension requests open asks only with the key of the app")
    func openAsks() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await device.server.add(ask)
        func source(_ server: String) -> ServerOpenAsks {
            ServerOpenAsks(
                server: server, transport: device.server, digesting: FakeDigest(), journal: device.journal,
                vault: device.vault)
        }
        let truth = await source(Fixture.server).openAsks()
        #expect(truth == OpenAsks([ask], isComplete: true))
        let before = await device.server.attempts.count
        #expect(await source("https://other.example").openAsks() == nil)
        await device.vault.setLocked(true)
        #expect(await source(Fixture.server).openAsks() == nil)
        #expect(await device.server.attempts.count == before)
    }
}

struct FakeOpenAsks: OpenAsksPort {
    let truth: OpenAsks?
    func openAsks() async -> OpenAsks? { truth }
}

/// "Draws" a file that is named after the code.
struct FakePictures: CodePicturePort {
    func draw(_ preview: CodePreview, in folder: URL) async -> URL? {
        folder.appendingPathComponent("\(preview.lines.joined()).png")
    }
}

/// In any order of events a notification is delivered exactly once.
@Suite struct ServiceRunStateTests {
    private static let file = AttachmentFile(url: URL(fileURLWithPath: "/tmp/a.png"), typeIdentifier: "public.png")
    private static let better = EnrichedContent(title: "better")
    private static let events: [ServiceRunState.Event] = [
        .content(better), .file(file), .done, .overBudget, .expired, .cancelled,
    ]

    @Test("Every sequence of five events delivers at most once, the best content, and leaks no file")
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

    private func check(_ sequence: [ServiceRunState.Event]) {
        var machine = ServiceRunState(EnrichedContent(title: "first"))
        var outcomes: [ServiceOutcome] = []
        var discarded = 0
        var isBetter = false
        var files = 0
        for event in sequence {
            let wasFinished = machine.isFinished
            if case .content = event, !wasFinished { isBetter = true }
            if case .file = event { files += 1 }
            switch machine.handle(event) {
            case .none: break
            case .discard: discarded += 1
            case .deliver(let outcome):
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

    @Test("A run delivers exactly once when its end, the system's expiry and a cancellation race", arguments: 0..<200)
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
            ports: ServicePorts(clock: clock, journal: MemoryJournal(), downloads: port), deliver: receiver.take)
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
