import ArgumentParser
import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopTerminal

import struct BellhopClient.ServerAddress

struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Create a pairing code for a new device, and wait for the device.",
        discussion: """
            The code works once within ten minutes. A user's first device is trusted; further devices must be approved on \
            a trusted device, which shows the same key. Then the public key of the paired device is added to the \
            configuration file: hooks on this machine accept answers from pinned devices, and from devices that these \
            have confirmed.

            The link opens the app, which shows the server's name before it pairs; the address opens the web console, \
            where a browser becomes the device. On a terminal with colors, a QR code contains the address, or the link when \
            browsers cannot use the address. Anyone with the code, the link or the address can pair a device: treat them \
            like a password.
            """)

    @Option(help: "The user of the device (default: that of the admin key).")
    var user: String?

    @Option(help: "The server's address for the link, as the device reaches it (default: this command's).")
    var reachableAt: String?

    @Flag(help: "Print the code without waiting for the device.")
    var noWait = false

    @Flag(help: "Print JSON, one line for the code and one for the device.")
    var json = false

    @OptionGroup var colors: ColorOptions

    @OptionGroup var server: AdminOptions

    func run() async throws {
        let user = try user.map(UserID.init(argument:))
        let reachable = try reachableAt.map { try ServerAddress($0) }
        try await server.withClient { client, address in
            let pairing = try await client.call(API.createPairing, body: PairingRequest(userID: user))
            let invitation = PairingInvitation(pairing, at: reachable ?? address)
            if json { try Output.json(invitation) } else { invitation.lines.forEach { Output.line($0) } }
            if let remark = invitation.remark { Output.remark(remark) }
            if !json { printCode(invitation) }
            guard !noWait else { return }
            guard let device = try await device(of: pairing, client, where: { _ in true }) else {
                throw CommandFailure("No device registered before the code expired. Run this again for a new code.")
            }
            if json {
                try Output.json(device)
            } else {
                let name = DisplayText.line(device.name)
                Output.line(
                    "Paired: \(name)  (key \(DeviceFingerprint.text(of: device)); the device shows the same key)")
            }
            // Hooks on this machine need the devices of the key's own user only.
            guard user == nil, let device = try await trusted(device, pairing, client) else { return }
            try TrustedDevices().add([device])
        }
    }

    /// Prints the invitation as a QR code, on a terminal that has colors and enough room. Without colors the terminal's
    /// background is unknown, and on a dark one the code would be inverted, which many readers reject.
    private func printCode(_ invitation: PairingInvitation) {
        let display = colors.display
        guard display.isRedrawable, display.hasColor, let size = TerminalDisplay.size(),
            let lines = invitation.scannable.flatMap({ QRCode($0) })?.lines(within: size)
        else { return }
        for line in lines { Output.line(line, inColor: true) }
    }

    /// - Returns: `nil` when no trusted device has confirmed it in time.
    private func trusted(
        _ device: DeviceSummary, _ pairing: Pairing, _ client: BellhopClient
    ) async throws -> DeviceSummary? {
        guard device.trust == .waiting else { return device }
        Output.remark("bellhop: approve it on a trusted device if that shows the same key.")
        let settled = try await self.device(of: pairing, client) {
            $0.trust == .trusted || $0.inactivation?.cause == .removed
        }
        guard let settled else {
            Output.remark(
                "bellhop: not confirmed yet. Its answers are accepted once it is confirmed; see `bellhop devices`.")
            return nil
        }
        guard settled.trust == .trusted else {
            throw CommandFailure("The new device was denied on another device and removed.")
        }
        return settled
    }

    /// Waits until the device that used the code meets `condition`; `nil` when the code expires first.
    private func device(
        of pairing: Pairing, _ client: BellhopClient, where condition: (DeviceSummary) -> Bool
    ) async throws -> DeviceSummary? {
        let time = SystemTime()
        while time.now < pairing.expiresAt {
            if let device = try await client.call(API.getPairing, pairing.id).device, condition(device) {
                return device
            }
            try await time.sleep(until: time.now + .seconds(1))
        }
        return nil
    }
}

/// The output of `bellhop pair`: the code and, if possible, a link with it.
struct PairingInvitation: Encodable {
    let code: String
    let expiresAt: Timestamp
    /// The link; `nil` when the app would reject it.
    let link: String?
    /// The address at which a browser becomes the device; `nil` where browsers have no keys, because they do not trust
    /// the connection, and below a path, where the console does not work.
    let browser: String?
    /// The text for a phone's camera: the browser's address, else the link; `nil` when a phone can use neither.
    let scannable: String?
    /// The requirement that the address does not meet; `nil` when it meets all.
    let remark: String?

    /// - Parameter address: the server's address, as the device reaches it.
    init(_ pairing: Pairing, at address: ServerAddress) {
        code = pairing.code
        expiresAt = pairing.expiresAt
        let hasConsole = (address.isEncrypted || address.isLoopback) && address.prefix.isEmpty
        browser = hasConsole ? ConsoleAddress.pairing(pairing.code, at: address.description) : nil
        let problem: PairingProblem?
        do throws(PairingProblem) {
            link = PairingLink(try PairingAddress(address.description), code: try PairingCode(pairing.code)).text
            problem = nil
        } catch {
            link = nil
            problem = error
        }
        scannable = address.isLoopback ? nil : browser ?? link
        remark = Self.remark(address, problem)
    }

    var lines: [String] {
        ["Code: \(code)  (until \(expiresAt))", link.map { "Link: \($0)" }, browser.map { "Browser: \($0)" }]
            .compactMap { $0 }
    }

    private static func remark(_ address: ServerAddress, _ problem: PairingProblem?) -> String? {
        if address.isLoopback {
            return
                "A phone cannot reach \(address.host), which is this machine: give the address at which it reaches the server "
                + "with --reachable-at. Its browser also needs HTTPS (docs/console.md)."
        }
        switch problem {
        case .notEncrypted(let host):
            return
                "HTTPS is missing: the app accepts http only on the local network, and \(host) is not on it; browsers have no "
                + "keys with http. Give an https address with --reachable-at (docs/console.md)."
        case .some: return "The app does not accept this address. Give another with --reachable-at."
        case nil where !address.isEncrypted:
            return "Only the app can pair at this address: browsers need HTTPS (docs/console.md)."
        case nil where !address.prefix.isEmpty:
            return "Only the app can pair at this address: browsers need one without a path (docs/console.md)."
        case nil: return nil
        }
    }

    enum CodingKeys: String, CodingKey {
        case code, link, browser
        case expiresAt = "expires_at"
    }
}
