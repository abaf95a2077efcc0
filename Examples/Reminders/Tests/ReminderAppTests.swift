import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@Suite("An app that links Bellhop")
struct ReminderAppTests {
    // snippet.approve
    @Test("Approve on the lock screen reaches the waiting agent")
    func approve() async throws {
        let phone = try await TestPhone.paired()
        let ask = await phone.receive(Fixture.ask())
        try await phone.tap(.approve, on: ask)
        #expect(await phone.server.ask(ask.id)?.state == .approved)
    }
    // snippet.end

    // snippet.airplane
    @Test("An answer given in airplane mode waits, and is not sent after its deadline")
    func airplane() async throws {
        let phone = try await TestPhone.paired()
        let ask = await phone.receive(Fixture.ask(for: 60))
        await phone.server.setDown(true)
        try await phone.tap(.approve, on: ask)

        phone.clock.advance(by: .seconds(60))
        await phone.server.setDown(false)
        await phone.bellhop.sendWaiting()
        #expect(await phone.server.ask(ask.id)?.state == .pending)
        #expect(await phone.server.requests(to: API.answerAsk).isEmpty)
    }
    // snippet.end

    // snippet.reminder
    @Test("A reminder is shown at its time, and its Complete button is delivered to the app")
    func reminder() async throws {
        let reminders = Reminders()
        let phone = try await TestPhone.paired(actions: reminders)
        let noon = phone.clock.now + .seconds(3 * 3600)
        try await reminders.remind(of: "milk", "Buy milk", at: noon, with: phone.bellhop)

        phone.clock.advance(by: .seconds(3 * 3600))
        await phone.center.fire()
        let id = try #require(await phone.center.ids.first)
        let button = try #require(CategoryCatalog[.reminder]?.actions.first { $0.effect == .complete })
        let response = try #require(await phone.center.tap(button.id, on: id))
        await phone.bellhop.responded(response)
        #expect(await reminders.done == ["milk"])
    }
    // snippet.end

    // snippet.coldStart
    @Test("A tap that launches the app is delivered once to a later listener")
    func coldStart() async throws {
        let phone = try await TestPhone.paired().restarted()
        let ask = await phone.receive(Fixture.ask())
        try await phone.open(ask)
        #expect(await phone.bellhop.routes.first { _ in true }?.route == .ask(ask.id))
    }
    // snippet.end

    @Test("Recorded payloads of every kind and dialect are decoded")
    func recorded() throws {
        for recorded in RecordedPayload.all {
            #expect(try recorded.payload.kind == recorded.kind, "\(recorded.name)")
        }
    }
}
