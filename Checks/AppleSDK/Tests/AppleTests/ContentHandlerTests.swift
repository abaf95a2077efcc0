import Synchronization
import Testing
import UserNotifications

@testable import BellhopExtensions

@Suite("The content handler of a service extension")
struct ContentHandlerTests {
    @Test("Many callers at once: one content is shown, and only its caller is told so")
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

    @Test("When everybody has let go of it, the original is shown")
    func letGo() {
        let shown = Mutex<[String]>([])
        let content = UNMutableNotificationContent()
        content.title = "as it came"
        do { _ = ContentHandler(content) { content in shown.withLock { $0.append(content.title) } } }
        #expect(shown.withLock { $0 } == ["as it came"])
    }
}
