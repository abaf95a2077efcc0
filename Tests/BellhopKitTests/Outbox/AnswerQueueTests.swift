import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Sending an answer")
struct AnswerQueueTests {
    @Test("An approval is stored, signed and sent, and decides the ask")
    func approve() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        await workshop.server.watch { request in
            guard request.path.hasSuffix("/answer") else { return }
            #expect(await workshop.journal.count(in: .answers) == 1, "the answer is in the journal before it leaves")
        }

        let result = await workshop.answers.submit(AnswerDraft(to: ask, .approve))

        guard case .sent(let resolved) = result else { return #expect(Bool(false), "\(result)") }
        #expect(resolved.state == .approved)
        #expect(await workshop.server.transitions == [ask.id: 1])
        #expect(await workshop.answers.waiting.isEmpty)
    }

    @Test("Two taps on the same button send one request with one result")
    func doubleTap() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        let gate = Gate()
        await workshop.server.fail(next: .held(gate))

        async let first = workshop.answers.submit(AnswerDraft(to: ask, .approve))
        await gate.arrived()
        async let second = workshop.answers.submit(AnswerDraft(to: ask, .approve))
        gate.open()
        let results = await [first, second]

        #expect(results[0] == results[1])
        #expect(await workshop.server.requests(to: API.answerAsk).count == 1)
    }

    @Test(
        "Of many concurrent answers the first is sent, and different ones are refused",
        arguments: 1...8 as ClosedRange<UInt64>)
    func manyTaps(seed: UInt64) async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        var generator = SeededGenerator(seed: seed)
        let answers = (0..<12).map { _ in Bool.random(using: &generator) ? Answer.approve : .deny(message: nil) }

        let results = await withTaskGroup(of: (Answer, AnswerResult).self) { group in
            for answer in answers {
                group.addTask { (answer, await workshop.answers.submit(AnswerDraft(to: ask, answer))) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        let standing = try #require(await workshop.server.ask(ask.id)?.resolution?.answer?.answer)
        #expect(await workshop.server.transitions == [ask.id: 1])
        for (answer, result) in results {
            switch result {
            case .sent: #expect(answer == standing)
            case .refused: #expect(answer != standing)
            default: #expect(Bool(false), "\(answer) got \(result)")
            }
        }
    }

    @Test("A different second answer is refused with a reason while the first is on its way")
    func differentSecond() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        #expect(await workshop.answers.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)

        let second = await workshop.answers.submit(AnswerDraft(to: ask, .deny(message: nil)))

        #expect(second == .refused(message: "This device already answered: approved. That answer counts."))
        await workshop.server.setDown(false)
        await workshop.answers.flush(everything: true)
        #expect(await workshop.server.ask(ask.id)?.state == .approved)
    }

    @Test("The answer to an ask with a nonce signs the nonce")
    func nonce() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(nonce: "0123456789abcdef")
        await workshop.server.add(ask)
        guard case .sent = await workshop.answers.submit(AnswerDraft(to: ask, .approve)) else {
            return #expect(Bool(false))
        }
        // The server accepted the signed digest, which differs from that of the input alone.
        #expect(ask.request.inputDigest != Fixture.ask().request.inputDigest)
        #expect(await workshop.server.ask(ask.id)?.state == .approved)
    }

    @Test("An answer is accepted after the first was refused")
    func afterRefusal() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(questions: [Fixture.question])
        await workshop.server.add(ask)
        let misfit = AnswerDraft(
            askID: ask.id, answer: .approve, inputDigest: ask.request.inputDigest, deadline: ask.deadline)
        guard case .refused = await workshop.answers.submit(misfit) else { return #expect(Bool(false)) }

        let result = await workshop.answers.submit(AnswerDraft(to: ask, .replies([Reply(selected: ["SQLite"])])))

        guard case .sent = result else { return #expect(Bool(false), "\(result)") }
    }

    @Test("A repeated answer gets the stored result without another request")
    func repeatedLater() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        let first = await workshop.answers.submit(AnswerDraft(to: ask, .approve))

        let again = await workshop.restarted().answers.submit(AnswerDraft(to: ask, .approve))

        #expect(again == first)
        #expect(await workshop.server.requests(to: API.answerAsk).count == 1)
    }

    @Test("An answer is refused and not sent when the disk is full")
    func storageFull() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        await workshop.journal.setFull(true)

        let result = await workshop.answers.submit(AnswerDraft(to: ask, .approve))

        #expect(result == .refused(message: AnswerMessages.storageFull))
        #expect(await workshop.server.requests(to: API.answerAsk).isEmpty)
        await workshop.journal.setFull(false)
        guard case .sent = await workshop.answers.submit(AnswerDraft(to: ask, .approve)) else {
            return #expect(Bool(false), "with room again it works")
        }
    }

    @Test("An answer that was refused for storage is not sent after the next launch")
    func storageUncertain() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        await workshop.journal.setUncertain(true)
        let result = await workshop.answers.submit(AnswerDraft(to: ask, .approve))
        #expect(result == .refused(message: AnswerMessages.storageFull))
        await workshop.journal.setUncertain(false)

        await workshop.restarted().answers.flush()

        #expect(await workshop.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("A locked journal refuses an answer instead of appearing empty")
    func storageLocked() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        await workshop.journal.setLocked(true)
        #expect(
            await workshop.answers.submit(AnswerDraft(to: ask, .approve))
                == .refused(message: AnswerMessages.storageLocked))
        #expect(await workshop.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("An unpaired device sends nothing")
    func unpaired() async throws {
        let workshop = DeviceUnderTest()
        let result = await workshop.answers.submit(AnswerDraft(to: Fixture.ask(), .approve))
        #expect(result == .refused(message: AnswerMessages.notPaired))
        #expect(await workshop.server.served.isEmpty)
    }

    @Test("An unknown device key refuses the answer and requires pairing")
    func keyRevoked() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        await workshop.server.revokeKeys()

        #expect(
            await workshop.answers.submit(AnswerDraft(to: ask, .approve))
                == .refused(message: AnswerMessages.keyRevoked))
        #expect(await workshop.registrar.state == .needsPairing(.keyRevoked))
    }

    @Test("An answer is not sent after the device is paired with another user")
    func changedHands() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        #expect(await workshop.answers.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)
        await workshop.server.setDown(false)
        try await workshop.pair(with: "ben")

        await workshop.answers.flush(everything: true)

        #expect(await workshop.server.requests(to: API.answerAsk).isEmpty)
        #expect(await workshop.answers.waiting.isEmpty)
    }

    @Test("The first of two quick answers counts")
    @MainActor
    func order() async throws {
        let phone = try await TestPhone.paired()
        await phone.bellhop.sendWaiting()
        for number in 1...100 as ClosedRange<UInt64> {
            let ask = Fixture.ask(number)
            await phone.server.add(ask)
            let taps = [Answer.approve, .deny(message: nil)].map { answer in
                Task { await phone.bellhop.answer(ask, answer) }
            }
            for tap in taps { _ = await tap.value }
            #expect(await phone.server.ask(ask.id)?.state == .approved)
        }
    }
}
