import BellhopClient
import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("The devices whose answers count")
struct TrustedDevicesTests {
    private static let token = DeviceToken("00aa")!

    private static func device(_ number: UInt64, _ state: Device.State = .active) -> DeviceSummary {
        var device = Device(
            id: DeviceID(high: 1, low: number), userID: "ana", name: "Phone \(number)", platform: .ios, token: token,
            environment: .sandbox, app: "dev.bellhop.app", publicKey: [4] + Array(repeating: UInt8(number), count: 64),
            registeredAt: Timestamp(seconds: 1))
        device.state = state
        return DeviceSummary(device)
    }

    private static func with(_ body: (TrustedDevices) throws -> Void) throws {
        try TemporaryFolder.with { try body(TrustedDevices(file: SettingsFile(path: $0.path + "/config.json"))) }
    }

    private static func ids(_ trusted: TrustedDevices) throws -> [DeviceID] {
        try trusted.file.load().devices.map(\.id)
    }

    @Test("A paired device joins the others, and one that is removed is out of the file")
    func pairedAndRemoved() throws {
        try Self.with { trusted in
            let (first, second) = (Self.device(1), Self.device(2))
            try trusted.add([first])
            try trusted.add([second, first])
            #expect(Set(try Self.ids(trusted)) == [first.id, second.id])
            let unknown = try trusted.remove(Self.device(3).id)
            let former = try trusted.remove(first.id)
            #expect(!unknown && !former)
            #expect(try Self.ids(trusted) == [second.id])
            let last = try trusted.remove(second.id)
            #expect(last)
            #expect(try Self.ids(trusted).isEmpty)
        }
    }

    @Test("To trust these devices only is to trust no other, and none that is inactive")
    func only() throws {
        try Self.with { trusted in
            try trusted.add([Self.device(1), Self.device(2)])
            try trusted.replace(with: [Self.device(2), Self.device(3), Self.device(4, .inactive)])
            #expect(try Self.ids(trusted) == [Self.device(2).id, Self.device(3).id])
            // That would be to trust whatever the server names.
            #expect(throws: CommandFailure.self) { try trusted.replace(with: [Self.device(2, .inactive)]) }
            #expect(try Self.ids(trusted) == [Self.device(2).id, Self.device(3).id])
        }
    }
}
