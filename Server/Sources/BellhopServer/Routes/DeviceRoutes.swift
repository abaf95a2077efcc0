import BellhopCore
import BellhopModel

struct DeviceRoutes {
    let desk: PairingService
    let devices: DeviceService

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [
            (.registerDevice, register), (.importDevices, importDevices), (.listDevices, list), (.getDevice, get),
            (.updateDevice, update), (.removeDevice, remove), (.createPairing, createPairing),
            (.getPairing, getPairing), (.listUsers, users),
        ]
    }

    @Sendable private func register(_ call: Call) async throws -> Reply {
        var registration: DeviceRegistration = try call.decode()
        registration.userID = try call.query("user", instead: registration.userID, of: "user_id")
        registration.app = try call.query("app", instead: registration.app, of: "app")
        let registered = try await desk.register(registration, by: call.caller)
        var reply = try Reply.json(registered, status: registered.key == nil ? 200 : 201)
        reply.bodyToKeep = try CanonicalJSON.encode(RegisteredDevice(device: registered.device))
        return reply
    }

    @Sendable private func importDevices(_ call: Call) async throws -> Reply {
        try .json(try await desk.importDevices(call.decode()))
    }

    @Sendable private func list(_ call: Call) async throws -> Reply {
        try .json(Page(items: try await devices.devices(of: call.query("user"), for: call.key())))
    }

    @Sendable private func get(_ call: Call) async throws -> Reply {
        try .json(try await devices.device(call.id(), for: call.key()))
    }

    @Sendable private func update(_ call: Call) async throws -> Reply {
        try .json(try await devices.update(call.id(), call.decode(), by: call.key()))
    }

    @Sendable private func users(_ call: Call) async throws -> Reply {
        try .json(Page(items: try await devices.users(after: call.query("after"), limit: call.limit())))
    }

    @Sendable private func remove(_ call: Call) async throws -> Reply {
        try await devices.remove(call.id(), by: call.key())
        return .noContent
    }

    @Sendable private func getPairing(_ call: Call) async throws -> Reply {
        try .json(try await desk.status(of: call.id(), for: call.key()))
    }

    private static func withoutCode(_ pairing: Pairing) throws -> [UInt8] {
        try CanonicalJSON.encode([
            "id": JSONValue.string(pairing.id.description), "expires_at": .string(pairing.expiresAt.description),
        ])
    }

    @Sendable private func createPairing(_ call: Call) async throws -> Reply {
        let request = try call.decode(orEmpty: PairingRequest())
        return try await call.accepted(201, keeping: Self.withoutCode) {
            remember in
            try await desk.createPairing(request, by: call.key(), recorder: remember)
        }
    }
}
