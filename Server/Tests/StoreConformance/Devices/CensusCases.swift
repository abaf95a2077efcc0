import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let censusCases: [ConformanceCase] = [
        ConformanceCase("Registrations are counted by platform, app, environment and state") { scene in
            #expect(try await scene.store.deviceCounts() == [])
            try await scene.device(token: "one")
            let gone = try await scene.device(of: "bob", token: "two")
            try await scene.device(of: "bob", token: "three")
            try await scene.device(token: "four", app: "dev.bellhop.other")
            _ = try await scene.store.removeDevice(gone.id, at: scene.at(1))
            let (own, other) = (address("dev.bellhop", like: gone), address("dev.bellhop.other", like: gone))
            #expect(
                try await scene.store.deviceCounts() == [
                    DeviceCount(own, state: .active, count: 2), DeviceCount(own, state: .inactive, count: 1),
                    DeviceCount(other, state: .active, count: 1),
                ])
        }
    ]

    private static func address(_ app: String, like device: Device) -> AppAddress {
        AppAddress(platform: device.platform, app: app, environment: device.environment)
    }
}
