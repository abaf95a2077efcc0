import BellhopClient
import BellhopKit
import BellhopModel
import Testing

import struct BellhopClient.ServerAddress

@testable import BellhopCLI

@Suite("Inviting a device")
struct PairingInvitationTests {
    private static let pairing = Pairing(
        id: PairingID(high: 1, low: 2), code: "7K2M-Q9XT", expiresAt: Timestamp(seconds: 1_767_225_600))

    @Test(
        "The link leads to the server with the code",
        arguments: ["https://bellhop.example.com", "https://example.com:8443/bell", "http://192.168.1.5:8787"])
    func link(address: String) throws {
        let invitation = PairingInvitation(Self.pairing, at: try ServerAddress(address))
        let text = try #require(invitation.link)
        let link = try PairingLink(text)
        #expect(link.address.description == address && link.code.text == Self.pairing.code)
        #expect(invitation.remark == nil)
        #expect(invitation.lines == ["Code: 7K2M-Q9XT  (until 2026-01-01T00:00:00.000Z)", "Link: \(text)"])
    }

    @Test("This machine's own address is of no use to a phone", arguments: ["127.0.0.1", "localhost", "[::1]"])
    func loopback(host: String) throws {
        let invitation = PairingInvitation(Self.pairing, at: try ServerAddress("http://\(host):8787"))
        #expect(invitation.link != nil && invitation.remark?.contains("--reachable-at") == true)
    }

    @Test("Over the internet without encryption there is no link, and a reason")
    func clear() throws {
        let invitation = PairingInvitation(Self.pairing, at: try ServerAddress("http://bellhop.example.com"))
        #expect(invitation.link == nil && invitation.remark?.contains("bellhop.example.com") == true)
        #expect(invitation.lines.count == 1)
        #expect(try CanonicalJSON.text(invitation) == #"{"code":"7K2M-Q9XT","expires_at":"2026-01-01T00:00:00.000Z"}"#)
    }
}
