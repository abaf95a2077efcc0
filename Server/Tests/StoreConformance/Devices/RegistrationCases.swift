import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let registrationCases: [ConformanceCase] = [
        ConformanceCase("A device comes back as it was registered") { scene in
            let phone = try scene.unregistered()
            #expect(try await scene.store.register(phone) == phone)
            #expect(try await scene.store.device(phone.id) == phone)
            #expect(try await scene.store.device(.make(at: scene.at(0))) == nil)
        },
        ConformanceCase("A device that registers again under its id is updated, not doubled") { scene in
            let first = try await scene.device()
            var second = try scene.unregistered(first.id, token: "rotated", at: 10)
            second.name = "Ada's new phone"
            second.appVersion = nil
            #expect(try await scene.store.register(second) == second)
            #expect(try await scene.store.devices(of: "ada") == [second])
        },
        ConformanceCase("A registration becomes active, whatever it says and whatever a gateway said") { scene in
            var phone = try scene.unregistered()
            phone.state = .quarantined
            #expect(try await scene.store.register(phone)?.state == .active)
            try await scene.tell(at: 1)
            let claimed = try #require(try await scene.claim(at: 1).first)
            try await scene.record(claimed, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 2)
            #expect(try await scene.state(of: phone) == .inactive)
            phone.registeredAt = scene.at(3)
            let again = try #require(try await scene.store.register(phone))
            #expect(again.state == .active)
            #expect(again.registeredAt == scene.at(3))
            #expect(try await scene.store.device(phone.id) == again)
        },
        ConformanceCase("The same token in the same app is the same device: the new owner takes it over, with its id") {
            scene in
            let first = try await scene.device(token: "shared")
            var newcomer = try scene.unregistered(of: "bob", token: "shared", at: 10)
            newcomer.publicKey = [4] + Array(repeating: 9, count: 64)
            let stored = try #require(try await scene.store.register(newcomer))
            #expect(stored.id == first.id)
            #expect(stored.userID == "bob")
            #expect(stored.publicKey == newcomer.publicKey)
            #expect(stored.registeredAt == scene.at(10))
            #expect(try await scene.store.devices(of: "ada").isEmpty)
            #expect(try await scene.store.devices(of: "bob") == [stored])
            #expect(try await scene.store.device(newcomer.id) == nil)
        },
        ConformanceCase("An imported device takes no token of a paired one, unless that was removed") { scene in
            let paired = try await scene.device(token: "paired")
            let removed = try await scene.device(token: "removed")
            _ = try await scene.store.removeDevice(removed.id, at: scene.at(5))
            func imported(of user: UserID, _ token: String) throws -> Device {
                var device = try scene.unregistered(of: user, token: token, at: 10)
                device.publicKey = []
                return device
            }
            let devices = [
                try imported(of: "ada", "paired"), try imported(of: "bob", "paired"),
                try imported(of: "bob", "removed"),
                try imported(of: "bob", "new"),
            ]
            let stored = try await scene.store.importDevices(devices)
            #expect(stored.map { $0?.id } == [paired.id, nil, removed.id, devices[3].id])
            #expect(try await scene.store.device(paired.id) == paired)
            #expect(try await scene.store.devices(of: "bob").map(\.canAnswer) == [false, false])
            // To pair it makes it one that answers.
            let again = try #require(
                try await scene.store.register(scene.unregistered(of: "bob", token: "new", at: 20)))
            #expect(again.id == devices[3].id)
            #expect(again.canAnswer)
        },
        ConformanceCase("The same token in another app is another device") { scene in
            let first = try await scene.device(token: "shared", app: "dev.bellhop")
            let second = try await scene.device(token: "shared", app: "dev.bellhop.beta")
            #expect(first.id != second.id)
            #expect(try await scene.store.devices(of: "ada").count == 2)
            #expect(try await scene.state(of: first) == .active)
        },
        ConformanceCase("A device that registers another's token makes that one inactive") { scene in
            let old = try await scene.device(token: "moved", at: 0)
            let phone = try await scene.device(token: "first", at: 1)
            _ = try await scene.store.register(scene.unregistered(phone.id, token: "moved", at: 5))
            #expect(try await scene.state(of: old) == .inactive)
            #expect(try await scene.state(of: phone) == .active)
            let newcomer = try await scene.device(token: "moved", at: 9)
            #expect(newcomer.id == phone.id)
        },
        ConformanceCase("What waits for a device does not reach its next owner") { scene in
            let phone = try await scene.device(token: "shared")
            let waiting = try await scene.tell(at: 1)
            _ = try await scene.store.register(scene.unregistered(of: "bob", token: "shared", at: 10))
            #expect(try await scene.claim(at: 20).isEmpty)
            let cancelled = try await scene.store.timeline(of: waiting.id).filter { $0.step == .cancelled }
            #expect(cancelled.map(\.deviceID) == [phone.id])
        },
        ConformanceCase("What was claimed or sent before does not reach the next owner either") { scene in
            try await scene.device(token: "shared")
            let sent = try await scene.tell(at: 1)
            try await scene.sendAll(at: 1)
            try await scene.tell(at: 2)
            _ = try await scene.claim(at: 2, lease: 30)
            _ = try await scene.store.register(scene.unregistered(of: "bob", token: "shared", at: 10))
            _ = try await scene.store.markRead(sent.id, by: nil, at: scene.at(11))
            #expect(try await scene.claim(at: 60).isEmpty)
            #expect(try await scene.store.queueDepth() == 0)
        },
        ConformanceCase("A device keeps its keys when it registers again for the same user") { scene in
            let phone = try await scene.device()
            try await scene.key(.device, of: "ada", for: phone.id, hash: 1)
            _ = try await scene.store.register(scene.unregistered(phone.id, at: 10))
            #expect(try await scene.store.keys().map(\.revokedAt) == [nil])
        },
        ConformanceCase("A user's devices are listed in order of registration, inactive ones included") { scene in
            let second = try await scene.device(at: 2)
            let first = try await scene.device(at: 1)
            let third = try await scene.device(at: 3)
            try await scene.device(of: "bob", at: 0)
            _ = try await scene.store.removeDevice(first.id, at: scene.at(4))
            let listed = try await scene.store.devices(of: "ada")
            #expect(listed.map(\.id) == [first.id, second.id, third.id])
            #expect(listed.map(\.state) == [.inactive, .active, .active])
        },
        ConformanceCase("A hundred simultaneous registrations of one token make one device") { scene in
            let ids = try await inParallel(100) { _ in try await scene.device(token: "shared").id }
            #expect(Set(ids).count == 1)
            #expect(try await scene.store.devices(of: "ada").count == 1)
        },
    ]
}
