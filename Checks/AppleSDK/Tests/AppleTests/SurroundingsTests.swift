@_spi(Testing) import BackgroundTasks
import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
@_spi(Testing) import Network
import Testing

@testable import BellhopApple
@testable import BellhopSystem

@Suite("What surrounds the app")
struct SurroundingsTests {
    /// Reports its end to a test.
    private final class ReportedTask: BGTask {
        nonisolated(unsafe) var ended: @Sendable (Bool) -> Void = { _ in }  // set before the launch
        override func setTaskCompleted(success: Bool) {
            super.setTaskCompleted(success: success)
            ended(success)
        }
    }

    @Test("A refresh asks for the next one, and reports its end once, on whatever queue it is started")
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

    /// Often, since the work may have its say before the handler has.
    @Test("A refresh whose time is over is cancelled, and reports failure once", arguments: 0..<200)
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

    @Test("The network as it is, then every change")
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

    @Test("The journal lies in the app group's folder; a group that is not listed is an error that names it")
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

    @Test("The system's ports can be had as soon as the entitlements are right")
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
