#if canImport(UIKit) && !os(watchOS)
import Foundation
import UserNotifications

/// The handler that the system gives a service extension, with the content that it is about: called once, however
/// often and from wherever it is asked to.
///
/// Neither is `Sendable`, though the system allows both to be used from any thread.
final class ContentHandler: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`; gone once it was called.
    private var pending: (content: UNNotificationContent, handler: (UNNotificationContent) -> Void)?

    init(_ content: UNNotificationContent, _ handler: @escaping (UNNotificationContent) -> Void) {
        pending = (content, handler)
    }

    /// Hands over what `make` makes of the original.
    ///
    /// - Returns: `false` when something was handed over before; then `make` is not called.
    @discardableResult
    func call(_ make: (UNNotificationContent) -> UNNotificationContent) -> Bool {
        let first = lock.withLock {
            defer { pending = nil }
            return pending
        }
        guard let first else { return false }
        first.handler(make(first.content))
        return true
    }

    deinit { call { $0 } }
}
#endif
