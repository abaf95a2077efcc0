import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
import Synchronization
import Testing
import UserNotifications

@testable import BellhopExtensions
@testable import BellhopSystem

@Suite("The service extension")
struct ServiceExtensionTests {
    /// A service extension with the ports of a test.
    private final class Service: BellhopServiceExtension {
        private let given: ServicePorts
        init(_ ports: ServicePorts) { given = ports }
        override var ports: ServicePorts { given }
    }

    /// The delivered content.
    private final class Shown: Sendable {
        let contents = Mutex<[String]>([])
        let gate = Gate()
        func take(_ content: UNNotificationContent) {
            let files = content.attachments.map(\.type).joined()
            contents.withLock { $0.append("\(content.title)|\(content.subtitle)|\(content.threadIdentifier)|\(files)") }
            Task { await gate.pass() }
        }
        var all: [String] { contents.withLock { $0 } }
    }

    /// Responds when the gate opens.
    private struct SlowDownload: DownloadPort {
        let gate: Gate
        func open(_ url: URL) async throws -> Download {
            await gate.pass()
            return Download(status: 404, next: { nil })
        }
    }

    private func request(image: Bool) -> UNNotificationRequest {
        var payload = PushPayload()
        payload.aps.alert = PushAlert(title: "Done", body: "All tests pass.")
        payload.aps.category = .taskComplete
        payload.aps.mutableContent = true
        payload.projectName = "shop"
        payload.filesChanged = 3
        if image { payload.imageURL = "https://pictures.example/a.png" } else { payload.codePreview = "let a = 1" }
        return UNNotificationRequest(
            identifier: "n", content: UNMutableNotificationContent(payload), trigger: nil)
    }

    private var folder: URL { FileManager.default.temporaryDirectory }

    @Test("Text and picture are delivered together, once")
    func complete() async {
        let shown = Shown()
        let service = Service(ServicePorts(clock: ManualClock(), pictures: CodePicture(), folder: folder))
        service.didReceive(request(image: false)) { shown.take($0) }
        await shown.gate.arrived()
        #expect(shown.all == ["Done|3 files changed|shop|public.png"])
    }

    @Test("The text is delivered at once when the time expires, and nothing is delivered later")
    func expiry() async {
        let (shown, gate) = (Shown(), Gate())
        let service = Service(ServicePorts(clock: ManualClock(), downloads: SlowDownload(gate: gate), folder: folder))
        service.didReceive(request(image: true)) { shown.take($0) }
        await gate.arrived()
        service.serviceExtensionTimeWillExpire()
        #expect(shown.all == ["Done|3 files changed|shop|"])
        gate.open()
        service.serviceExtensionTimeWillExpire()
        await shown.gate.arrived()
        #expect(shown.all.count == 1)
    }

    @Test("A run that ends while its time expires delivers its content once", arguments: 0..<50)
    func race(_ round: Int) async {
        let (shown, gate) = (Shown(), Gate())
        let service = Service(ServicePorts(clock: ManualClock(), downloads: SlowDownload(gate: gate), folder: folder))
        service.didReceive(request(image: true)) { shown.take($0) }
        await gate.arrived()
        async let opened: Void = gate.open()
        service.serviceExtensionTimeWillExpire()
        await opened
        await shown.gate.arrived()
        #expect(shown.all == ["Done|3 files changed|shop|"])
    }

    @Test("The time limit of a run is well below the system's")
    func budget() async {
        let (shown, gate, clock) = (Shown(), Gate(), ManualClock())
        let service = Service(ServicePorts(clock: clock, downloads: SlowDownload(gate: gate), folder: folder))
        service.didReceive(request(image: true)) { shown.take($0) }
        await gate.arrived()
        clock.runFree()
        await shown.gate.arrived()
        #expect(shown.all == ["Done|3 files changed|shop|"])
        gate.open()
    }

    @Test("Any userInfo is delivered with its original text")
    func hostile() async {
        let content = UNMutableNotificationContent()
        content.title = "As it came"
        content.userInfo = ["aps": 7, 3: ["x"], "imageURL": "file:///etc/passwd", "codePreview": ["no"]]
        let shown = Shown()
        let service = Service(ServicePorts(clock: ManualClock(), pictures: CodePicture(), folder: folder))
        service.didReceive(UNNotificationRequest(identifier: "n", content: content, trigger: nil)) { shown.take($0) }
        await shown.gate.arrived()
        #expect(shown.all.count == 1)
        #expect(shown.all.first?.hasPrefix("As it came|") == true)
    }

    @Test("Without the app group in the entitlements only the features that need it are disabled")
    func noGroup() {
        let ports = ServicePorts.system(appGroup: "not-listed")
        #expect(ports.journal == nil && ports.openAsks == nil)
        #expect(ports.downloads != nil && ports.pictures != nil && ports.center != nil)
    }
}

@Suite("The content handler of a service extension")
struct ContentHandlerTests {
    @Test("One of several concurrent callers delivers its content and gets true")
    func once() async {
        let shown = Mutex(0)
        let handler = ContentHandler(UNNotificationContent()) { _ in shown.withLock { $0 += 1 } }
        let accepted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { handler.call { $0 } } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == 1)
        #expect(shown.withLock { $0 } == 1)
    }

    @Test("The original content is delivered when every reference is released")
    func released() {
        let shown = Mutex<[String]>([])
        let content = UNMutableNotificationContent()
        content.title = "as it came"
        do { _ = ContentHandler(content) { content in shown.withLock { $0.append(content.title) } } }
        #expect(shown.withLock { $0 } == ["as it came"])
    }
}
