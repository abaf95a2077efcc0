import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let lapseCases: [ConformanceCase] = [
        ConformanceCase("A device that is not active says since when and why, until it registers again") { scene in
            let phone = try await scene.device()
            func inactivation() async throws -> DeviceInactivation? {
                let device = try await scene.store.device(phone.id)
                return device?.inactivation
            }
            #expect(try await inactivation() == nil)
            try await scene.tell(at: 1)
            let claimed = try #require(try await scene.claim(at: 1).first)
            try await scene.record(claimed, .failed(reason: "BadDeviceToken"), device: .suspect, at: 2)
            #expect(try await inactivation() == DeviceInactivation(at: scene.at(2), cause: .gateway, reason: "BadDeviceToken"))
            try await scene.record(claimed, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 3)
            #expect(try await inactivation() == DeviceInactivation(at: scene.at(3), cause: .gateway, reason: "Unregistered"))
            let again = try #require(
                try await scene.store.register(scene.unregistered(phone.id, token: "new", at: 4)))
            #expect(again.inactivation == nil)
            for second in [5, 6] as [Int64] { _ = try await scene.store.removeDevice(phone.id, at: scene.at(second)) }
            #expect(try await inactivation() == DeviceInactivation(at: scene.at(5), cause: .removed))
        },
        ConformanceCase("A device whose token another one registered says so") { scene in
            let old = try await scene.device(token: "moved", at: 0)
            let phone = try await scene.device(token: "first", at: 1)
            _ = try await scene.store.register(scene.unregistered(phone.id, token: "moved", at: 5))
            #expect(
                try await scene.store.device(old.id)?.inactivation == DeviceInactivation(at: scene.at(5), cause: .tokenTaken))
        },
    ]
}
