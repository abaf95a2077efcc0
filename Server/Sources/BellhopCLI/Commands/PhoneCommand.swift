import ArgumentParser
import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal
import Foundation

struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "A phone in the terminal, on the code that an app runs.",
        discussion: """
            It gets its pushes from a server that was started with --simulate; when that is started again, it connects \
            again. The first time, and after it was removed, it pairs itself with --code, or on the server's own machine \
            with the admin key it finds there.

            Keys on the lock screen:

              \(PhoneControl.lockScreenKeys[..<6].joined(separator: "  "))
              \(PhoneControl.lockScreenKeys[6...].joined(separator: "  "))

            In the app, which t opens on the newest notification:

              Space read on  b back  v show masked values
              a approve, once all of it was on the screen
              d deny  i deny, saying why  s stop the agent
              1-9 choose or remember  r reply  Enter send  n next  h home
              u lock  p airplane  k kill  q quit

            Arrows and Page Up and Down scroll what does not fit. q exits 0, Control-C 130.

            Only there can an approval be remembered, and a no be more than a no.

            A script has one step a line:

              wait [N]  approve  review  deny  reply TEXT  stop [TEXT]  remember N…
              tap  dismiss  unlock  lock  airplane on|off  kill  restart
              expect showing N  expect badge N  expect result NAME

            approve presses the button of a notification, review opens the newest ask, reads it to its end and approves it. \
            NAME is sent, agent_went_on, queued, expired, too_late, answered_elsewhere, withdrawn or refused. \
            # begins a comment. \
            A step waits up to 30 seconds for what it needs, and the script fails without it. That the agent went on is \
            heard in the open app only, as on a real phone: where it is not open, the step opens it and leaves it again.
            """)

    @Option(help: "What to call it. The same name is the same phone.")
    var name = "Phone"

    @Flag(help: "Begin locked.")
    var locked = false

    @Flag(help: "Begin in airplane mode.")
    var airplane = false

    @Option(help: ArgumentHelp("Do what this file says instead of listening to keys.", valueName: "file"))
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
                "No server is named: start one with `bellhop serve --simulate`, or give its address with --url.")
        }
        guard settings.simulator != nil else { throw Self.noSimulator }
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
            if code != nil { Output.remark("\(name) is paired already, or has no connection: the code was not used.") }
            return
        }
        guard let devices = try? await server.withClient({ try await $0.call(API.listDevices).items }) else { return }
        try TrustedDevices().add(devices.filter { $0.id == id && $0.trust == .trusted })
    }

    private static let noSimulator = CommandFailure(
        "The server does not push to a simulated APNs: start it with `bellhop serve --simulate`.")

    /// As the server that runs now wrote it down.
    @Sendable private static func port() throws -> Int {
        guard let simulator = try SettingsFile.usual.load().simulator else { throw noSimulator }
        return simulator.phonePort
    }
}
