import ArgumentParser
import BellhopClient
import BellhopDelivery
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
            It gets its pushes from a server that was started with --simulate. The first time it pairs itself with \
            --code, or on the server's own machine with the admin key it finds there.

            Keys: \(PhoneControl.lockScreenHelp)

            In the app, which t opens on the newest notification: \(PhoneControl.appHelp). Only there can an approval be \
            remembered, and a no be more than a no.

            A script has one step a line: wait [N], approve, deny, reply TEXT, stop [TEXT], remember N…, \
            tap, dismiss, unlock, lock, \
            airplane on|off, kill, restart, expect showing N, expect badge N, expect result NAME. NAME is sent, \
            agent_went_on, queued, expired, too_late, answered_elsewhere, withdrawn or refused. # begins a comment.
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

    @OptionGroup var server: AdminOptions

    func run() async throws {
        let script = try script.map(Self.read)
        let settings = try SettingsFile.usual.load()
        let environment = ProcessInfo.processInfo.environment
        guard let url = server.url ?? environment.value("BELLHOP_URL") ?? settings.url else {
            throw CommandFailure(
                "No server is named: start one with `bellhop serve --simulate`, or give its address with --url.")
        }
        guard let port = settings.simulator?.phonePort else {
            throw CommandFailure(
                "The server does not push to a simulated APNs: start it with `bellhop serve --simulate`.")
        }
        let phones = DataFolder(option: server.data, environment: environment).url.appending(path: "phones")
        var configuration = SimulatedPhone.Configuration(
            name: name, server: url, folder: phones.appending(path: PercentEncoding.segment(name)))
        configuration.isLocked = locked
        configuration.isInAirplaneMode = airplane
        let phone = try SimulatedPhone(configuration, pushes: PhoneLineClient(port: port))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await phone.run() }
            group.addTask {
                try await pairIfNeeded(phone)
                if let script {
                    try await ScriptedPhone(phone: phone).run(script)
                } else {
                    try await InteractivePhone(phone: phone, style: .standardOutput).run()
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func pairIfNeeded(_ phone: SimulatedPhone) async throws {
        guard !airplane, let screen = await phone.screen(within: .seconds(15), where: { $0.isSettled }) else { return }
        guard case .needsPairing = screen.registration else { return }
        let code = if let code { code } else { try await server.withClient { try await $0.createPairing().code } }
        let state = await phone.pair(code: code)
        guard case .registered(let id, _) = state else {
            throw CommandFailure("The phone could not be paired: \(state.problem)")
        }
        guard let devices = try? await server.withClient({ try await $0.listDevices() }) else { return }
        try DevicesCommand.trust(devices.filter { $0.id == id })
    }

    private static func read(_ path: String) throws -> PhoneScript {
        do {
            return try PhoneScript(String(contentsOfFile: path, encoding: .utf8))
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure("\(path) cannot be read: \(error.reasonInWords).")
        }
    }
}

extension RegistrationState {
    /// Why a phone is not registered, and what to do: a sentence or two.
    fileprivate var problem: String {
        switch self {
        case .needsPairing(.codeRefused(let message)): "\(message) Make a new code with `bellhop pair`."
        case .refused(let message), .retrying(let message, _), .tokenFailed(let message): message
        case .needsPairing, .waitingForToken, .registering, .registered, .leaving:
            "it was not done in time. Look whether the server runs, and try again."
        }
    }
}

extension PhoneScreen {
    /// The registration waits for nothing but its owner.
    var isSettled: Bool {
        switch registration {
        case .registered, .needsPairing, .refused, .tokenFailed: true
        case .waitingForToken, .registering, .retrying, .leaving: false
        }
    }
}
