import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Answers from the lock screen")
struct LockScreenTests {
    @Test("Approve reaches the server before the call returns, without opening the app")
    func approve() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        let notification = await phone.show(ask)

        let launched = phone.restarted()
        await launched.bellhop.responded(NotificationResponse(to: notification, "APPROVE_ACTION"))

        #expect(await phone.server.ask(ask.id)?.state == .approved)
        #expect(await phone.center.ids.isEmpty, "success needs no notification")
    }

    @Test("Two responses for one tap, and a quick second tap, send one answer")
    func twice() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        let first = await phone.show(ask)
        let copy = await phone.show(ask, id: "copy")

        async let one: Void = phone.bellhop.responded(NotificationResponse(to: first, "APPROVE_ACTION"))
        async let two: Void = phone.bellhop.responded(NotificationResponse(to: first, "APPROVE_ACTION"))
        async let three: Void = phone.bellhop.responded(NotificationResponse(to: copy, "APPROVE_ACTION"))
        _ = await (one, two, three)

        #expect(await phone.server.requests(to: API.answerAsk).count == 1)
        #expect(await phone.server.transitions == [ask.id: 1])
    }

    @Test("A different answer from a second notification is refused, and the user is notified")
    func different() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        let (first, second) = (await phone.show(ask), await phone.show(ask, id: "copy"))

        await phone.bellhop.responded(NotificationResponse(to: first, "APPROVE_ACTION"))
        await phone.bellhop.responded(NotificationResponse(to: second, "DENY_ACTION"))

        #expect(await phone.server.ask(ask.id)?.state == .approved)
        let notice = try #require(await phone.center.shown.first)
        #expect(notice.payload.aps.alert?.title == "Not answered")
        #expect(Route(notice.payload) == .ask(ask.id))
    }

    @Test("The user is notified that the ask was answered in the terminal")
    func terminal() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        await phone.server.resolve(
            ask.id, Resolution(state: .withdrawn, at: Fixture.start, reason: .answeredInTerminal))

        await phone.bellhop.responded(NotificationResponse(to: await phone.show(ask), "APPROVE_ACTION"))

        #expect(await phone.center.shown.first?.payload.aps.alert?.body == "It was answered in the terminal.")
        var results = phone.bellhop.results.makeAsyncIterator()
        #expect(await results.next()?.result == .withdrawn(reason: .answeredInTerminal))
    }

    @Test(
        "A notification without the digest of the input is not an ask, with any id",
        arguments: ["APPROVE_ACTION", "DENY_ACTION"] as [ActionID])
    func withoutDigest(action: ActionID) async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        var payload = Fixture.push(ask)
        payload.inputDigest = nil
        let notification = await phone.center.show(payload, id: "n")

        await phone.bellhop.responded(NotificationResponse(to: notification, action))
        #expect(await phone.server.requests(to: API.answerAsk).isEmpty)
        #expect(await phone.server.ask(ask.id)?.state == .pending)
    }

    @Test("An approval that is not shown completely opens the app instead, with any buttons", arguments: [nil, 1])
    func hidden(_ characters: Int?) async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        for action in ["APPROVE_ACTION", "APPROVE"] as [ActionID] {
            var payload = Fixture.push(ask)
            payload.hiddenCharacters = characters
            await phone.bellhop.responded(
                NotificationResponse(to: await phone.center.show(payload, id: "n\(action)"), action))
            var routes = phone.bellhop.routes.makeAsyncIterator()
            #expect(await routes.next()?.route == .ask(ask.id))
        }
        #expect(await phone.server.requests(to: API.answerAsk).isEmpty)
        #expect(await phone.server.ask(ask.id)?.state == .pending)
    }

    @Test("A notification with another digest than the ask's is not answered")
    func otherDigest() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        await phone.bellhop.becameActive()
        var payload = Fixture.push(ask)
        payload.inputDigest = FakeDigest.hex("harmless")
        await phone.bellhop.responded(
            NotificationResponse(to: await phone.center.show(payload, id: "n"), "APPROVE_ACTION"))
        #expect(await phone.server.requests(to: API.answerAsk).isEmpty)
        #expect(await phone.server.ask(ask.id)?.state == .pending)
    }

    @Test("In airplane mode the answer is queued, reported as queued, and sent when the network is back")
    func airplaneMode() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        let notification = await phone.show(ask)
        await phone.server.setDown(true)
        var results = phone.bellhop.results.makeAsyncIterator()

        await phone.bellhop.responded(NotificationResponse(to: notification, "APPROVE_ACTION"))
        #expect(await results.next()?.result == .queuedOffline)
        #expect(await phone.center.shown.first?.payload.aps.alert?.title == "Answer queued")

        await phone.server.setDown(false)
        await phone.running {
            phone.reachability.set(true)
            guard case .sent = await results.next()?.result else { return #expect(Bool(false)) }
        }
        #expect(await phone.server.ask(ask.id)?.state == .approved)
    }

    @Test("Typed text under a question is sent as its answer")
    func reply() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask(questions: [Fixture.question])
        await phone.server.add(ask)
        let response = NotificationResponse(to: await phone.show(ask), "REPLY_ACTION", text: "Redis")
        await phone.bellhop.responded(response)
        #expect(await phone.server.ask(ask.id)?.resolution?.answer?.answer == .replies([Reply(text: "Redis")]))
    }
}

@Suite("Order of work after a tap")
struct WriteFirstTests {
    @Test("Other copies of the notification stay until the answer is in the journal")
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

    @Test("An answer that cannot be stored leaves the other copies, and the user is notified")
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

    @Test("The badge is the server's count, independent of the list")
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
