import BellhopApple
import BellhopKit
import BellhopModel
import UIKit

/// An app with reminders of its own, and with approvals that a Bellhop server sends.
@MainActor
final class ReminderApp {
    static let shared = ReminderApp()
    let reminders = Reminders()
    private(set) var application: BellhopApplication?

    // snippet.launch
    func launch(_ system: UIApplication) throws {
        let server = "https://bellhop.example.com"
        var ports = try BellhopPorts.system(
            server: ServerLocation(URL(string: server)), appGroup: "group.com.example.reminders")
        ports.actions = reminders
        let identity = AppIdentity(
            server: server, app: "com.example.reminders", deviceName: UIDevice.current.name, environment: .production)
        let bellhop = Bellhop(identity: identity, ports: ports)
        application = BellhopApplication(bellhop)
        application?.launched(system)
        Task { await bellhop.run() }
    }
    // snippet.end

    // snippet.permission
    func askForPermission() async {
        guard let bellhop = application?.bellhop else { return }
        if case .prime = await bellhop.permission() {
            await bellhop.permissionPrimed()
            await bellhop.requestAuthorization()
        }
    }
    // snippet.end

    // snippet.answers
    func followAnswers(show: @MainActor (AnswerReport) -> Void) async {
        guard let bellhop = application?.bellhop else { return }
        for await report in bellhop.results { show(report) }
    }
    // snippet.end

    // snippet.routes
    func followTaps(open: @MainActor (Route) -> Void) async {
        guard let bellhop = application?.bellhop else { return }
        for await route in bellhop.routes { open(route) }
    }
    // snippet.end
}
