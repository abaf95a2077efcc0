import ArgumentParser
import BellhopClient
import BellhopCore
import BellhopFoundation
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal

struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Run a phone in the terminal, built on the same code as the app.",
        discussion: """
            Receives pushes from a server that was started with --simulate, and reconnects when the server restarts. A new \
            or removed phone pairs with --code or, on the server's own machine, with the admin key.

            Keys on the lock screen:

              \(PhoneControl.lockScreenKeys[..<6].joined(separator: "  "))
              \(PhoneControl.lockScreenKeys[6...].joined(separator: "  "))

            Keys in the app, which t opens with the newest notification:

              Space read on  b back  v show masked values
              a approve, after reading all of it
              d deny  i deny with a reason  s stop the agent
              1-9 choose or remember  r reply  Enter send  n next  h home
              u lock  p airplane  k kill  q quit

            Arrows and Page Up and Down scroll. q exits with 0, Control-C with 130.

            Approvals that remember rules, and denials with a reason, are possible only in the app.

            A script has one step a line:

              wait [N]  approve  review  deny  reply TEXT  stop [TEXT]  remember N…
              tap  dismiss  unlock  lock  airplane on|off  kill  restart
              expect showing N  expect badge N  expect result NAME

            approve presses the button of a notification; review opens the newest ask, reads it to the end and approves it. \
            NAME is sent, agent_went_on, queued, expired, too_late, answered_elsewhere, withdrawn or refused. \
            # begins a comment. \
            A step waits up to 30 seconds, then the script fails. Only an open app receives agent_went_on, as on a real \
            phone: the step opens the app if necessary, and leaves it again.
            """)

    @Option(help: "The phone's name, which identifies its stored state.")
    var name = "Phone"

    @Flag(help: "Start locked.")
    var locked = false

    @Flag(help: "Start in airplane mode.")
    var airplane = false

    @Option(help: ArgumentHelp("Run a script instead of reading keys.", valueName: "file"))
    var script: String?

    @Option(help: "A pairing code from `bellhop pair`.")
    var code: String?

    @OptionGroup var colors: ColorOptions

    @OptionGroup var server: AdminOptions

    func run() async throws {
        let script = try script.map { try PhoneScript(InputFile.text(of: $0)) }
        let settings = try SettingsFile.usual.load()
        let environment = ProcessInfo.processInfo.environment
        guard let url = server.url ?? environment.value("BELLHOP_URL") ?? settings.url else {
            throw CommandFailure(
                "No server is configured: start one with `bellhop serve --simulate`, or give its address with --url.")
        }
        guard settings.simulator != nil else { throw Self.noSimulatorFailure }
        let phones = DataFolder(option: server.data, environment: environment).url.appending(path: "phones")
        var configuration = SimulatedPhone.Configuration(
            name: name, server: url, folder: phones.appending(path: PercentEncoding.segment(name)))
        configuration.isLocked = locked
        configuration.isInAirplaneMode = airplane
        let phone = try SimulatedPhone(configuration, pushes: PushSocketClient(port: Self.port))
        let display = colors.display
        let isDone: Void? = try await unlessInterrupted {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await phone.run() }
                group.addTask {
                    if !airplane { try await pair(phone) }
                    if let script {
                        try await ScriptedPhone(phone: phone).run(script)
                    } else {
                        try await InteractivePhone(phone: phone, display: display).run()
                    }
                }
                try await group.next()
                group.cancelAll()
            }
        }
        if isDone == nil { throw ExitCode(130) }
    }

    private func pair(_ phone: SimulatedPhone) async throws {
        let id = try await PhonePairing(phone: phone).run {
            if let code {
                code
            } else {
                try await server.withClient { try await $0.call(API.createPairing, body: PairingRequest()).code }
            }
        }
        guard let id else {
            if code != nil { Output.remark("The code was not used: \(name) is already paired, or has no connection.") }
            return
        }
        guard let devices = try? await server.withClient({ try await $0.call(API.listDevices).items }) else { return }
        try TrustedDevices().add(devices.filter { $0.id == id && $0.trust == .trusted })
    }

    private static let noSimulatorFailure = CommandFailure(
        "The server does not push to a simulated APNs: start it with `bellhop serve --simulate`.")

    /// The port of the simulated push services, from the configuration file.
    @Sendable private static func port() throws -> Int {
        guard let simulator = try SettingsFile.usual.load().simulator else { throw noSimulatorFailure }
        return simulator.phonePort
    }
}
