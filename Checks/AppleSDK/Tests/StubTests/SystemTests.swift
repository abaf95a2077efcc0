@_spi(Testing) import BackgroundTasks
import CryptoKit
import Foundation
@_spi(Testing) import Network
import Testing

@Suite("The other stubs that behave")
struct SystemTests {
    @Test(
        "SHA-256 of the examples of FIPS 180-4",
        arguments: [
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func sha256(_ message: String, _ digest: String) {
        let found = SHA256.hash(data: Data(message.utf8)).map { String(format: "%02x", $0) }.joined()
        #expect(found == digest)
    }

    @Test("A path monitor gives the present path first, then each change, until it is cancelled")
    func paths() async {
        let network = NetworkUnderTest(NWPath(status: .satisfied))
        let seen = await NetworkUnderTest.$value.withValue(network) {
            let monitor = NWPathMonitor()
            var seen: [NWPath.Status] = []
            for await path in monitor {
                seen.append(path.status)
                if seen.count == 1 { network.change(to: NWPath(status: .unsatisfied)) } else { monitor.cancel() }
            }
            return seen
        }
        #expect(seen == [.satisfied, .unsatisfied])
    }

    @Test("A background task is submitted when it was registered, one refresh at a time, and launched")
    func backgroundTasks() async throws {
        let scheduler = BGTaskScheduler.made()
        #expect(throws: BGTaskScheduler.Error(.notPermitted)) {
            try scheduler.submit(BGAppRefreshTaskRequest(identifier: "sync"))
        }
        let (launched, continuation) = AsyncStream.makeStream(of: String.self)
        for id in ["sync", "other"] {
            scheduler.register(forTaskWithIdentifier: id, using: nil) { @Sendable task in
                task.setTaskCompleted(success: true)
                continuation.yield(task.identifier)
            }
        }
        try scheduler.submit(BGAppRefreshTaskRequest(identifier: "sync"))
        #expect(throws: BGTaskScheduler.Error(.tooManyPendingTaskRequests)) {
            try scheduler.submit(BGAppRefreshTaskRequest(identifier: "other"))
        }
        scheduler.launch(BGAppRefreshTask(named: "sync"))
        var names = launched.makeAsyncIterator()
        let first = await names.next()
        #expect(first == "sync")
        let pending = await scheduler.pendingTaskRequests()
        #expect(pending.isEmpty)
    }
}
