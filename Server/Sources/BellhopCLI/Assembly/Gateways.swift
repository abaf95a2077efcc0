import BellhopModel
import BellhopPush
import ServiceLifecycle

/// The gateways of a server and what they need to live.
struct Gateways: Sendable {
    var byPlatform: [Platform: any Gateway] = [:]
    var services: [any Service] = []
}

extension Gateways {
    mutating func add(_ gateway: some Gateway & Service, for platforms: Platform...) {
        for platform in platforms { byPlatform[platform] = gateway }
        services.append(gateway)
    }
}
