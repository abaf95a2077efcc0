import ArgumentParser
import BellhopModel
import BellhopTestSupport
import BellhopWebPush
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Web Push of bellhop serve")
struct WebPushOptionsTests {
    private func refusal(_ arguments: String...) -> String? {
        do {
            _ = try ServeCommand.parse(arguments)
            return nil
        } catch {
            return ServeCommand.message(for: error)
        }
    }

    @Test("Apple accepts the default contact")
    func usualContact() throws {
        #expect(VAPIDContact(VAPIDContact.usual) != nil)
        #expect(try ServeCommand.parse([]).webPush.contact == VAPIDContact.usual)
    }

    @Test(
        "An invalid contact or host is refused",
        arguments: [
            ["--web-push-contact", "push@example.com"], ["--web-push-contact", "mailto:root@localhost"],
            ["--web-push-private-host", "https://push.example.com"], ["--web-push-private-host", "Push.example.com"],
            ["--web-push-private-host", "push.example.com:8443"], ["--web-push-private-host", "fd00::5"],
            ["--web-push-private-host", ""],
        ])
    func invalid(arguments: [String]) {
        #expect(refusal(arguments[0], arguments[1])?.hasPrefix(arguments[0]) == true)
    }

    @Test("Contact and hosts are taken")
    func valid() throws {
        let options = try ServeCommand.parse([
            "--web-push-contact", "mailto:push@example.com", "--web-push-private-host", "192.168.1.5",
            "--web-push-private-host", "[fd00::5]",
        ]).webPush
        #expect(options.contact == "mailto:push@example.com" && options.privateHosts == ["192.168.1.5", "[fd00::5]"])
        #expect(options.firstGiven == "--web-push-contact")
    }
}
