import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let nameCases: [ConformanceCase] = [
        ConformanceCase("A given name is kept when the device registers, until the owner changes") { fixture in
            let phone = try await fixture.device(token: "shared")
            var renamed = phone
            renamed.name = "Work phone"
            #expect(try await fixture.store.rename(phone.id, to: "Work phone") == renamed)
            let again = try await fixture.store.register(fixture.unregistered(phone.id, token: "shared", at: 10))
            #expect(again?.name == "Work phone")
            #expect(try await fixture.store.devices(of: "ada").map(\.name) == ["Work phone"])
            let sold = try await fixture.device(of: "bob", token: "shared", at: 20)
            #expect(sold.id == phone.id)
            #expect(sold.name == "Phone of bob")
            #expect(try await fixture.store.rename(.make(at: fixture.at(0)), to: "Unknown") == nil)
        },
        ConformanceCase("Registering counts as activity; the time of the last activity never decreases") { fixture in
            let phone = try await fixture.device(at: 5)
            #expect(phone.lastSeenAt == fixture.at(5))
            func seen() async throws -> Timestamp? {
                let device = try await fixture.store.device(phone.id)
                return device?.lastSeenAt
            }
            try await fixture.store.noteSeen([phone.id: fixture.at(9), .make(at: fixture.at(0)): fixture.at(9)])
            #expect(try await seen() == fixture.at(9))
            try await fixture.store.noteSeen([phone.id: fixture.at(7)])
            try await fixture.store.noteSeen([:])
            #expect(try await seen() == fixture.at(9))
            let again = try await fixture.store.register(fixture.unregistered(phone.id, token: "rotated", at: 20))
            #expect(again?.lastSeenAt == fixture.at(20))
        },
        ConformanceCase("Existing devices are found by their ids") { fixture in
            let phone = try await fixture.device()
            let other = try await fixture.device(of: "bob", at: 1)
            try await fixture.device(at: 2)
            let found = try await fixture.store.devices([phone.id, other.id, .make(at: fixture.at(0))])
            #expect(Set(found) == [phone, other])
        },
    ]

    static let userCases: [ConformanceCase] = [
        ConformanceCase("Users are all with a key or a device, ordered by name, in pages, with their counts") {
            fixture in
            try await fixture.device()
            let gone = try await fixture.device(at: 1)
            _ = try await fixture.store.removeDevice(gone.id, at: fixture.at(2))
            try await fixture.key(.agent, of: "carl", hash: 1)
            try await fixture.key(.agent, of: "ada", hash: 2)
            try await fixture.device(of: "bob", at: 3)
            try await fixture.tell(lasting: 10)
            try await fixture.tell(at: 5)
            let all = try await fixture.store.users(after: nil, limit: 9, at: fixture.at(11))
            #expect(
                all == [
                    UserSummary(
                        userID: "ada", devices: 2, activeDevices: 1, notifications: 2, unread: 1,
                        lastSeenAt: fixture.at(1)),
                    UserSummary(
                        userID: "bob", devices: 1, activeDevices: 1, notifications: 0, unread: 0,
                        lastSeenAt: fixture.at(3)),
                    UserSummary(userID: "carl", devices: 0, activeDevices: 0, notifications: 0, unread: 0),
                ])
            #expect(try await fixture.store.users(after: nil, limit: 1, at: fixture.at(11)).map(\.userID) == ["ada"])
            #expect(try await fixture.store.users(after: "ada", limit: 1, at: fixture.at(11)).map(\.userID) == ["bob"])
            #expect(try await fixture.store.users(after: "carl", limit: 9, at: fixture.at(11)).isEmpty)
        }
    ]
}

extension ConformanceCase {
    static let deviceCountCases: [ConformanceCase] = [
        ConformanceCase("Registrations are counted by platform, app, environment and state") { fixture in
            #expect(try await fixture.store.deviceCounts() == [])
            try await fixture.device(token: "one")
            let gone = try await fixture.device(of: "bob", token: "two")
            try await fixture.device(of: "bob", token: "three")
            try await fixture.device(token: "four", app: "dev.bellhop.other")
            _ = try await fixture.store.removeDevice(gone.id, at: fixture.at(1))
            let (own, other) = (address("dev.bellhop", like: gone), address("dev.bellhop.other", like: gone))
            #expect(
                try await fixture.store.deviceCounts() == [
                    DeviceCount(own, state: .active, count: 2), DeviceCount(own, state: .inactive, count: 1),
                    DeviceCount(other, state: .active, count: 1),
                ])
        }
    ]

    private static func address(_ app: String, like device: Device) -> AppAddress {
        AppAddress(platform: device.platform, app: app, environment: device.environment)
    }
}
