import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Receipts", .timeLimit(.minutes(10)))
struct ReceiptTests {
    private let bench = EngineBench()

    @Test(
        "Shown and opened receipts are in the timeline",
        arguments: [(Receipt.Kind.shown, TimelineEntry.Step.shown), (.opened, .opened)])
    func noted(kind: Receipt.Kind, step: TimelineEntry.Step) async throws {
        let phone = try await bench.phone()
        _ = try await bench.ask()
        let id = try #require(try await bench.store.notifications(of: "ada", before: nil, limit: 1).first?.id)
        try await bench.notifications.receive(Receipt(kind: kind, notificationID: id), by: phone.key)
        let entry = try #require(try await bench.store.timeline(of: id).last)
        #expect(entry == TimelineEntry(at: bench.time.now, step: step, deviceID: phone.device.id))
    }

    @Test("An applied answer publishes one event")
    func applied() async throws {
        let phone = try await bench.phone()
        let ask = try await bench.ask()
        _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        let events = bench.hub.subscribe("ada")
        bench.time.advance(by: .seconds(1))
        let receipt = Receipt(kind: .applied, askID: ask.id)
        try await bench.notifications.receive(receipt, by: .agent())
        bench.time.advance(by: .seconds(1))
        try await bench.notifications.receive(receipt, by: .agent())
        bench.hub.finish()
        let applied = try #require(try await bench.store.ask(ask.id))
        #expect(applied.appliedAt == bench.time.now - .seconds(1))
        #expect(await events.reduce(into: []) { $0.append($1) } == [.askApplied(applied), .badge(0)])
    }

    @Test("A receipt needs its subject", arguments: Receipt.Kind.allCases)
    func about(kind: Receipt.Kind) async {
        let key = kind == .applied ? KeyRecord.agent() : TestPhone().key
        await expectRefusal(.invalidRequest) {
            try await bench.notifications.receive(Receipt(kind: kind), by: key)
        }
    }

    @Test("A receipt is rejected from a key that cannot know it", arguments: Receipt.Kind.allCases)
    func roles(kind: Receipt.Kind) async throws {
        let ask = try await bench.ask()
        let id = try #require(try await bench.store.notifications(of: "ada", before: nil, limit: 1).first?.id)
        let receipt = Receipt(kind: kind, notificationID: id, askID: ask.id)
        let wrong: KeyRecord = kind == .applied ? TestPhone().key : .agent()
        let stranger: KeyRecord = kind == .applied ? .agent(of: "bob") : TestPhone(of: "bob").key
        for key in [wrong, stranger, .admin()] {
            await expectRefusal(.forbidden) { try await bench.notifications.receive(receipt, by: key) }
        }
    }

    @Test("A receipt about an unknown subject is rejected", arguments: Receipt.Kind.allCases)
    func unknown(kind: Receipt.Kind) async {
        let now = bench.time.now
        let receipt = Receipt(kind: kind, notificationID: .make(at: now), askID: .make(at: now))
        let key = kind == .applied ? KeyRecord.agent() : TestPhone().key
        await expectRefusal(.notFound) { try await bench.notifications.receive(receipt, by: key) }
    }

    @Test("An ask without an answer cannot have been applied")
    func unanswered() async throws {
        let ask = try await bench.ask()
        await expectRefusal(.invalidRequest) {
            try await bench.notifications.receive(Receipt(kind: .applied, askID: ask.id), by: .agent())
        }
    }
}

@Suite("Marking many as read", .timeLimit(.minutes(10)))
struct ReadingManyTests {
    private let bench = EngineBench()

    private func send(_ title: String) async throws {
        _ = try await bench.notifications.send(
            NotificationRequest(title: title, body: ""), by: .agent(), recorder: nil)
    }

    @Test("All are marked as read in batches; clients get an event per batch, and the badge is zero")
    func all() async throws {
        let phone = try await bench.phone()
        for number in 0..<(NotificationsService.readBatch + 1) { try await send("\(number)") }
        let mark = bench.workSignal.latest()
        let events = bench.hub.subscribe("ada")
        let result = try await bench.notifications.markAllRead(ReadRequest(), by: phone.key)
        #expect(result == ReadResult(read: NotificationsService.readBatch + 1, unread: 0))
        #expect(bench.workSignal.latest() > mark)
        bench.hub.finish()
        let counts = await events.reduce(into: [Int]()) { counts, event in
            if case .notificationsRead(let ids) = event { counts.append(ids.count) }
        }
        #expect(counts == [NotificationsService.readBatch, 1])
        #expect(try await bench.notifications.markAllRead(ReadRequest(), by: phone.key).read == 0)
    }

    @Test("The notification of a pending ask stays unread; only a device marks as read")
    func refused() async throws {
        let phone = try await bench.phone()
        _ = try await bench.ask()
        #expect(
            try await bench.notifications.markAllRead(ReadRequest(), by: phone.key) == ReadResult(read: 0, unread: 1))
        await expectRefusal(.forbidden) { try await bench.notifications.markAllRead(ReadRequest(), by: .agent()) }
    }
}
