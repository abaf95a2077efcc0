import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("A tap is written down before anything else is done about it")
struct WriteFirstTests {
    @Test("other copies of the notification stand until the answer is in the journal")
    func order() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        let first = await phone.show(ask, id: "first")
        await phone.show(ask, id: "second")
        await phone.center.removeDelivered(["first"])
        await phone.journal.watch { key in
            // A kill here leaves the other copy, by which the person can answer again.
            guard key.drawer == .answers, await phone.journal.count(in: .answers) == 0 else { return }
            #expect(await phone.center.ids == ["second"])
        }
        await phone.bellhop.responded(NotificationResponse(to: first, "APPROVE_ACTION"))
        #expect(await phone.center.ids.isEmpty)
        #expect(await phone.server.ask(ask.id)?.state == .approved)
    }

    @Test("an answer that cannot be kept leaves the other copies, and the person is told")
    func storageFull() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        let first = await phone.show(ask, id: "first")
        await phone.show(ask, id: "second")
        await phone.journal.setFull(true)
        await phone.bellhop.responded(NotificationResponse(to: first, "APPROVE_ACTION"))
        let ids = await phone.center.ids
        #expect(ids.contains("second"))
        #expect(ids.contains(LocalID.answer(ask.id).description))
        for await report in phone.bellhop.results {
            #expect(report.result == .refused(message: AnswerMessages.storageFull))
            break
        }
    }

    @Test("the badge is the server's count where it gives one, however long the list")
    func badge() async throws {
        let phone = try await TestPhone.paired()
        for number in 0..<3 { await phone.server.add(Fixture.notification(UInt64(number))) }
        await phone.bellhop.becameActive()
        #expect(await phone.center.badge == 3)
        await phone.server.setUnread(250)
        await phone.bellhop.becameActive()
        #expect(await phone.center.badge == 250)
        await phone.server.setUnread(-4)
        await phone.bellhop.becameActive()
        #expect(await phone.center.badge == 0)
    }
}
