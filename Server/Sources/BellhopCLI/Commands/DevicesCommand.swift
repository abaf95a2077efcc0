import ArgumentParser
import BellhopClient
import BellhopModel

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Lists your devices.",
        discussion: """
            With --trust their public keys are written to the configuration file. From then on hooks on this machine \
            take an answer only from one of these devices, whatever the server says. `bellhop pair` does the same for \
            the device it pairs.
            """)

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Take answers from these devices only, from now on.")
    var trust = false

    @OptionGroup var server: ServerOptions

    func run() async throws {
        let devices = try await server.withClient { try await $0.listDevices() }
        if trust { try Self.trust(devices.filter { $0.state != .inactive }) }
        if json { return try Output.json(devices) }
        guard !devices.isEmpty else {
            return Output.line("No device is paired yet. `bellhop pair` makes a code for one.")
        }
        for device in devices {
            Output.line(
                "\(device.id)  \(ShownText.line(device.name))  \(device.platform.rawValue)  \(device.app)  \(device.state.rawValue)"
            )
        }
    }

    /// Adds `devices` to those that are trusted.
    static func trust(_ devices: [DeviceSummary]) throws {
        let file = SettingsFile.usual
        var settings = try file.load()
        for device in devices {
            guard let key = Base64.decode(device.publicKey) else { continue }
            settings.devices.removeAll { $0.id == device.id }
            settings.devices.append(.init(id: device.id, name: device.name, publicKey: key))
        }
        try file.save(settings)
    }
}
