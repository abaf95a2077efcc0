import Synchronization
import Testing
import UserNotifications

@testable import BellhopExtensions

@Suite("The content handler of a service extension")
struct ContentHandlerTests {
    @Test("Many callers at once: one content is shown, and only its caller is told so")
    func once() async {
        let shown = Mutex(0)
        let handler = ContentHandler { _ in shown.withLock { $0 += 1 } }
        let accepted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { handler(UNNotificationContent()) } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == 1)
        #expect(shown.withLock { $0 } == 1)
    }
}
