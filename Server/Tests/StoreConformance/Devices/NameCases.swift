import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let nameCases: [ConformanceCase] = [
        ConformanceCase("A name that a device was given outlasts its own, until the owner changes") { scene in
            let phone = try await scene.device(token: "shared")
            var renamed = phone
            renamed.name = "Work phone"
            #expect(try await scene.store.rename(phone.id, to: "Work phone") == renamed)
            let again = try await scene.store.register(scene.unregistered(phone.id, token: "shared", at: 10))
            #expect(again?.name == "Work phone")
            #expect(try await scene.store.devices(of: "ada").map(\.name) == ["Work phone"])
            let sold = try await scene.device(of: "bob", token: "shared", at: 20)
            #expect(sold.id == phone.id)
            #expect(sold.name == "Phone of bob")
            #expect(try await scene.store.rename(.make(at: scene.at(0)), to: "Nobody's") == nil)
        },
        ConformanceCase("To register is to be seen; to be seen again moves forward only") { scene in
            let phone = try await scene.device(at: 5)
            #expect(phone.lastSeenAt == scene.at(5))
            func seen() async throws -> Timestamp? {
                let device = try await scene.store.device(phone.id)
                return device?.lastSeenAt
            }
            try await scene.store.noteSeen([phone.id: scene.at(9), .make(at: scene.at(0)): scene.at(9)])
            #expect(try await seen() == scene.at(9))
            try await scene.store.noteSeen([phone.id: scene.at(7)])
            try await scene.store.noteSeen([:])
            #expect(try await seen() == scene.at(9))
            let again = try await scene.store.register(scene.unregistered(phone.id, token: "rotated", at: 20))
            #expect(again?.lastSeenAt == scene.at(20))
        },
        ConformanceCase("Devices are found by their ids, those that there are") { scene in
            let phone = try await scene.device()
            let other = try await scene.device(of: "bob", at: 1)
            try await scene.device(at: 2)
            let found = try await scene.store.devices([phone.id, other.id, .make(at: scene.at(0))])
            #expect(Set(found) == [phone, other])
        },
    ]

    static let userCases: [ConformanceCase] = [
        ConformanceCase("Users are everybody with a key or a device, by name, page by page, with what is theirs") {
            scene in
            try await scene.device()
            let gone = try await scene.device(at: 1)
            _ = try await scene.store.removeDevice(gone.id, at: scene.at(2))
            try await scene.key(.agent, of: "carl", hash: 1)
            try await scene.key(.agent, of: "ada", hash: 2)
            try await scene.device(of: "bob", at: 3)
            try await scene.tell(lasting: 10)
            try await scene.tell(at: 5)
            let all = try await scene.store.users(after: nil, limit: 9, at: scene.at(11))
            #expect(
                all == [
                    UserSummary(
                        userID: "ada", devices: 2, activeDevices: 1, notifications: 2, unread: 1,
                        lastSeenAt: scene.at(1)),
                    UserSummary(
                        userID: "bob", devices: 1, activeDevices: 1, notifications: 0, unread: 0,
                        lastSeenAt: scene.at(3)),
                    UserSummary(userID: "carl", devices: 0, activeDevices: 0, notifications: 0, unread: 0),
                ])
            #expect(try await scene.store.users(after: nil, limit: 1, at: scene.at(11)).map(\.userID) == ["ada"])
            #expect(try await scene.store.users(after: "ada", limit: 1, at: scene.at(11)).map(\.userID) == ["bob"])
            #expect(try await scene.store.users(after: "carl", limit: 9, at: scene.at(11)).isEmpty)
        }
    ]
}
