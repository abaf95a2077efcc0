#if canImport(UserNotifications)
import Foundation
import UserNotifications

/// The handler that the system gives a service extension: called once, however often and from wherever it is asked to.
///
/// The system's handler is not `Sendable`, though it may be called from any thread.
final class ContentHandler: @unchecked Sendable {
    // The lock guards `handler`, which is gone once it was called.
    private let lock = NSLock()
    private var handler: ((UNNotificationContent) -> Void)?

    init(_ handler: @escaping (UNNotificationContent) -> Void) { self.handler = handler }

    /// - Returns: `false` when it was called before; then `content` is not shown.
    @discardableResult
    func callAsFunction(_ content: UNNotificationContent) -> Bool {
        let first = lock.withLock {
            defer { handler = nil }
            return handler
        }
        first?(content)
        return first != nil
    }
}
#endif
