import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let renewalCases: [ConformanceCase] = [
        ConformanceCase("A device that was removed does not come back by registering again, with its token or another")
        {
            scene in
            let phone = try await scene.device(token: "first")
            _ = try await scene.store.removeDevice(phone.id, at: scene.at(1))
            let removed = try await scene.store.device(phone.id)
            for token in ["first", "rotated"] {
                #expect(try await scene.store.register(scene.unregistered(phone.id, token: token, at: 2)) == nil)
            }
            #expect(try await scene.store.device(phone.id) == removed)
            let result = try await scene.store.accept(Submission(notification: scene.notification(at: 3)))
            #expect(result == .stored(deliveries: 0))
        },
        ConformanceCase("A device that was removed is back when it is paired again, under the id it had") { scene in
            let phone = try await scene.device(token: "shared")
            _ = try await scene.store.removeDevice(phone.id, at: scene.at(1))
            let again = try await scene.device(token: "shared", at: 2)
            #expect(again.id == phone.id)
            #expect(again.state == .active)
            #expect(again.inactivation == nil)
        },
        ConformanceCase("Registering again changes neither owner nor signing key, and takes no token then") { scene in
            let phone = try await scene.device(token: "first")
            let tablet = try await scene.device(token: "second", at: 1)
            var otherKey = try scene.unregistered(phone.id, token: "second", at: 2)
            otherKey.publicKey = [4] + Array(repeating: 9, count: 64)
            #expect(try await scene.store.register(otherKey) == nil)
            let otherOwner = try scene.unregistered(phone.id, of: "bob", token: "second", at: 2)
            #expect(try await scene.store.register(otherOwner) == nil)
            #expect(try await scene.store.devices(of: "ada") == [phone, tablet])
        },
        ConformanceCase("When a device is taken over, the keys that were made for it are revoked, and no others") {
            scene in
            let phone = try await scene.device(token: "shared")
            let tablet = try await scene.device(token: "other", at: 1)
            let former = try await scene.key(.device, of: "ada", for: phone.id, hash: 1)
            try await scene.key(.agent, of: "ada", hash: 2)
            try await scene.key(.device, of: "ada", for: tablet.id, hash: 3)
            try await scene.device(of: "bob", token: "shared", at: 10)
            let revoked = try await scene.store.keys().filter { $0.revokedAt != nil }
            #expect(revoked.map(\.id) == [former.id])
            #expect(revoked.map(\.revokedAt) == [scene.at(10)])
        },
    ]
}
