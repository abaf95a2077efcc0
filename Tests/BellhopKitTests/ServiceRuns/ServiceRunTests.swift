import BellhopModel
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// One notification in a service extension.
@Suite struct ServiceRunTests {
    /// Gets what is handed over.
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

    @Test("Text and picture are handed over together, once, and the receipt is kept")
    func whole() async throws {
        try await Attachments.inFolder { folder in
            let clock = ManualClock()
            let journal = MemoryJournal()
            let receiver = Receiver()
            let port = FakeDownloads { _ in .pieces([Attachments.png], ["content-type": "image/png"]) }
            let run = ServiceRun(
                Self.payload(image: Self.picture), id: "n",
                ports: ServicePorts(clock: clock, journal: journal, downloads: port, folder: folder),
                words: Strings(.english), handOver: receiver.take)
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

    @Test("A picture that takes too long is left out when the budget is over")
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
                limits: ServiceLimits(budget: .seconds(4)), handOver: receiver.take)
            async let done: Void = run.run()
            await clock.sleepers(2)
            #expect(receiver.outcomes.isEmpty)
            clock.advance(by: .seconds(4))
            await done
            #expect(receiver.outcomes.map(\.ending) == [.overBudget])
            #expect(receiver.outcomes.first?.content.title == "Deploy")
        }
    }

    @Test("When the system takes it back, the enriched text is handed over and not the original")
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
                words: Strings(.english), handOver: receiver.take)
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

    @Test("No run asks for more than the system gives", arguments: [0, 5, 30, 3600])
    func budget(_ seconds: Int64) {
        let budget = ServiceLimits(budget: .seconds(seconds)).budget
        #expect(budget > .zero && budget <= .seconds(25))
    }

    @Test("A picture that cannot be had, a full disk and a dead server take nothing from the text")
    func failures() async throws {
        let journal = MemoryJournal()
        await journal.setFull(true)
        let receiver = Receiver()
        let port = FakeDownloads { _ in throw URLError(.cannotConnectToHost) }
        let ports = ServicePorts(
            clock: ManualClock(), journal: journal, openAsks: FakeOpenAsks(truth: nil), downloads: port,
            folder: URL(fileURLWithPath: "/nowhere"))
        await ServiceRun(Self.payload(image: Self.picture), id: "n", ports: ports, handOver: receiver.take).run()
        #expect(receiver.outcomes.map(\.ending) == [.complete])
        #expect(receiver.outcomes.first?.file == nil)
    }

    @Test("Without a picture the code is drawn")
    func codePicture() async throws {
        let receiver = Receiver()
        var payload = Self.payload()
        payload.codePreview = "let x = 1"
        let ports = ServicePorts(clock: ManualClock(), pictures: FakePictures())
        await ServiceRun(payload, id: "n", ports: ports, handOver: receiver.take).run()
        #expect(receiver.outcomes.first?.file?.url.lastPathComponent == "let x = 1.png")
        #expect(receiver.outcomes.first?.file?.typeIdentifier == "public.png")
    }

    @Test("What is over leaves the screen, and what is asked no more neither interrupts nor has buttons")
    func stale() async throws {
        let clock = ManualClock()
        let center = FakeCenter(clock: clock)
        let (old, open, new) = (Fixture.ask(1), Fixture.ask(2), Fixture.ask(3))
        await center.show(Fixture.push(old), id: "old")
        await center.show(Fixture.push(open), id: "open")
        let receiver = Receiver()
        let ports = ServicePorts(
            clock: clock, center: center, openAsks: FakeOpenAsks(truth: OpenAsks([open], isComplete: true)))
        await ServiceRun(Fixture.push(new), id: "new", ports: ports, words: Strings(.english), handOver: receiver.take)
            .run()
        #expect(await center.ids == ["open"])
        let content = try #require(receiver.outcomes.first?.content)
        #expect(content.subtitle == "Answered already")
        #expect(content.interruptionLevel == .passive)
        #expect(content.sound == nil)
        #expect(content.category == .sessionStatus)
    }

    @Test("The extension asks with the key that the app was given, and never without one")
    func truth() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        func source(_ server: String) -> ServerOpenAsks {
            ServerOpenAsks(
                server: server, transport: workshop.server, digesting: FakeDigest(), journal: workshop.journal,
                vault: workshop.vault)
        }
        let truth = await source(Fixture.server).openAsks()
        #expect(truth == OpenAsks([ask], isComplete: true))
        let before = await workshop.server.attempts.count
        #expect(await source("https://other.example").openAsks() == nil)
        await workshop.vault.setLocked(true)
        #expect(await source(Fixture.server).openAsks() == nil)
        #expect(await workshop.server.attempts.count == before)
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
