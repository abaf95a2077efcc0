import ArgumentParser
import BellhopClient
import BellhopDelivery
import BellhopModel
import BellhopTerminal

struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Makes a code with which a new device registers, and waits for it.",
        discussion: """
            The code works once and for ten minutes. When the device has registered, its public key is written to the \
            configuration file, and hooks on this machine take answers from such devices only.

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
            let before = Set(try await client.listDevices().map(\.id))
            let pairing = try await client.createPairing(for: user)
            let invitation = PairingInvitation(pairing, at: reachable ?? address)
            if json { try Output.json(invitation) } else { invitation.lines.forEach { Output.line($0) } }
            if let remark = invitation.remark { Output.remark(remark) }
            // A device of another user does not show in the list that this key may read.
            guard !noWait, user == nil else { return }
            guard let device = try await newDevice(besides: before, until: pairing.expiresAt, client) else {
                throw CommandFailure("No device registered before the code ended. Run this again for a new one.")
            }
            try TrustedDevices().add([device])
            if json { try Output.json(device) } else { Output.line("Paired: \(ShownText.line(device.name))") }
        }
    }

    private func newDevice(
        besides known: Set<DeviceID>, until deadline: Timestamp, _ client: BellhopClient
    ) async throws -> DeviceSummary? {
        let time = SystemTime()
        while time.now < deadline {
            if let device = try await client.listDevices().first(where: { !known.contains($0.id) }) { return device }
            try await time.sleep(until: time.now + .seconds(1))
        }
        return nil
    }
}
