import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("The pairing invitation")
struct PairingInvitationTests {
    private static let pairing = Pairing(
        id: PairingID(high: 1, low: 2), code: "7K2M-Q9XT", expiresAt: Timestamp(seconds: 1_767_225_600))

    @Test(
        "The link leads to the server with the code, and the QR code to the browser's page, else to the app",
        arguments: [
            ("https://bellhop.example.com", true, nil), ("https://example.com:8443/bell", false, "path"),
            ("http://192.168.1.5:8787", false, "HTTPS"),
        ] as [(String, Bool, String?)])
    func link(address: String, hasConsole: Bool, missing: String?) throws {
        let invitation = PairingInvitation(Self.pairing, at: try ServerAddress(address))
        let text = try #require(invitation.link)
        let link = try PairingLink(text)
        #expect(link.address.description == address && link.code.text == Self.pairing.code)
        let browser = hasConsole ? ["\(address)/pair#pair=7K2M-Q9XT"] : []
        #expect(
            invitation.lines == ["Code: 7K2M-Q9XT  (until 2026-01-01T00:00:00.000Z)", "Link: \(text)"]
                + browser.map { "Browser: \($0)" })
        #expect(invitation.scannable == browser.first ?? text)
        // The page for browsers is missing without HTTPS, and below a path.
        #expect((invitation.remark == nil) == (missing == nil))
        if let missing { #expect(invitation.remark?.contains(missing) == true) }
    }

    @Test(
        "A loopback address has no QR code, but a remark about --reachable-at and HTTPS",
        arguments: ["http://127.0.0.1:8787", "http://localhost:8787", "http://[::1]:8787", "https://localhost"])
    func loopback(address: String) throws {
        let invitation = PairingInvitation(Self.pairing, at: try ServerAddress(address))
        #expect(invitation.link != nil && invitation.browser != nil && invitation.scannable == nil)
        let remark = try #require(invitation.remark)
        for part in ["A phone cannot reach", "--reachable-at", "HTTPS", "docs/console.md"] {
            #expect(remark.contains(part), "\(part)")
        }
    }

    @Test("An unencrypted address on the internet gets neither link nor QR code, but a reason")
    func unencrypted() throws {
        let invitation = PairingInvitation(Self.pairing, at: try ServerAddress("http://bellhop.example.com"))
        #expect(invitation.link == nil && invitation.scannable == nil)
        let remark = try #require(invitation.remark)
        for part in ["HTTPS is missing", "bellhop.example.com", "docs/console.md"] {
            #expect(remark.contains(part), "\(part)")
        }
        #expect(invitation.lines.count == 1)
        #expect(try CanonicalJSON.text(invitation) == #"{"code":"7K2M-Q9XT","expires_at":"2026-01-01T00:00:00.000Z"}"#)
    }
}

@Suite("Pinned devices in the configuration file")
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

    @Test("A paired device is added to the file, and a removed one is deleted from it")
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

    @Test("Replacing the pinned devices keeps no other, and no inactive one")
    func replaced() throws {
        try Self.with { trusted in
            try trusted.add([Self.device(1), Self.device(2)])
            try trusted.replace(with: [Self.device(2), Self.device(3), Self.device(4, .inactive)])
            #expect(try Self.ids(trusted) == [Self.device(2).id, Self.device(3).id])
            // An empty list would trust every device that the server names.
            #expect(throws: CommandFailure.self) { try trusted.replace(with: [Self.device(2, .inactive)]) }
            #expect(try Self.ids(trusted) == [Self.device(2).id, Self.device(3).id])
        }
    }
}

@Suite("Pairing a phone in the terminal", .timeLimit(.minutes(10)))
struct PhonePairingTests {
    @Test("A removed phone pairs again with a code, and a paired phone requests none")
    func removed() async throws {
        try await RunningBellhop.run { bellhop in
            try await BellhopClient.with(ServerAddress(bellhop.url), key: bellhop.keys.admin) { admin in
                let pairing = PhonePairing(phone: bellhop.phone)
                let known = try await pairing.run { throw CommandFailure("No code is needed.") }
                #expect(known == nil)

                let id = try #require(try await admin.call(API.listDevices).items.first?.id)
                try await admin.call(API.removeDevice, id)
                await #expect(throws: CommandFailure.self) { try await pairing.run { "000000" } }
                let paired = try await pairing.run {
                    try await admin.call(API.createPairing, body: PairingRequest()).code
                }
                let active = try await admin.call(API.listDevices).items.filter { $0.state == .active }.map(\.id)
                #expect(paired != nil && active == [paired])
            }
        }
    }
}
