import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let registrationCases: [ConformanceCase] = [
        ConformanceCase("A device is read as it was registered") { fixture in
            let phone = try fixture.unregistered()
            #expect(try await fixture.store.register(phone) == phone)
            #expect(try await fixture.store.device(phone.id) == phone)
            #expect(try await fixture.store.device(.make(at: fixture.at(0))) == nil)
        },
        ConformanceCase("A device that registers again under its id is updated, not duplicated") { fixture in
            let first = try await fixture.device()
            var second = try fixture.unregistered(first.id, token: "rotated", at: 10)
            second.name = "Ada's new phone"
            second.appVersion = nil
            #expect(try await fixture.store.register(second) == second)
            #expect(try await fixture.store.devices(of: "ada") == [second])
        },
        ConformanceCase("A registration becomes active, independent of its former state") { fixture in
            var phone = try fixture.unregistered()
            phone.state = .quarantined
            #expect(try await fixture.store.register(phone)?.state == .active)
            try await fixture.tell(at: 1)
            let claimed = try #require(try await fixture.claim(at: 1).first)
            try await fixture.record(claimed, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 2)
            #expect(try await fixture.state(of: phone) == .inactive)
            phone.registeredAt = fixture.at(3)
            let again = try #require(try await fixture.store.register(phone))
            #expect(again.state == .active)
            #expect(again.registeredAt == fixture.at(3))
            #expect(try await fixture.store.device(phone.id) == again)
        },
        ConformanceCase("The same token in the same app is the same device, taken over with its id by the new owner") {
            fixture in
            let first = try await fixture.device(token: "shared")
            var newcomer = try fixture.unregistered(of: "bob", token: "shared", at: 10)
            newcomer.publicKey = [4] + Array(repeating: 9, count: 64)
            let stored = try #require(try await fixture.store.register(newcomer))
            #expect(stored.id == first.id)
            #expect(stored.userID == "bob")
            #expect(stored.publicKey == newcomer.publicKey)
            #expect(stored.registeredAt == fixture.at(10))
            #expect(try await fixture.store.devices(of: "ada").isEmpty)
            #expect(try await fixture.store.devices(of: "bob") == [stored])
            #expect(try await fixture.store.device(newcomer.id) == nil)
        },
        ConformanceCase("An imported device takes no token of a paired one, unless that was removed") { fixture in
            let paired = try await fixture.device(token: "paired")
            let removed = try await fixture.device(token: "removed")
            _ = try await fixture.store.removeDevice(removed.id, at: fixture.at(5))
            func imported(of user: UserID, _ token: String) throws -> Device {
                var device = try fixture.unregistered(of: user, token: token, at: 10)
                device.publicKey = []
                return device
            }
            let devices = [
                try imported(of: "ada", "paired"), try imported(of: "bob", "paired"),
                try imported(of: "bob", "removed"),
                try imported(of: "bob", "new"),
            ]
            let stored = try await fixture.store.importDevices(devices)
            #expect(stored.map { $0?.id } == [paired.id, nil, removed.id, devices[3].id])
            #expect(try await fixture.store.device(paired.id) == paired)
            #expect(try await fixture.store.devices(of: "bob").map(\.canAnswer) == [false, false])
            // Pairing makes it a device that can answer.
            let again = try #require(
                try await fixture.store.register(fixture.unregistered(of: "bob", token: "new", at: 20)))
            #expect(again.id == devices[3].id)
            #expect(again.canAnswer)
        },
        ConformanceCase("The same token in another app is another device") { fixture in
            let first = try await fixture.device(token: "shared", app: "dev.bellhop")
            let second = try await fixture.device(token: "shared", app: "dev.bellhop.beta")
            #expect(first.id != second.id)
            #expect(try await fixture.store.devices(of: "ada").count == 2)
            #expect(try await fixture.state(of: first) == .active)
        },
        ConformanceCase("A device that registers another's token makes that one inactive") { fixture in
            let old = try await fixture.device(token: "moved", at: 0)
            let phone = try await fixture.device(token: "first", at: 1)
            _ = try await fixture.store.register(fixture.unregistered(phone.id, token: "moved", at: 5))
            #expect(try await fixture.state(of: old) == .inactive)
            #expect(try await fixture.state(of: phone) == .active)
            let newcomer = try await fixture.device(token: "moved", at: 9)
            #expect(newcomer.id == phone.id)
        },
        ConformanceCase("Pending deliveries of a device do not reach its next owner") { fixture in
            let phone = try await fixture.device(token: "shared")
            let waiting = try await fixture.tell(at: 1)
            _ = try await fixture.store.register(fixture.unregistered(of: "bob", token: "shared", at: 10))
            #expect(try await fixture.claim(at: 20).isEmpty)
            let cancelled = try await fixture.store.timeline(of: waiting.id).filter { $0.step == .cancelled }
            #expect(cancelled.map(\.deviceID) == [phone.id])
        },
        ConformanceCase("Deliveries claimed or sent before do not reach the next owner either") { fixture in
            try await fixture.device(token: "shared")
            let sent = try await fixture.tell(at: 1)
            try await fixture.sendAll(at: 1)
            try await fixture.tell(at: 2)
            _ = try await fixture.claim(at: 2, lease: 30)
            _ = try await fixture.store.register(fixture.unregistered(of: "bob", token: "shared", at: 10))
            _ = try await fixture.store.markRead(sent.id, by: nil, at: fixture.at(11))
            #expect(try await fixture.claim(at: 60).isEmpty)
            #expect(try await fixture.store.queueDepth() == 0)
        },
        ConformanceCase("A device keeps its keys when it registers again for the same user") { fixture in
            let phone = try await fixture.device()
            try await fixture.key(.device, of: "ada", for: phone.id, hash: 1)
            _ = try await fixture.store.register(fixture.unregistered(phone.id, at: 10))
            #expect(try await fixture.store.keys().map(\.revokedAt) == [nil])
        },
        ConformanceCase("A user's devices are listed in order of registration, including inactive ones") { fixture in
            let second = try await fixture.device(at: 2)
            let first = try await fixture.device(at: 1)
            let third = try await fixture.device(at: 3)
            try await fixture.device(of: "bob", at: 0)
            _ = try await fixture.store.removeDevice(first.id, at: fixture.at(4))
            let listed = try await fixture.store.devices(of: "ada")
            #expect(listed.map(\.id) == [first.id, second.id, third.id])
            #expect(listed.map(\.state) == [.inactive, .active, .active])
        },
        ConformanceCase("A hundred simultaneous registrations of one token make one device") { fixture in
            let ids = try await inParallel(100) { _ in try await fixture.device(token: "shared").id }
            #expect(Set(ids).count == 1)
            #expect(try await fixture.store.devices(of: "ada").count == 1)
        },
    ]
}

extension ConformanceCase {
    static let renewalCases: [ConformanceCase] = [
        ConformanceCase("A removed device cannot return by registering, with its token or another") {
            fixture in
            let phone = try await fixture.device(token: "first")
            _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(1))
            let removed = try await fixture.store.device(phone.id)
            for token in ["first", "rotated"] {
                #expect(try await fixture.store.register(fixture.unregistered(phone.id, token: token, at: 2)) == nil)
            }
            #expect(try await fixture.store.device(phone.id) == removed)
            let result = try await fixture.store.accept(Submission(notification: fixture.notification(at: 3)))
            #expect(result == .stored(deliveries: 0))
        },
        ConformanceCase("A removed device that is paired again returns under its id") { fixture in
            let phone = try await fixture.device(token: "shared")
            _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(1))
            let again = try await fixture.device(token: "shared", at: 2)
            #expect(again.id == phone.id)
            #expect(again.state == .active)
            #expect(again.inactivation == nil)
        },
        ConformanceCase("Registering again changes neither owner nor signing key, and then takes no token") { fixture in
            let phone = try await fixture.device(token: "first")
            let tablet = try await fixture.device(token: "second", at: 1)
            var otherKey = try fixture.unregistered(phone.id, token: "second", at: 2)
            otherKey.publicKey = [4] + Array(repeating: 9, count: 64)
            #expect(try await fixture.store.register(otherKey) == nil)
            let otherOwner = try fixture.unregistered(phone.id, of: "bob", token: "second", at: 2)
            #expect(try await fixture.store.register(otherOwner) == nil)
            #expect(try await fixture.store.devices(of: "ada") == [phone, tablet])
        },
        ConformanceCase("Taking a device over revokes only its keys") {
            fixture in
            let phone = try await fixture.device(token: "shared")
            let tablet = try await fixture.device(token: "other", at: 1)
            let former = try await fixture.key(.device, of: "ada", for: phone.id, hash: 1)
            try await fixture.key(.agent, of: "ada", hash: 2)
            try await fixture.key(.device, of: "ada", for: tablet.id, hash: 3)
            try await fixture.device(of: "bob", token: "shared", at: 10)
            let revoked = try await fixture.store.keys().filter { $0.revokedAt != nil }
            #expect(revoked.map(\.id) == [former.id])
            #expect(revoked.map(\.revokedAt) == [fixture.at(10)])
        },
    ]
}
