import BellhopCore
import BellhopModel

struct PreferencesRoutes {
    let preferences: PreferencesService

    var handlers: [(Endpoint, RouteTable.Handler)] { [(.getPreferences, get), (.putPreferences, put)] }

    @Sendable private func get(_ call: Call) async throws -> Reply {
        try .json(try await preferences.preferences(of: call.query("user"), for: call.key()))
    }

    @Sendable private func put(_ call: Call) async throws -> Reply {
        try .json(try await preferences.put(call.decode(), of: call.query("user"), by: call.key()))
    }
}
