import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
import Testing

@Suite("Test doubles")
struct DoublesTests {
    @Test("The center replaces a notification with the same id, and a tap removes it")
    func center() async throws {
        let center = FakeCenter(clock: ManualClock())
        await center.show(Fixture.push(Fixture.ask(1)), id: "a")
        await center.show(Fixture.push(Fixture.ask(2)), id: "a")
        #expect(await center.shown.map(\.payload.askID) == [Fixture.askID(2)])
        #expect(await center.tap(.opened, on: "b") == nil)
        #expect(await center.tap(.opened, on: "a")?.notification.id == "a")
        #expect(await center.shown.isEmpty)
    }

    @Test("The journal fails at the chosen write, and at no other")
    func journal() async throws {
        let journal = MemoryJournal()
        let key = try #require(RecordKey(.seen, "a"))
        await journal.fail(write: 2)
        try await journal.write([1], to: key)
        await #expect(throws: MemoryJournal.Broken.self) { try await journal.write([2], to: key) }
        try await journal.write([3], to: key)
        #expect(await journal.records[key] == [3])
        #expect(await journal.writes.count == 2)
    }

    @Test("A download arrives in its pieces, and ends")
    func download() async throws {
        let downloads = FakeDownloads { _ in .pieces([[1, 2], [3]], ["content-type": "image/png"]) }
        let download = try await downloads.open(try #require(URL(string: "https://example.com/a.png")))
        #expect(download.headers["content-type"] == "image/png")
        var bytes: [UInt8] = []
        while let piece = try await download.next() { bytes += piece }
        #expect(bytes == [1, 2, 3])
    }

    @Test("A missing button cannot be tapped")
    func buttons() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await #expect(throws: TestPhone.NoSuchButton.self) { try await phone.tap(.approve, on: ask) }
        await phone.receive(ask)
        await #expect(throws: TestPhone.NoSuchButton.self) { try await phone.tap(.complete, on: ask) }
    }
}

@Suite("Recorded payloads")
struct RecordedPayloadTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../BellhopModelTests/Golden").standardizedFileURL

    @Test(
        "Each recorded payload equals the golden file of the same name",
        arguments: RecordedPayload.all.filter { $0.name != "bellhop-update" })
    func golden(_ recorded: RecordedPayload) throws {
        let own = recorded.name.hasPrefix("bellhop-")
        let path = own ? "built/\(recorded.name.dropFirst("bellhop-".count)).json" : "received/\(recorded.name).json"
        let file = Array(try Data(contentsOf: Self.golden.appending(path: path)))
        let (ours, theirs) = try (
            CanonicalJSON.decode(JSONValue.self, from: recorded.bytes), CanonicalJSON.decode(JSONValue.self, from: file)
        )
        #expect(ours == theirs)
    }

    @Test("There is a recorded payload for every kind of the catalog and of silent pushes")
    func kinds() {
        let expected = Set(CategoryCatalog.all.map(\.kind)).union([.clear, .sync, .liveActivity, .unknown])
        #expect(Set(RecordedPayload.all.map(\.kind)) == expected)
    }

    @Test(
        "Every recorded push can be shown, delivered silently, and tapped with every button",
        arguments: RecordedPayload.all)
    func allPaths(_ recorded: RecordedPayload) async throws {
        let phone = try await TestPhone.paired()
        let payload = try recorded.payload
        #expect(payload.kind == recorded.kind)
        let shown = await phone.center.show(payload, id: recorded.name)
        _ = await phone.bellhop.notificationArrived(shown)
        _ = await phone.bellhop.pushArrived(payload)
        let actions = payload.aps.category.flatMap { CategoryCatalog[$0] }?.actions.map(\.id) ?? []
        for action in actions + [.opened, .dismissed] {
            await phone.bellhop.responded(NotificationResponse(to: shown, action))
        }
        #expect(await phone.center.badge >= 0)
        #expect(await phone.server.transitions.isEmpty)
    }
}
