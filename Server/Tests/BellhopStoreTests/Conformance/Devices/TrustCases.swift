import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let trustCases: [ConformanceCase] = [
        ConformanceCase("A user's first device is trusted, and another one waits for the answer to its ask") {
            fixture in
            let first = try await fixture.paired(1, at: 1)
            let second = try await fixture.paired(2, signing: 9, at: 2)
            #expect(first.trust == .trusted && first.enrolment == nil && first.enrolmentAsk == nil)
            #expect(second.trust == .waiting)
            let ask = try #require(second.enrolmentAsk)
            #expect(try await fixture.store.ask(ask)?.state == .pending)
            let other = try await fixture.paired(3, for: "bob", signing: 10, at: 3)
            #expect(other.trust == .trusted)
        },
        ConformanceCase("Only a user's trusted devices are sent to") { fixture in
            let first = try await fixture.paired(1, at: 1)
            _ = try await fixture.paired(2, signing: 9, at: 2)
            let told = try await fixture.tell(at: 3)
            let claims = try await fixture.claim(at: 4)
            #expect(Set(claims.map(\.device.id)) == [first.id])
            #expect(claims.contains { $0.notification.id == told.id })
        },
        ConformanceCase("An approved device is trusted with the signed answer; a denied one is removed") { fixture in
            let first = try await fixture.paired(1, at: 1)
            let (second, third) = (
                try await fixture.paired(2, signing: 9, at: 2), try await fixture.paired(3, signing: 10, at: 3)
            )
            try await fixture.settle(second, .approve, by: first, at: 4)
            try await fixture.settle(third, .deny(message: nil), by: first, at: 5)
            let approved = try #require(try await fixture.store.device(second.id))
            #expect(approved.trust == .trusted && approved.enrolmentAsk == nil)
            #expect(approved.enrolment?.askID == second.enrolmentAsk)
            #expect(approved.enrolment?.answer.deviceID == first.id)
            let denied = try #require(try await fixture.store.device(third.id))
            #expect(denied.trust == .waiting && denied.inactivation?.cause == .removed)
            let keys = try await fixture.store.keys()
            #expect(keys.first { $0.deviceID == third.id }?.revokedAt == fixture.at(5))
            #expect(keys.first { $0.deviceID == second.id }?.revokedAt == nil)
        },
        ConformanceCase("A device replaced with a new key waits, and its pending deliveries end") {
            fixture in
            _ = try await fixture.paired(1, at: 1)
            let first = try await fixture.paired(2, signing: 9, token: "shared", at: 2)
            try await fixture.settle(first, .approve, by: first, at: 3)
            _ = try await fixture.tell(at: 4)
            let again = try await fixture.paired(3, signing: 10, token: "shared", at: 5)
            #expect(again.id == first.id && again.trust == .waiting && again.enrolment == nil)
            #expect(try await fixture.claim(at: 6).allSatisfy { $0.device.id != again.id })
        },
        ConformanceCase("A trusted device that is paired again with its key stays trusted, with its enrolment") {
            fixture in
            let root = try await fixture.paired(1, at: 1)
            let second = try await fixture.paired(2, signing: 9, token: "shared", at: 2)
            try await fixture.settle(second, .approve, by: root, at: 3)
            let again = try await fixture.paired(3, signing: 9, token: "shared", at: 4)
            #expect(again.trust == .trusted && again.enrolment?.answer.deviceID == root.id)
        },
        ConformanceCase("A user whose only trusted device was removed has no first device again, except by recovery") {
            fixture in
            let lost = try await fixture.paired(1, at: 1)
            _ = try await fixture.store.removeDevice(lost.id, at: fixture.at(2))
            #expect(try await fixture.paired(2, signing: 9, at: 3).trust == .waiting)
            #expect(try await fixture.paired(3, isRecovery: true, signing: 10, at: 4).trust == .trusted)
            #expect(try await fixture.paired(4, signing: 11, at: 5).trust == .waiting)
            // The same private key again: no other device could confirm it without the recovered one.
            #expect(try await fixture.paired(5, at: 6).trust == .waiting)
        },
        ConformanceCase("A user's only device is trusted again after its removal, with the same key") { fixture in
            let phone = try await fixture.paired(1, token: "shared", at: 1)
            _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(2))
            #expect(try await fixture.paired(2, token: "shared", at: 3).trust == .trusted)
        },
        ConformanceCase("A first device with a file-based key does not count where such keys are not accepted") {
            fixture in
            let simulated = try await fixture.paired(1, storage: .file, at: 1)
            #expect(simulated.trust == .trusted)
            let real = try await fixture.paired(2, signing: 9, acceptsFileKeys: false, at: 2)
            #expect(real.trust == .trusted)
            #expect(try await fixture.paired(3, signing: 10, acceptsFileKeys: false, at: 3).trust == .waiting)
        },
        ConformanceCase("A registration does not change the trust") { fixture in
            _ = try await fixture.paired(1, at: 1)
            var second = try await fixture.paired(2, signing: 9, at: 2)
            second.trust = .trusted
            second.registeredAt = fixture.at(3)
            let stored = try #require(try await fixture.store.register(second))
            #expect(stored.trust == .waiting && stored.enrolmentAsk == second.enrolmentAsk)
        },
        ConformanceCase(
            "The ask about a waiting device is repeated only when none is pending, not after its removal"
        ) {
            fixture in
            _ = try await fixture.paired(1, at: 1)
            let second = try await fixture.paired(2, signing: 9, at: 2)
            #expect(try await !fixture.store.askForEnrolment(of: second.id, fixture.enrolment(of: second, at: 3)))
            let ask = try #require(second.enrolmentAsk)
            _ = try await fixture.store.transition(ask, .deadlineReached, at: fixture.at(2 + 86_400))
            let later = fixture.enrolment(of: second, at: 86_500)
            #expect(try await fixture.store.askForEnrolment(of: second.id, later))
            #expect(try await fixture.store.device(second.id)?.enrolmentAsk == later.ask?.id)
            _ = try await fixture.store.removeDevice(second.id, at: fixture.at(86_600))
            #expect(try await fixture.store.ask(try #require(later.ask?.id))?.state == .withdrawn)
            #expect(try await !fixture.store.askForEnrolment(of: second.id, fixture.enrolment(of: second, at: 86_700)))
        },
        ConformanceCase("A pairing names the device that used its code, and is deleted an hour after its end") {
            fixture in
            let (creator, id) = (KeyID.make(at: fixture.at(0)), PairingID.make(at: fixture.at(0)))
            try await fixture.open(1, for: "ada", by: creator, id: id)
            #expect(try await fixture.store.pairing(id)?.deviceID == nil)
            let device = try await fixture.pair(1, at: 1).0
            #expect(try await fixture.store.pairing(id)?.deviceID == device.id)
            #expect(try await fixture.store.pairing(id)?.createdBy == creator)
            let wrong = try fixture.redemption(99, at: 4000)
            #expect(try await fixture.store.redeemPairing(wrong, at: fixture.at(4000), attempts: 5) == .refused)
            #expect(try await fixture.store.pairing(id) == nil)
        },
    ]
}

extension StoreFixture {
    /// Pairs a device with the code number `index`.
    fileprivate func paired(
        _ index: UInt8, for user: UserID = "ada", isRecovery: Bool = false, signing: UInt8 = 7, token: String? = nil,
        storage: KeyStorage? = nil, acceptsFileKeys: Bool = true, at seconds: Int64
    ) async throws -> Device {
        try await open(index, for: user, isRecovery: isRecovery, until: seconds + 300)
        var redemption = try redemption(index, token: token, signing: signing, at: seconds)
        let make = redemption.device
        redemption.device = { user in
            var device = make(user)
            device.keyStorage = storage
            return device
        }
        redemption.acceptsFileKeys = acceptsFileKeys
        redemption.notices = { device, admission in
            admission == .waiting ? [enrolment(of: device, at: seconds)] : []
        }
        guard
            case .accepted(let device, _, let admission) = try await store.redeemPairing(
                redemption, at: at(seconds), attempts: 5)
        else { throw StoreUnavailable("a code that is good was refused") }
        #expect((admission == .waiting) == (device.trust == .waiting))
        return device
    }

    fileprivate func enrolment(of device: Device, at seconds: Int64) -> Submission {
        let statement = EnrolmentStatement(userID: device.userID, deviceID: device.id, publicKey: device.publicKey)
        let ask = Ask(
            id: .make(at: at(seconds)), userID: device.userID, sessionID: nil, category: .approvalRequest,
            request: .init(
                title: "New device", body: "", input: statement.text { $0 },
                inputDigest: String(repeating: "0", count: 64)),
            createdAt: at(seconds), deadline: at(seconds + 86_400))
        return Submission(
            notification: notification(
                for: device.userID, at: seconds, lasting: 86_400, about: ask.id, under: .approvalRequest, session: nil,
                thread: nil), ask: ask)
    }

    fileprivate func settle(_ device: Device, _ answer: Answer, by signer: Device, at seconds: Int64) async throws {
        let ask = try #require(device.enrolmentAsk)
        let signed = SignedAnswer(answer: answer, deviceID: signer.id, deviceName: signer.name, signature: "x")
        let digest = String(repeating: "0", count: 64)
        let transition = try await store.transition(ask, .answered(signed, inputDigest: digest), at: at(seconds))
        guard case .resolve = transition?.consequence else { throw StoreUnavailable("the ask took no answer") }
    }
}
