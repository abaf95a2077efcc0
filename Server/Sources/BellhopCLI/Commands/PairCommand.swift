import ArgumentParser
import BellhopClient
import BellhopCore
import BellhopModel
import BellhopTerminal

struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Makes a code with which a new device registers, and waits for it.",
        discussion: """
            The code works once and for ten minutes. A user's first device is trusted; a further one has to be approved on \
            a trusted device, which shows the same key. Then the public key of the device that used this code, and of no \
            other, is written to the configuration file: hooks on this machine take answers from such devices, and from \
            those that they have confirmed.

            The link opens the app, which shows the server's name before it pairs. Whoever has it can pair a device: \
            treat it like a password.
            """)

    @Option(help: "Whom the device will belong to. Unless given: the same user as the admin key's.")
    var user: String?

    @Option(help: "The server's address as the device reaches it, for the link. Unless given: as this command does.")
    var reachableAt: String?

    @Flag(help: "Print the code and do not wait for the device.")
    var noWait = false

    @Flag(help: "Print JSON, a line for the code and one for the device.")
    var json = false

    @OptionGroup var server: AdminOptions

    func run() async throws {
        let user = try user.map(UserID.init(argument:))
        let reachable = try reachableAt.map { try ServerAddress($0) }
        try await server.withClient { client, address in
            let pairing = try await client.call(API.createPairing, body: PairingRequest(userID: user))
            let invitation = PairingInvitation(pairing, at: reachable ?? address)
            if json { try Output.json(invitation) } else { invitation.lines.forEach { Output.line($0) } }
            if let remark = invitation.remark { Output.remark(remark) }
            guard !noWait else { return }
            guard let device = try await device(of: pairing, client, where: { _ in true }) else {
                throw CommandFailure("No device registered before the code ended. Run this again for a new one.")
            }
            if json {
                try Output.json(device)
            } else {
                let name = DisplayText.line(device.name)
                Output.line("Paired: \(name)  (key \(DeviceFingerprint.text(of: device)); the device shows the same)")
            }
            // This machine asks for its own user.
            guard user == nil, let device = try await trusted(device, pairing, client) else { return }
            try TrustedDevices().add([device])
        }
    }

    /// - Returns: `nil` when no trusted device has confirmed it in time.
    private func trusted(
        _ device: DeviceSummary, _ pairing: Pairing, _ client: BellhopClient
    ) async throws -> DeviceSummary? {
        guard device.trust == .waiting else { return device }
        Output.remark("bellhop: approve it on a device that is trusted already, if that shows the same key.")
        let settled = try await self.device(of: pairing, client) {
            $0.trust == .trusted || $0.inactivation?.cause == .removed
        }
        guard let settled else {
            Output.remark(
                "bellhop: not confirmed yet. Its answers count as soon as it is; `bellhop devices` says whether it is.")
            return nil
        }
        guard settled.trust == .trusted else {
            throw CommandFailure("The new device was denied on another one, and is removed.")
        }
        return settled
    }

    /// The device that has used the code, once `condition` holds for it; `nil` when the code ends before.
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
