import ArgumentParser
import BellhopClient
import BellhopCore
import BellhopFoundation
import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTerminal
import Crypto
import Logging

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List, rename, remove and import devices.",
        subcommands: [List.self, Rename.self, Remove.self, Import.self, RecoverCommand.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List devices.",
            discussion: """
                With --trust the public keys of the trusted devices that are not inactive replace all pinned keys in the \
                configuration file. From then on hooks on this machine accept answers only from these devices, whatever \
                the server says. `bellhop pair` adds the paired device, `bellhop devices remove` removes one.
                """)

        @Option(help: "The user, which needs an admin key (default: the key's own).")
        var user: String?

        @Flag(help: "Pin the trusted devices: accept answers from these devices only.")
        var trust = false

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: ReaderOptions

        func run() async throws {
            let user = try user.map(UserID.init(argument:))
            let devices = try await server.withClient(needsAdmin: user != nil) {
                try await $0.call(API.listDevices, query: ["user": user]).items
            }
            if trust { try TrustedDevices().replace(with: devices) }
            try output.show(
                devices, none: "No device is paired yet. Pair one with `bellhop pair`.", line: DeviceLine.text)
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rename a device permanently; the device cannot change this name.")

        @Argument(help: "The device's id, from `bellhop devices`.")
        var id: String

        @Argument(help: "The new name.")
        var name: String

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: AdminOptions

        func run() async throws {
            let id = try DeviceID(argument: id, listedBy: "devices")
            let device = try await server.withClient {
                try await $0.call(API.updateDevice, id, body: DeviceUpdate(name: name))
            }
            try output.show(device, DeviceLine.text(of: device))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a device: revoke its key, stop sending to it, and stop accepting its answers.")

        @Argument(help: "The device's id, from `bellhop devices`.")
        var id: String

        @OptionGroup var server: AdminOptions

        func run() async throws {
            let id = try DeviceID(argument: id, listedBy: "devices")
            _ = try await server.withClient { try await $0.call(API.removeDevice, id) }
            Output.line("removed")
            guard try TrustedDevices().remove(id) else { return }
            Output.remark(
                "It was the last pinned device: until you pair another, hooks on this machine accept answers from any device "
                    + "that the server names.")
        }
    }

}

/// The fingerprint of a device's public key.
enum DeviceFingerprint {
    static func text(of device: DeviceSummary) -> String {
        KeyFingerprint.text(of: device.publicKey.flatMap { Base64.decode($0) } ?? []) { Array(SHA256.hash(data: $0)) }
    }
}

/// A device on one line.
enum DeviceLine {
    static func text(of device: DeviceSummary) -> String {
        let version = device.appVersion.map { " \(DisplayText.line($0))" } ?? ""
        let seen = device.lastSeenAt.map { "  \($0.lastSeen)" } ?? ""
        return "\(device.id)  \(DisplayText.line(device.name))  \(device.platform.rawValue)  "
            + "\(DisplayText.line(device.app))\(version)  "
            + "\(trust(of: device))\(state(of: device))\(seen)"
    }

    /// The trust of a device that is not removed.
    private static func trust(of device: DeviceSummary) -> String {
        guard device.inactivation?.cause != .removed else { return "" }
        switch device.trust {
        case .trusted: return "trusted  "
        case .waiting: return "waiting for confirmation (key \(DeviceFingerprint.text(of: device)))  "
        }
    }

    /// The state, with time and reason when the device is not active.
    static func state(of device: DeviceSummary) -> String {
        guard let inactivation = device.inactivation else { return device.state.rawValue }
        let cause =
            switch inactivation.cause {
            case .gateway: inactivation.reason.map { DisplayText.line($0) } ?? "the gateway refused its token"
            case .removed: "removed"
            case .tokenTaken: "another device has its token"
            case .noSubscription: "no push subscription; it sees asks in an open page"
            }
        return "\(device.state.rawValue) since \(inactivation.at) (\(cause))"
    }
}

extension DevicesCommand {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import push tokens that another server has collected.",
            discussion: """
                Each device needs user_id, platform, token, environment and app; name, app_version, locale and time_zone \
                are optional. Imported devices receive notifications but no asks, because they have no key to sign answers \
                with. Importing a token again changes nothing.
                """)

        @Argument(help: "A file with one JSON object a line, or a JSON array of objects.")
        var file: String

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: AdminOptions

        /// The number of devices in one request, which fits into a body even with the longest tokens.
        private static let batch = 500

        func run() async throws {
            let devices = try Self.devices(in: InputFile.text(of: file), of: file)
            let outcome = try await server.withClient { client in
                var outcome = ImportedDevices(registered: 0, skipped: [])
                for start in stride(from: 0, to: devices.count, by: Self.batch) {
                    let part = try await client.importDevices(Array(devices[start...].prefix(Self.batch)))
                    outcome.registered += part.registered
                    outcome.skipped += part.skipped.map { $0 + start }
                }
                return outcome
            }
            try output.show(outcome, "imported \(outcome.registered) of \(devices.count)")
            guard !output.json, !outcome.skipped.isEmpty else { return }
            let numbers = outcome.skipped.map { String($0 + 1) }.joined(separator: ", ")
            Output.remark("Skipped, because the token belongs to a paired device of another user: \(numbers).")
        }

        /// The devices in the file. The server validates their fields.
        static func devices(in text: String, of file: String) throws -> [JSONValue] {
            if let list = try? CanonicalJSON.decode([JSONValue].self, from: text.utf8) { return list }
            return try text.split(whereSeparator: \.isNewline).enumerated().map { index, line in
                guard let device = try? CanonicalJSON.decode(JSONValue.self, from: line.utf8), device.object != nil
                else {
                    throw CommandFailure("Line \(index + 1) of \(file) is not a JSON object.")
                }
                return device
            }
        }
    }
}

struct RecoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Trust one new device without the approval of another, when every trusted device is lost.",
        discussion: """
            Works on the data folder itself, on the server's own machine and under its account; an admin key is not \
            enough. It prints a pairing code. The device that uses it within ten minutes is trusted like a user's first \
            device. All devices of the user are notified now, and again when the code is used. Remove the lost device \
            with `bellhop devices remove`, and pin the new one on each machine with `bellhop devices --trust`.
            """)

    @Option(help: "The user whose device is lost (default: the owner of the server).")
    var user: String?

    @Option(help: "The server's data folder (default: the system's standard place).")
    var data: String?

    @OptionGroup var storage: DatabaseOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let user = try user.map(UserID.init(argument:)) ?? FirstKeys.owner
        let folder = DataFolder(option: data, environment: ProcessInfo.processInfo.environment)
        guard try storage.connectionString() != nil || FileManager.default.fileExists(atPath: folder.database.path)
        else {
            throw CommandFailure(
                "There is no database in \(folder.url.path): run this on the server's own machine, and name its data folder "
                    + "with --data if it is another one.")
        }
        var logger = Logger(label: "bellhop") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        let assembly = ServerAssembly(store: try storage.openStore(in: folder, burst: nil), logger: logger)
        let pairing = try await assembly.pairings(acceptingFileKeys: false).recover(user)
        Output.remark(
            "bellhop: the device that uses this code may answer for \(DisplayText.line(user.description)) without the approval "
                + "of another device. Keep the code secret.")
        try output.show(
            pairing, "Recovery code: \(pairing.code)  (until \(pairing.expiresAt))",
            "Enter it in the app. Then run `bellhop devices --trust` on each machine with agents.")
    }
}

extension Timestamp {
    /// The time of the last contact to the hour, the precision of the server: `seen about 2026-11-22T05:00Z`.
    var lastSeen: String { "seen about \(description.prefix(13)):00Z" }
}

extension DevicesCommand.Rename: FieldNaming {
    static let arguments = ["name": "<name>"]
}
