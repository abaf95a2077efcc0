import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal
import Crypto

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "Lists, renames, removes and imports devices.",
        subcommands: [List.self, Rename.self, Remove.self, Import.self, RecoverCommand.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists your devices.",
            discussion: """
                With --trust the public keys of those that are trusted and not inactive are written to the configuration file, in \
                place of all others there. From then on hooks on this machine take an answer only from one of these \
                devices, whatever the server says. `bellhop pair` adds the device it pairs, and `bellhop devices remove` \
                takes one out.
                """)

        @Option(help: "Whose; needs an admin key. Unless given: the key's own user.")
        var user: String?

        @Flag(help: "Print JSON.")
        var json = false

        @Flag(help: "Take answers from these devices only, from now on.")
        var trust = false

        @OptionGroup var server: ReaderOptions

        func run() async throws {
            let user = try user.map(UserID.init(argument:))
            let devices = try await server.withClient(needsAdmin: user != nil) {
                try await $0.call(API.listDevices, query: ["user": user]).items
            }
            if trust { try TrustedDevices().replace(with: devices) }
            if json { return try Output.json(devices) }
            Output.list(
                devices.map(DeviceLine.text), none: "No device is paired yet. `bellhop pair` makes a code for one.")
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Gives a device a name that lasts, whatever it calls itself later.")

        @Argument(help: "The device's id, from `bellhop devices`.")
        var id: String

        @Argument(help: "The name.")
        var name: String

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var server: AdminOptions

        func run() async throws {
            let id = try DevicesCommand.id(id)
            let device = try await server.withClient {
                try await $0.call(API.updateDevice, id, body: DeviceUpdate(name: name))
            }
            if json { try Output.json(device) } else { Output.line(DeviceLine.text(of: device)) }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Removes a device: its key is revoked, nothing is sent to it any more, and its answers count no more.")

        @Argument(help: "The device's id, from `bellhop devices`.")
        var id: String

        @OptionGroup var server: AdminOptions

        func run() async throws {
            let id = try DevicesCommand.id(id)
            try await server.withClient { try await $0.call(API.removeDevice, id) }
            Output.line("removed")
            guard try TrustedDevices().remove(id) else { return }
            Output.remark(
                "It was the last one whose answers were to count: until you pair another, hooks on this machine take answers "
                    + "from whatever devices the server names.")
        }
    }

    private static func id(_ text: String) throws -> DeviceID {
        guard let id = DeviceID(text) else {
            throw CommandFailure.usage("\(text.debugDescription) is not an id; see `bellhop devices`.")
        }
        return id
    }
}

/// The fingerprint that is shown of a device's public key.
enum DeviceFingerprint {
    static func text(of device: DeviceSummary) -> String {
        KeyFingerprint.text(of: device.publicKey.flatMap { Base64.decode($0) } ?? []) { Array(SHA256.hash(data: $0)) }
    }
}

/// A device on one line.
enum DeviceLine {
    static func text(of device: DeviceSummary) -> String {
        let version = device.appVersion.map { " \(DisplayText.line($0))" } ?? ""
        let seen = device.lastSeenAt.map { "  \(LastSeen.words($0))" } ?? ""
        return "\(device.id)  \(DisplayText.line(device.name))  \(device.platform.rawValue)  "
            + "\(DisplayText.line(device.app))\(version)  "
            + "\(trust(of: device))\(state(of: device))\(seen)"
    }

    /// Whether its answers count, where it is not removed.
    private static func trust(of device: DeviceSummary) -> String {
        guard device.inactivation?.cause != .removed else { return "" }
        switch device.trust {
        case .trusted: return "trusted  "
        case .waiting: return "waits for confirmation (key \(DeviceFingerprint.text(of: device)))  "
        }
    }

    /// Its state, and since when and why it is not active.
    static func state(of device: DeviceSummary) -> String {
        guard let inactivation = device.inactivation else { return device.state.rawValue }
        let cause =
            switch inactivation.cause {
            case .gateway: inactivation.reason.map { DisplayText.line($0) } ?? "the gateway refused its token"
            case .removed: "removed"
            case .tokenTaken: "another device has its token"
            }
        return "\(device.state.rawValue) since \(inactivation.at) (\(cause))"
    }
}
