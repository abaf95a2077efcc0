import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

/// The notifications shown by the extension, for the app's receipts.
@Suite struct ShownLogTests {
    private let id = NotificationID(high: 1, low: 1)
    private let later = NotificationID(high: 1, low: 2)

    @Test("A notification is new once, and its receipt is unsent until it was sent, over launches")
    func receipts() async {
        let journal = MemoryJournal()
        #expect(await ShownLog(journal).insert(later, at: Fixture.start + .seconds(5)))
        #expect(await ShownLog(journal).insert(id, at: Fixture.start))
        #expect(await ShownLog(journal).insert(id, at: Fixture.start) == false)
        #expect(await ShownLog(journal).unsent() == [id, later])
        await ShownLog(journal).markSent(id)
        #expect(await ShownLog(journal).unsent() == [later])
        #expect(await ShownLog(journal).contains(id))
    }

    @Test("Old entries are deleted, unsent ones later than sent ones")
    func pruning() async {
        let journal = MemoryJournal()
        let log = ShownLog(journal)
        await log.insert(id, at: Fixture.start)
        await log.insert(later, at: Fixture.start)
        await log.markSent(id)
        await log.prune(at: Fixture.start + .seconds(4 * 24 * 3600))
        #expect(await log.contains(id) == false)
        #expect(await log.contains(later))
        await log.prune(at: Fixture.start + .seconds(15 * 24 * 3600))
        #expect(await log.contains(later) == false)
    }

    @Test("An unreadable record counts as missing, and a full disk causes no crash")
    func broken() async throws {
        let journal = MemoryJournal()
        try await journal.write([1, 2, 3], to: RecordKey(unchecked: .shown, id.description))
        #expect(await ShownLog(journal).contains(id) == false)
        await journal.setFull(true)
        #expect(await ShownLog(journal).insert(later, at: Fixture.start))
        #expect(await ShownLog(journal).unsent().isEmpty)
    }

    @Test("The app reports the notifications that the extension showed, once, when the server is available")
    func sending() async throws {
        let phone = try await TestPhone.paired()
        await ShownLog(phone.journal).insert(id, at: Fixture.start)
        await phone.server.setDown(true)
        await phone.bellhop.becameActive()
        await phone.server.setDown(false)
        await phone.bellhop.becameActive()
        await phone.bellhop.becameActive()
        #expect(await phone.server.receipts == [Receipt(kind: .shown, notificationID: id)])
    }
}
