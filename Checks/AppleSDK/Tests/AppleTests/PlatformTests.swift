@_spi(Testing) import BackgroundTasks
import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
@_spi(Testing) import Network
import Testing
@_spi(Testing) import UIKit

@testable import BellhopApple
@testable import BellhopSystem

@Suite("Platform adapters")
struct PlatformAdapterTests {
    /// Reports its completion to a test.
    private final class ReportedTask: BGTask {
        nonisolated(unsafe) var ended: @Sendable (Bool) -> Void = { _ in }  // set before the launch
        override func setTaskCompleted(success: Bool) {
            super.setTaskCompleted(success: success)
            ended(success)
        }
    }

    @Test("A background refresh requests the next one and reports its end once, on any queue")
    func refresh() async throws {
        nonisolated(unsafe) let scheduler = BGTaskScheduler.made()
        let refresh = BackgroundRefresh(identifier: "r", scheduler: { scheduler }) { .newData }
        refresh.register()
        let task = ReportedTask(named: "r")
        let success = await withCheckedContinuation { continuation in
            task.ended = { continuation.resume(returning: $0) }
            scheduler.launch(task)
        }
        #expect(success)
        let waiting = await scheduler.pendingTaskRequests().map(\.identifier)
        #expect(waiting == ["r"])
        task.expirationHandler?()
        #expect(task.completions == [true])
    }

    /// Repeated, because the work may end before the expiration handler.
    @Test("A background refresh whose time expires is cancelled, and reports failure once", arguments: 0..<200)
    func expiredRefresh(_ time: Int) async {
        nonisolated(unsafe) let scheduler = BGTaskScheduler.made()
        let gate = Gate()
        let refresh = BackgroundRefresh(identifier: "r", scheduler: { scheduler }) {
            await gate.pass()
            return .newData
        }
        refresh.register()
        let task = ReportedTask(named: "r")
        scheduler.launch(task)
        await gate.arrived()
        let success = await withCheckedContinuation { continuation in
            task.ended = { continuation.resume(returning: $0) }
            task.expirationHandler?()
        }
        #expect(!success && task.completions == [false])
    }

    @Test("Reachability reports the current network, then every change")
    func reachability() async {
        let network = NetworkUnderTest(NWPath(status: .unsatisfied))
        await NetworkUnderTest.$value.withValue(network) {
            var changes = PathReachability().changes().makeAsyncIterator()
            let first = await changes.next()
            network.change(to: NWPath(status: .satisfied))
            let second = await changes.next()
            #expect([first, second] == [false, true])
        }
    }

    @Test("The journal is in the app group's folder; a missing group is an error with its name")
    func storage() async throws {
        let group = "group.test-\(UUID().uuidString)"
        let journal = try AppGroupStorage.journal(in: group)
        try await PairedServerStorage(journal).keep("https://bellhop.example")
        let read = try await PairedServerStorage(try AppGroupStorage.journal(in: group)).read()
        #expect(read == "https://bellhop.example")
        #expect(throws: AppGroupMissing(group: "unlisted")) { try AppGroupStorage.journal(in: "unlisted") }
        if let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) {
            try FileManager.default.removeItem(at: folder)
        }
    }

    @Test("The system's ports are created when the entitlements list the group")
    func ports() async throws {
        let group = "group.test-\(UUID().uuidString)"
        let ports = try BellhopPorts.system(server: ServerLocation(), appGroup: group)
        #expect(ports.digesting.sha256(Array("abc".utf8)).prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
        // RFC 4231, test case 2.
        let digest = InputDigest.hex(
            of: "what do ya want for nothing?", nonce: "Jefe", sha256: ports.digesting.sha256)
        #expect(digest == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        if let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) {
            try FileManager.default.removeItem(at: folder)
        }
    }
}

@Suite("Haptics", .serialized)
@MainActor
struct SystemHapticsTests {
    @Test("Each haptic plays the system feedback of the same name", arguments: Haptic.allCases)
    func plays(_ haptic: Haptic) async {
        UINotificationFeedbackGenerator.played = []
        await SystemHaptics().play(haptic)
        #expect(UINotificationFeedbackGenerator.played.map(String.init(describing:)).contains(haptic.rawValue))
    }
}

@Suite("Events over a WebSocket")
struct WebSocketEventsTests {
    @Test("Without a connection the event stream throws, and no caller keeps waiting")
    func noServer() async throws {
        let nowhere = WebSocketEvents(from: ServerLocation(URL(string: "http://127.0.0.1:1")))
        await #expect(throws: (any Error).self) { _ = try await nowhere.events(with: Secret("k")) }
        await #expect(throws: NoServerAddress.self) {
            _ = try await WebSocketEvents(from: ServerLocation()).events(with: Secret("k"))
        }
    }
}

@Suite("The app's start") @MainActor
struct LaunchTests {
    private struct Locked: Error {}

    /// The device's state, and the begun launches.
    @MainActor
    private final class Device {
        var isLocked = true
        var begun: [String] = []

        func launch() -> Launch<String> {
            Launch {
                if self.isLocked { throw Locked() }
                return "made"
            } begin: { value, isLate in
                self.begun.append("\(value) \(isLate ? "late" : "in time")")
            }
        }
    }

    @Test("A launch that failed before the first unlock is repeated, and starts Bellhop once")
    func again() {
        let device = Device()
        let launch = device.launch()
        #expect(device.begun.isEmpty)
        #expect(launch.attempt() == nil && device.begun.isEmpty)
        device.isLocked = false
        #expect(launch.attempt() == "made" && launch.attempt() == "made")
        #expect(device.begun == ["made late"])
    }

    @Test("A launch that succeeds at once is not late")
    func atOnce() {
        let device = Device()
        device.isLocked = false
        let launch = device.launch()
        launch.attempt()
        launch.attempt()
        #expect(device.begun == ["made in time"])
    }
}
